import { BRAND } from '@leadping/contracts/brand';
import type { PageMeta } from '@leadping/web-kit/site/head-tags.tsx';
import { FIGURES } from './figures.ts';

export const LANDING_PROMISE = 'send any LinkedIn profile to your CRM in one click';

export const LANDING_META: PageMeta = {
  title: `${BRAND.name}: ${LANDING_PROMISE}`,
  description: `${BRAND.name} adds a Ping button to LinkedIn profiles. One click sends seven data points to your CRM, spreadsheet or webhook. One payment, a lifetime license, and a ${FIGURES.trial}.`,
  path: '/',
  keywords:
    'LinkedIn to CRM, lead capture, Chrome extension, LinkedIn profile export, sales prospecting, recruiting, webhook, HubSpot, Salesforce, Pipedrive, monday.com, Airtable, GoHighLevel, Zapier, lifetime license',
};

export const RESELLER_PROGRAM_META: PageMeta = {
  title: `${BRAND.name} reseller program: sell it under your own name, keep every sale`,
  description: `Buy master resell rights to ${BRAND.name} once. Your own sales page, price, currency and payment account, and 100% of the profit.`,
  path: '/reseller-program',
  keywords: 'master resell rights, software reseller program, resell Chrome extension, agency offer',
};

export const INTEGRATIONS_META: PageMeta = {
  title: `Integrations: what ${BRAND.name} connects to`,
  description: `Guides for HubSpot, Salesforce, Pipedrive, monday.com, Airtable, GoHighLevel and Zapier, and a webhook for ${FIGURES.platforms} other platforms.`,
  path: '/integrations',
};

export const PRIVACY_META: PageMeta = {
  title: `Privacy policy: ${BRAND.name}`,
  description: `What ${BRAND.name} collects, why, how long it is kept, and how to have it corrected or removed.`,
  path: '/privacy',
};

export const TERMS_META: PageMeta = {
  title: `Terms of service: ${BRAND.name}`,
  description: `The terms under which ${BRAND.name} licenses are sold, used and refunded.`,
  path: '/terms-of-service',
};
