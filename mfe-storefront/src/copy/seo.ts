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

export const LEGAL_NOTICE_META: PageMeta = {
  title: `Legal notice: ${BRAND.name}`,
  description: `Who sells ${BRAND.name}: name, address, contacts, register and tax numbers.`,
  path: '/legal-notice',
};

export const WITHDRAWAL_META: PageMeta = {
  title: `Withdraw from contract: ${BRAND.name}`,
  description: `Withdraw from the purchase of a ${BRAND.name} license with your order number and email address.`,
  path: '/withdraw',
};

export const TRIAL_META: PageMeta = {
  title: `Free trial: ${BRAND.name}`,
  description: `Try ${BRAND.name} for seven days. We email you a key that costs nothing and ends by itself.`,
  path: '/trial',
};

export const ACCESSIBILITY_META: PageMeta = {
  title: `Accessibility statement: ${BRAND.name}`,
  description: `How accessible ${BRAND.name} is, how we test it, and how to report a problem.`,
  path: '/accessibility',
};

export const DATA_PROCESSING_META: PageMeta = {
  title: `Data processing terms: ${BRAND.name}`,
  description: `How ${BRAND.name} processes the data of buyers for resellers.`,
  path: '/data-processing',
};

export const SUB_PROCESSORS_META: PageMeta = {
  title: `Sub-processors: ${BRAND.name}`,
  description: `The companies that process personal data for ${BRAND.name}, and what each receives.`,
  path: '/sub-processors',
};
