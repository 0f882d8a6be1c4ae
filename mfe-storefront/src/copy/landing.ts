import { BRAND } from '@leadping/contracts/brand';
import { FIGURES } from './figures.ts';

export const HERO = {
  kicker: 'For sales professionals, recruiters, business developers and marketers',
  title: ['One click on a profile.', 'One new lead where you work.'],
  lead: `${BRAND.name} puts a Ping button on every LinkedIn profile. Press it and seven data points arrive in your CRM, your spreadsheet or your own webhook in ${FIGURES.deliveryHeadline}.`,
  buy: 'Get my lifetime license',
  hint: 'Try it',
  done: 'Seven data points, three places, one click.',
  terms: ['One payment, yours for life', 'Chrome 88 or later'],
} as const;

/**
 * The time for copying one profile by hand. The seconds add up to the lower end of the calculator's three to five
 * minutes.
 */
export const PROBLEM = {
  title: 'Copying one profile takes ten small chores.',
  lead: 'None is hard. All ten come between you and the conversation you wanted to have.',
  handTitle: 'By hand',
  chores: [
    { text: 'Select the name, copy, switch tabs, paste', seconds: 18 },
    { text: 'Go back for the job title', seconds: 16 },
    { text: 'Go back for the company', seconds: 16 },
    { text: 'Fix the company: the logo’s text came along', seconds: 14 },
    { text: 'Go back for the location', seconds: 15 },
    { text: 'Look for the connections count', seconds: 12 },
    { text: 'Copy the URL, trim the tracking part', seconds: 19 },
    { text: 'Open the contact panel for an email', seconds: 24 },
    { text: 'Check whether the CRM has the person already', seconds: 28 },
    { text: 'Set the source, the owner, the stage', seconds: 18 },
  ],
  handTotal: '3 to 5 minutes',
  handNote: 'and you do it 20 times a day',
  pingTitle: `With ${BRAND.name}`,
  pingChore: 'Press Ping',
  pingTotal: FIGURES.deliveryHeadline,
  pingNote: 'and you are still on the profile',
} as const;

export const SOLUTION = {
  title: 'The button is already where you are looking.',
  lead: `${BRAND.name} adds it beside the name. Try it: press the button, or just hover over it.`,
  afterTitle: 'Sent to "Sales CRM"',
  afterNote: '7 data points, 1.4 seconds, no tab changed.',
  beforeNote: 'What was captured appears here.',
} as const;

export const SETUP = {
  title: `Running in ${FIGURES.setupTime}`,
  lead: 'No account to create and nothing to configure on a server. The key in your inbox is all you need.',
  steps: [
    {
      title: 'Add it to Chrome',
      text: 'Install from the Chrome Web Store. Chrome 88 or later, and any browser built on it.',
    },
    {
      title: 'Paste your key',
      text: 'It arrives by email within minutes of your payment: eight groups of four characters, dashes included.',
    },
    {
      title: 'Add your webhook',
      text: 'Paste a webhook URL from your CRM, your sheet or your automation tool. Add as many as you like.',
    },
    {
      title: 'Press Ping',
      text: 'Open a profile and press the button. The lead is in your tool before you switch tabs.',
    },
  ],
  link: 'Read the installation guide',
} as const;

export const VIDEO = {
  title: 'Watch one lead go from profile to webhook',
  lead: 'Thirty seconds of the real extension.',
  chapters: [
    { at: 0, text: 'A profile, and the button beside the name' },
    { at: 5, text: 'One press, one lead sent' },
    { at: 10, text: 'The seven data points at the webhook' },
    { at: 16, text: 'The last captures in the popup' },
    { at: 23, text: 'The history: send again' },
  ],
} as const;

