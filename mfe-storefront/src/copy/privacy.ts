import { BRAND } from '@leadping/contracts/brand';
import type { LegalText } from './legal.ts';

export const PRIVACY: LegalText = {
  title: 'Privacy policy',
  dated: 'Last updated June 20, 2025',
  intro: `${BRAND.name} is a browser extension and the website around it. This policy says what we hold about you, why, and what you can ask of us. What you capture with the extension goes from your browser to the address that you chose; it does not come to us.`,
  sections: [
    {
      id: 'data-collected',
      title: 'Data we collect',
      paragraphs: ['We keep what is needed to sell a license and to support it:'],
      list: [
        'Purchases: your email address, your name and the name of your business if you gave them, the amount and currency, the date, and the payment provider’s reference. Card details go to the payment provider only; we never see them.',
        'License: the key, when it was activated, and for each device a random identifier, the name of its browser and system, and the time it was last used.',
        'Trial: a code of your mailbox and one of your browser, computed with a secret, so that each gets one trial. They show no address, and we keep them after an erasure.',
        'Support: your name, email address and what you write in a ticket.',
        'Accounts of resellers and staff: username, email address, business details, and a password that is stored hashed.',
        'Website: page views and errors without a cookie and without your identity, and the server’s technical log.',
      ],
    },
    {
      id: 'use',
      title: 'How we use it',
      paragraphs: [
        'To deliver your license key, to check that a license is valid, to answer your tickets, to make refunds, to keep the service safe, and to meet tax and accounting duties. We do not build profiles of you and we do not advertise to you on other sites.',
      ],
    },
    {
      id: 'storage-and-security',
      title: 'Storage and security',
      paragraphs: [
        'Data is stored on access-controlled servers and travels encrypted. Passwords are hashed with argon2id, secrets of resellers are encrypted at rest, and access is limited to people who need it for their work. If a breach puts your rights at risk, we notify you and the authority in charge without undue delay.',
      ],
    },
    {
      id: 'captured-profiles',
      title: 'The profiles you capture',
      paragraphs: [
        'The extension reads seven data points of the profile you have open at the moment you press the button: full name, job title, company, location, connections count, profile URL and the email address when it is shown. It sends them straight to your webhook address. Until they are sent they wait on your device; what was sent stays there as a history that you can export, clear or switch off. Both are deleted after 30 days at the latest. For a year your device also keeps a code for each profile that tells whether you sent it, without the name; you can clear it or switch it off. We do not receive, store or look at any of this. So that we notice when profile pages change, the extension reports how often the button was pressed, the names of fields that were not found, such as “job title”, the version of the extension, and a fingerprint of the page’s layout that is computed from names of tags and attributes. A report holds nothing of the profile and not its address. It carries the license check’s proof, by which we limit reports; we keep the counts for 30 days and do not keep beside them which license they came from. Before the first capture the extension asks for your consent, which you can take back on its welcome page. You are responsible for the data you capture: you decide why you collect it, and you answer to the people it describes.',
      ],
    },
    {
      id: 'limited-use',
      title: 'Limited use',
      paragraphs: [
        `The extension’s use of all user data, website content included, adheres to the Chrome Web Store User Data Policy, including the Limited Use requirements. ${BRAND.name} uses the content of a profile page only for its single purpose: to send the profile that you have open to the webhooks that you set, when you press the button. It is not sold, not used for advertising or to judge creditworthiness, not transferred to anyone but your webhooks, and not read by people who work for us.`,
      ],
    },
    {
      id: 'sharing',
      title: 'Sharing',
      paragraphs: [
        'We do not sell personal data. We share it with the providers that the service runs on, each bound to use it for that alone; with the reseller from whom you bought, who sees your order and license; and with authorities where the law obliges us.',
      ],
    },
    {
      id: 'user-rights',
      title: 'Your rights',
      paragraphs: ['Wherever you live, you may ask us for:'],
      list: [
        'Access: a copy of what we hold about you.',
        'Correction: of anything that is wrong or incomplete.',
        'Deletion: of what we are not obliged to keep.',
        'Portability: your data in a common machine-readable format.',
        'Restriction: that we only store your data while a question is open.',
        'Objection: to a use that rests on our legitimate interest.',
      ],
    },
    {
      id: 'third-parties',
      title: 'Third parties',
      paragraphs: [
        'Payments are handled by Stripe and emails are sent by Postmark, each under its own privacy policy. The tools that you connect by webhook are your choice and your contract; we have no part in what they do with a capture. The networking site on whose pages the extension works is not affiliated with us.',
      ],
    },
    {
      id: 'retention',
      title: 'Retention',
      paragraphs: [
        'License records are kept as long as the license is valid. Invoices and orders are kept for the time that tax law sets, usually seven to ten years. Support tickets are kept as long as they help us answer you, and are deleted when you ask. Technical logs hold no more than is needed to find faults and are cleared regularly.',
      ],
    },
    {
      id: 'children',
      title: 'Children under 18',
      paragraphs: [
        'The service is for people who are at least 18 years old. We do not knowingly collect data of anyone under 18; if you believe we have, write to us and we delete it.',
      ],
    },
    {
      id: 'international-transfers',
      title: 'International transfers',
      paragraphs: [
        'Our providers may process data outside of your country, the United States included. Where the law asks for it, transfers rest on the European Commission’s standard contractual clauses or an adequacy decision.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      paragraphs: [
        'When this policy changes, the date at its top changes with it. If a change is substantial, we email customers before it takes effect.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
      paragraphs: [
        'For every question about your data, and to use any of the rights above, open a ticket in the Support Center and choose the category Something else. We answer within 30 days, usually much sooner, and may ask you to confirm who you are.',
      ],
    },
    {
      id: 'compliance',
      title: 'GDPR and CCPA compliance',
      paragraphs: [
        'Under the GDPR we rely on the contract with you (purchase, license, support), on legal duty (accounting) and on legitimate interest (security, statistics without identity). You may complain to your data protection authority.',
        'Under the CCPA residents of California may know, delete and correct their personal information and are not treated differently for asking. We do not sell or share personal information as that law defines it.',
      ],
    },
  ],
};
