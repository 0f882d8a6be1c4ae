import { BRAND } from '@leadping/contracts/brand';
import { ownPromises } from '@leadping/contracts/commerce/seller-promises';
import { FIGURES } from './figures.ts';

export interface Question {
  id: string;
  question: string;
  answer: string;
  /** A page that says more. */
  link?: { to: string; text: string };
}

export const QUESTIONS: readonly Question[] = [
  {
    id: 'data',
    question: 'What exactly does it capture?',
    answer:
      'Seven data points from the profile you have open: full name, job title, company, location, connections count, profile URL, and the email address when the profile shows one to you. The email is shown once you open “Contact info” on the profile; press Ping after that.',
  },
  {
    id: 'speed',
    question: 'How fast does a lead arrive?',
    answer: `Data is delivered in ${FIGURES.deliveryFaq}, from your browser directly to the webhook address you chose. How soon it shows in your tool depends on the tool; most show it at once.`,
  },
  {
    id: 'tools',
    question: 'Does it work with my CRM?',
    answer: `If your CRM, spreadsheet or automation tool can take a webhook, yes. That covers ${FIGURES.platforms} platforms. We have step-by-step guides for HubSpot, Salesforce, Pipedrive, monday.com, Airtable, GoHighLevel and Zapier.`,
  },
  {
    id: 'trial',
    question: 'Can I try it before I buy?',
    answer:
      'While we offer trials, we email you a key that works for seven days. It costs nothing and ends by itself.',
    link: { to: '/trial', text: 'Start a trial' },
  },
  {
    id: 'lifetime',
    question: 'What does lifetime mean?',
    answer:
      'You pay once and the license never runs out. Updates are included, even the ones that keep the button working when profile pages change.',
  },
  {
    id: 'key',
    question: 'How do I get my license key?',
    answer:
      'By email, within minutes of your payment. It is eight groups of four characters separated by dashes; paste the whole key, dashes included. If it goes missing, the Support Center sends it again.',
  },
  {
    id: 'devices',
    question: 'How many computers can I use it on?',
    answer:
      'Five at a time. Activating a sixth signs out the one you haven’t used for longest, so a new laptop never locks you out.',
  },
  {
    id: 'privacy',
    question: 'Do you see my leads?',
    answer: `No. A capture goes from your browser to your address and does not pass through ${BRAND.name} servers. We check that your license is valid, and count which fields were not found, without anything of the profile.`,
  },
  {
    id: 'bulk',
    question: 'Can it collect hundreds of profiles on its own?',
    answer:
      'No, and it never will. One click captures one profile. The documentation shows how to export what you captured.',
  },
  {
    id: 'allowed',
    question: 'Is this allowed on LinkedIn?',
    answer: `LinkedIn’s terms restrict tools that copy profile data, and LinkedIn may limit an account that uses them. ${BRAND.name} reads the one profile you have open when you press the button. It opens no pages, sends no messages and does nothing by itself. It is not affiliated with LinkedIn. Whether you use it there is your decision.`,
  },
  {
    id: 'refund',
    question: 'What if it isn’t for me?',
    answer: ownPromises().refund,
  },
  {
    id: 'resell',
    question: 'Can I sell it myself?',
    answer:
      'Yes. The reseller program gives you master resell rights, your own sales page, your own price and your own payment account, and you keep all of the profit.',
  },
];
