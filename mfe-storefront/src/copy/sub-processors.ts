import { BRAND } from '@leadping/contracts/brand';
import type { LegalText } from './legal.ts';

export const SUB_PROCESSORS: LegalText = {
  title: 'Sub-processors',
  dated: 'Last updated November 30, 2026',
  intro: `These companies process personal data so that ${BRAND.name} works. We use no others.`,
  sections: [
    {
      id: 'stripe',
      title: 'Stripe: payments',
      paragraphs: [
        'Takes the payment for licenses and reseller rights. Receives the name, the email address, the billing address and the card details of the buyer. Data may be processed in the United States.',
        'If you buy from a reseller, the payment goes to the reseller’s own account at Stripe. Stripe then works for the reseller, not for us.',
      ],
    },
    {
      id: 'postmark',
      title: 'Postmark: emails',
      paragraphs: [
        'Sends our emails: license keys, replies of support, invitations and notices. Receives the email address and the text of the email. Data may be processed in the United States.',
      ],
    },
    {
      id: 'hosting',
      title: 'Hosting',
      paragraphs: [
        'The website, its services and their databases run on servers that the operator of this website rents or owns. Ask in the Support Center for the name and the location of the data center.',
      ],
    },
    {
      id: 'not-listed',
      title: 'Who is not on this list',
      paragraphs: [
        'The extension sends what you capture to the webhooks that you set. You choose those companies, and your contract with them applies. Google distributes the extension in the Chrome Web Store and receives no data from us about its users.',
      ],
    },
  ],
};