export const FEATURES = {
  title: 'Small on purpose',
  lead: 'One job, done properly. Everything below is in every license.',
  items: [
    {
      figure: '7',
      title: 'data points, always the same seven',
      text: 'Full name, job title, company, location, connections count, profile URL, and the email when the profile shows one. Your fields never shift.',
    },
    {
      figure: '<2 s',
      title: 'from the press to your CRM',
      text: `Delivered in ${FIGURES.deliveryHeadline}, straight from your browser to your tool. Nothing passes through our servers.`,
    },
    {
      figure: '1',
      title: 'click, one profile, your decision',
      text: 'No crawling and no bulk collection. You look at a person, you decide, you press.',
    },
    {
      figure: '5',
      title: 'devices on one key',
      text: 'Office, laptop, home. A sixth simply signs out the one you haven’t used for longest.',
    },
    {
      figure: '30',
      title: 'days without a connection to us',
      text: 'The license is checked on your machine. If our servers are out of reach, you keep working.',
    },
    {
      figure: '0',
      title: 'monthly bills',
      text: 'One payment buys the product and its updates, including new selectors when a profile page changes.',
    },
  ],
} as const;

export const INTEGRATIONS_SECTION = {
  title: 'It speaks webhook, so it speaks to almost anything.',
  lead: `${FIGURES.platforms} platforms, ${FIGURES.crms} CRMs and ${FIGURES.automationTools} automation tools take a webhook. Our guides show every click.`,
  all: 'View All Integrations',
  others: [
    'Google Sheets',
    'Make',
    'n8n',
    'Slack',
    'Close',
    'Copper',
    'Microsoft Power Automate',
    'Attio',
    'Pabbly Connect',
    'Microsoft Teams',
    'Freshsales',
    'Your own server',
  ],
  partner: {
    label: 'Featured partner',
    title: 'Lead Concierge',
    text: 'A done-for-you team that builds the workflow behind your webhook: deduplication, owner rules, first message. Mention your license in a support ticket and we’ll introduce you.',
  },
} as const;

export const SPREADSHEET = {
  title: 'No CRM? A spreadsheet works too.',
  lead: 'Point the webhook at Airtable, or at Google Sheets through Zapier, and each ping becomes the next row: same columns, same order, nothing to clean up afterwards.',
  points: [
    'Your own columns stay untouched',
    'No email? The cell stays empty. We never guess',
    'Share the sheet and the whole team sees leads arrive',
  ],
} as const;

export const ROI = {
  // Word joiners keep the heading from breaking at the hyphen.
  title: 'What does copy\u2060-\u2060paste cost you?',
  lead: 'Every profile you don’t type in saves three to five minutes. Enter your own numbers.',
  prospects: 'Prospects a day',
  hourlyRate: 'Your hourly rate, in dollars',
  assumption: 'Based on 25 working days a month.',
  paysOff: (day: string) => `At your numbers it pays for itself on day ${day}.`,
  once: 'You pay once. The hours come back every day.',
  buy: 'Get my lifetime license',
} as const;

export const TESTIMONIALS = {
  title: 'People who stopped typing',
} as const;

export const OFFER = {
  title: 'Buy it once.',
  lead: 'The same product, without a subscription.',
  columns: { subscription: 'Subscription', lifetime: 'Lifetime license' },
  rows: [
    { label: 'Today', rented: FIGURES.regularPrice },
    { label: 'After a year', rented: FIGURES.regularPriceYear },
    { label: 'After three years', rented: FIGURES.regularPriceThreeYears },
  ],
  saving: `Save ${FIGURES.savingYearOne} in year one`,
  included: [
    'All seven data points on every profile',
    'Unlimited captures and webhook addresses',
    '5 devices on one key',
    'Free updates for life',
  ],
  support: 'Support that replies',
  guarantee: 'Use it for real work. If it doesn’t earn its price back, write to us and we refund you.',
  buy: 'Get my lifetime license',
} as const;

export const FINAL = {
  title: 'The next profile you open could be the first you don’t type in.',
  lead: 'Your key arrives within minutes.',
  buy: 'Get my lifetime license',
  help: 'Questions first? Support replies',
} as const;
