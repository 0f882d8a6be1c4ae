import { BRAND } from '@leadping/contracts/brand';
import type { LegalText } from './legal.ts';

export const DATA_PROCESSING: LegalText = {
  title: 'Data processing terms',
  dated: 'Last updated November 30, 2026',
  intro: `These terms apply to resellers. A reseller decides why the data of their buyers is used and is the controller. ${BRAND.name} processes the data for the reseller, as Article 28 of the GDPR describes.`,
  sections: [
    {
      id: 'subject',
      title: 'What we process, and for how long',
      paragraphs: [
        'We process the data of a reseller’s buyers to sell, deliver and support licenses, for as long as the reseller sells and as the law requires records after that.',
      ],
      list: [
        'Orders: name, email address, amount and date, and the payment provider’s reference. Card details stay with the payment provider.',
        'Licenses: the key, the email address, and for each device a random identifier, its browser and system, and the time of the last use.',
        'Support: the name, the email address and what a buyer writes in a ticket.',
      ],
    },
    {
      id: 'captures',
      title: 'What we do not process',
      paragraphs: [
        'Captured profiles go from the browser of the extension’s user straight to the webhooks that this user has set. They do not pass through us, so we process none of them for anybody.',
      ],
    },
    {
      id: 'instructions',
      title: 'Instructions',
      paragraphs: [
        'We process this data only on the documented instructions of the reseller: these terms, the settings in the dashboard, and requests to our support. If we believe that an instruction breaks the law, we say so and wait for the answer.',
      ],
    },
    {
      id: 'confidentiality',
      title: 'Confidentiality',
      paragraphs: [
        'Only people who need the data for their work have access, and they are bound to keep it confidential. A reseller sees the orders and licenses of their own buyers and of nobody else.',
      ],
    },
    {
      id: 'security',
      title: 'Security',
      paragraphs: ['These measures protect the data:'],
      list: [
        'Data travels encrypted. Payment keys, license keys in messages and the texts of emails are also encrypted in our storage.',
        'Passwords are hashed with argon2id. Accounts can have passkeys and a second factor, and we can require one of our staff.',
        'Every change by staff and resellers is recorded in an audit log, without secrets.',
        'Services have separate databases and keys, and every call checks who may make it.',
        'Sign-ins, tickets and lookups are limited, so that nobody can guess or flood.',
      ],
    },
    {
      id: 'sub-processors',
      title: 'Sub-processors',
      paragraphs: [
        'The reseller agrees to the sub-processors on our list. We announce a new one by email at least 30 days ahead. A reseller who objects may stop selling and close the account before it starts.',
      ],
    },
    {
      id: 'assistance',
      title: 'Help with requests and breaches',
      paragraphs: [
        'We help the reseller to answer people who ask for access, correction or deletion: our staff can export and erase what we hold about an email address. We notify the reseller of a breach of their buyers’ data without undue delay, with what we know and what we do about it.',
      ],
    },
    {
      id: 'end',
      title: 'At the end',
      paragraphs: [
        'When a reseller leaves, they can export their orders and licenses first. On request we then delete the data of their buyers, except for what the law obliges us to keep and what sold licenses need to keep working.',
      ],
    },
    {
      id: 'proof',
      title: 'Proof',
      paragraphs: [
        'We give the reseller the information that shows that we keep these terms, and we allow an audit by the reseller or an auditor bound to secrecy, with reasonable notice.',
      ],
    },
  ],
};
