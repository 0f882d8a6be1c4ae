import { BRAND } from '@leadping/contracts/brand';
import { GUARANTEE } from '@leadping/contracts/promises';
import { RESELLER_CLAIMS } from './figures.ts';

const { setup } = RESELLER_CLAIMS;

const WORDS = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
];
const inWords = (count: number) => WORDS[count] ?? String(count);

export const RESELLER_HERO = {
  kicker: 'Master resell rights',
  title: 'Sell it as yours. Keep every sale.',
  lead: `Buy the rights to ${BRAND.name} once. Your page, your price, your currency, your payment account: ${RESELLER_CLAIMS.profitShare} of profits kept, and our support team handles your customers.`,
  feeNote: 'one-time, lifetime',
  buy: 'Become a reseller',
  calculator: 'See what you would earn',
  claims: [
    `Start selling ${RESELLER_CLAIMS.startWithin}`,
    'Free setup help',
    `${GUARANTEE.resellerProgram} money-back guarantee`,
  ],
} as const;

export const RESELLER_CALCULATOR = {
  title: (sales: number) => `${inWords(sales)} ${sales === 1 ? 'sale pays' : 'sales pay'} back the fee`,
  even: (price: string, sales: number, fee: string) =>
    `At ${price} each, ${sales} ${sales === 1 ? 'sale pays' : 'sales pay'} back the fee of ${fee}.`,
  lead: 'Based on today’s fee. Set the price you have in mind.',
  price: 'Your price for a license, in dollars',
  columns: { sales: 'Licenses sold', revenue: 'Revenue', profit: 'Profit after the fee' },
  note: 'Once the fee is paid back, every sale is profit, less what your payment provider charges.',
} as const;

export const RESELLER_OPTIONS = {
  title: 'Three ways to sell',
  lead: 'Start with the ready page tonight; add the others when you want them.',
  options: [
    {
      id: 'sales-page',
      title: 'Ready-made sales page',
      time: setup.salesPage,
      text: 'A complete page at an address of its own with your name, logo, price and currency. Share the link and sell.',
      gives: ['Your logo in the banner', 'Checkout in your currency', 'Keys emailed in your name'],
    },
    {
      id: 'embed',
      title: 'Embed in your site',
      time: setup.embed,
      text: 'Paste one snippet, and the page lives inside your own site. A small hosted script keeps the height right.',
      gives: ['Works with any site builder', 'Checkout opens for your visitor', 'No code to maintain'],
    },
    {
      id: 'webhook',
      title: 'Webhook integration',
      time: setup.webhook,
      text: 'Sell through a cart, a course or a membership of your own, and request a key with one call when somebody pays.',
      gives: ['A license in one request', 'The key in the response', 'Repeats never make a second license'],
    },
  ],
} as const;

export const RESELLER_STEPS = {
  title: 'How it works',
  steps: [
    {
      title: 'Buy the rights',
      text: 'One payment. Your sign-in arrives by email, and the setup asks for three things: your business, your payment keys, your webhook.',
    },
    {
      title: 'Make it yours',
      text: 'Upload a logo, set a price, choose one of eleven currencies. Our team helps you set up for free.',
    },
    {
      title: 'Sell and be paid',
      text: 'Customers pay straight into your own account. We email the key within minutes, and our support team answers their questions.',
    },
  ],
} as const;

export const RESELLER_BANNER = {
  title: 'The fee rises as the product grows',
  text: 'For a limited time you buy at today’s fee. It is a single payment, and it never becomes a subscription.',
  buy: 'Claim my rights',
} as const;

export const RESELLER_PRICING = {
  title: 'Set your own pricing',
  lead: 'You choose the price and the currency. We take no cut. What works for our resellers:',
  bands: [
    {
      name: 'Standard',
      range: `$${RESELLER_CLAIMS.suggestedFrom} to $${RESELLER_CLAIMS.suggestedTo}`,
      text: 'For an audience that buys tools: newsletters, communities, courses.',
    },
    {
      name: 'Premium',
      range: `$${RESELLER_CLAIMS.premiumFrom}`,
      text: 'Bundled with your own setup, training or a done-with-you month.',
    },
  ],
} as const;

export const RESELLER_SUPPORT = {
  title: 'You sell. We answer.',
  lead: 'The support team handles end customers, so a sale does not become a second job.',
  items: [
    {
      term: 'End customers',
      text: 'We answer questions about installation, keys and webhooks, in a neutral tone.',
    },
    {
      term: 'Co-branded sales materials',
      text: 'Copy, images and the demo film, ready for your name next to ours.',
    },
    {
      term: 'Analytics dashboard',
      text: 'Orders, licenses and revenue as they happen, with an export for your books.',
    },
    { term: 'Setup', text: 'Free setup help: one of us walks you through the steps.' },
  ],
} as const;

export const RESELLER_WEBHOOK = {
  title: 'One call makes a license',
  lead: 'Your secret is in the Webhook API tab of your dashboard. Send it as a bearer token, and the response has the key.',
  request: `POST /api/webhook/license-create
Authorization: Bearer <your webhook secret>
Idempotency-Key: order-10482
Content-Type: application/json

{
  "reseller_id": "your-reseller-id",
  "email": "customer@example.com",
  "business_name": "Acme Corp",
  "license_type": "standard"
}`,
  response: `{
  "license_key": "7QKM-2XWD-9FTA-RB4H-C8ZN-V3PE-6YJG-KM5S",
  "status": "created"
}`,
} as const;

export const RESELLER_FINAL = {
  title: 'Your first sale could be tomorrow.',
  lead: `Start selling ${RESELLER_CLAIMS.startWithin}. ${GUARANTEE.resellerProgram} money-back guarantee.`,
  buy: 'Get master resell rights',
} as const;
