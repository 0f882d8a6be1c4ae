import { BRAND } from '@leadping/contracts/brand';
import { GUARANTEE } from '@leadping/contracts/promises';
import { RESELLER_CLAIMS } from './figures.ts';

const { setup } = RESELLER_CLAIMS;

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
  title: 'The fee is paid back by a handful of sales',
  lead: 'Based on today’s fee. Set the price you have in mind.',
  price: 'Your price for a license, in dollars',
  columns: { sales: 'Licenses sold', revenue: 'Revenue', profit: 'Profit after the fee' },
  note: 'After the first sales have paid the fee, each further one is profit, less what your payment provider charges.',
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
      gives: ['Your logo in the banner', 'Checkout in your currency', 'Keys are mailed in your name'],
    },
    {
      id: 'embed',
      title: 'Embed in your site',
      time: setup.embed,
      text: 'Paste one snippet, and the page lives inside your own site. A small hosted script keeps its height right.',
      gives: ['Works with any site builder', 'Checkout opens for your visitor', 'No code to maintain'],
    },
    {
      id: 'webhook',
      title: 'Webhook integration',
      time: setup.webhook,
      text: 'Sell through a cart, a course or a membership of your own, and ask us for a key with one call when somebody paid.',
      gives: ['A license in one request', 'The key in the answer', 'Repeats never make a second license'],
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
      text: 'Upload a logo, set a price, choose one of eleven currencies. Our team helps with the setup for free if you want company.',
    },
    {
      title: 'Sell and be paid',
      text: 'Customers pay straight into your own account. The key is mailed within minutes, and their questions come to our support team.',
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
  lead: 'No minimum price. We take no cut. What resellers tell us works:',
  bands: [
    {
      name: 'Standard',
      range: `$${RESELLER_CLAIMS.suggestedFrom} to $${RESELLER_CLAIMS.suggestedTo}`,
      text: 'For an audience that buys tools: newsletters, communities, courses.',
    },
    {
      name: 'Premium',
      range: `$${RESELLER_CLAIMS.premiumFrom}`,
      text: 'Together with your own setup, training or a done-with-you month.',
    },
  ],
} as const;

export const RESELLER_SUPPORT = {
  title: 'You sell. We answer.',
  lead: 'The support team handles end customers, so a sale does not become a second job.',
  items: [
    { term: 'End customers', text: 'Installation, keys and webhooks are answered by us, in a neutral tone.' },
    {
      term: 'Co-branded sales materials',
      text: 'Texts, pictures and the demo film, ready for your name beside ours.',
    },
    {
      term: 'Analytics dashboard',
      text: 'Orders, licenses and revenue as they happen, with an export for your books.',
    },
    { term: 'Setup', text: 'Free setup help: a person goes through the steps with you.' },
  ],
} as const;

export const RESELLER_WEBHOOK = {
  title: 'One call makes a license',
  lead: 'Your secret is in the Webhook API tab of your dashboard. Send it as a bearer token, and the answer holds the key.',
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
