import type { Page } from '@playwright/test';
import type { State } from './replies.ts';

export type Reader = 'visitor' | 'admin' | 'reseller';

export interface Screen {
  name: string;
  reader: Reader;
  /** Names in braces come from the recording. */
  path: string;
  /** Selector of the part to start the picture at. Default: the top of the page. */
  part?: string;
  /** Prepares the page before the picture is taken. */
  prepare?: (page: Page) => Promise<unknown>;
  state?: State;
  /** Also compared by `npm test`. */
  isSmall?: true;
}

const untilFailed = (page: Page) =>
  page
    .getByRole('button', { name: /try again/i })
    .first()
    .waitFor();

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Removes the focus from the window, so that a toast does not disappear before all pictures are taken. */
async function keepToast(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
  await page.evaluate(() => dispatchEvent(new Event('blur')));
}

/** Hides the platform's port, which differs in each run. */
const hidePort = (shown: string) => (page: Page) =>
  page
    .getByText(shown)
    .first()
    .evaluate((element) => {
      element.textContent = (element.textContent ?? '').replace(/localhost:\d+/, 'platform.example');
    });

/** Every screen, in the states that users see. */
export const SCREENS: readonly Screen[] = [
  { name: 'landing', reader: 'visitor', path: '/', isSmall: true },
  { name: 'landing-price', reader: 'visitor', path: '/', part: '#pricing' },
  { name: 'tenant', reader: 'visitor', path: '/r/{slug}', isSmall: true },
  { name: 'reseller-program', reader: 'visitor', path: '/reseller-program' },
  { name: 'integrations', reader: 'visitor', path: '/integrations' },
  { name: 'guide', reader: 'visitor', path: '/docs/installation', isSmall: true },
  { name: 'guide-tool', reader: 'visitor', path: '/docs/hubspot-integration' },
  { name: 'terms', reader: 'visitor', path: '/terms-of-service' },
  {
    name: 'success',
    reader: 'visitor',
    path: '/success?session_id={session}',
    prepare: (page) => page.getByText('@oak.example').first().waitFor(),
  },
  { name: 'support', reader: 'visitor', path: '/support', isSmall: true },
  { name: 'support-form', reader: 'visitor', path: '/support?tab=contact' },
  {
    name: 'support-form-errors',
    reader: 'visitor',
    path: '/support?tab=contact',
    prepare: async (page) => {
      await press('Create ticket')(page);
      await keepToast(page, 'Please fill in all required fields');
    },
  },
  { name: 'ticket-gate', reader: 'visitor', path: '/ticket/{ticket}' },
  { name: 'withdraw', reader: 'visitor', path: '/withdraw' },
  { name: 'trial', reader: 'visitor', path: '/trial' },
  { name: 'my', reader: 'visitor', path: '/my' },
  { name: 'legal-notice', reader: 'visitor', path: '/legal-notice' },
  { name: 'not-found', reader: 'visitor', path: '/no-such-page' },
  { name: 'sign-in', reader: 'visitor', path: '/auth', isSmall: true },
  { name: 'forgot-password', reader: 'visitor', path: '/forgot-password' },
  { name: 'admin-overview', reader: 'admin', path: '/admin/overview', isSmall: true },
  { name: 'admin-overview-loading', reader: 'admin', path: '/admin/overview', state: 'loading' },
  { name: 'admin-orders', reader: 'admin', path: '/admin/orders', isSmall: true },
  { name: 'admin-orders-empty', reader: 'admin', path: '/admin/orders', state: 'empty' },
  {
    name: 'admin-orders-error',
    reader: 'admin',
    path: '/admin/orders',
    state: 'error',
    prepare: untilFailed,
  },
  {
    name: 'admin-order',
    reader: 'admin',
    path: '/admin/orders',
    prepare: (page) => page.getByRole('row').nth(1).getByRole('link').first().click(),
  },
  { name: 'admin-settings', reader: 'admin', path: '/admin/settings' },
  {
    name: 'admin-settings-error',
    reader: 'admin',
    path: '/admin/settings',
    state: 'error',
    prepare: untilFailed,
  },
  { name: 'admin-licenses', reader: 'admin', path: '/admin/licenses' },
  { name: 'admin-licenses-loading', reader: 'admin', path: '/admin/licenses', state: 'loading' },
  { name: 'admin-resellers', reader: 'admin', path: '/admin/resellers' },
  { name: 'admin-resellers-empty', reader: 'admin', path: '/admin/resellers', state: 'empty' },
  {
    name: 'admin-invite',
    reader: 'admin',
    path: '/admin/resellers',
    prepare: press('Invite reseller'),
  },
  { name: 'admin-discount-codes', reader: 'admin', path: '/admin/discount-codes' },
  { name: 'admin-selectors', reader: 'admin', path: '/admin/selectors' },
  { name: 'admin-tickets', reader: 'admin', path: '/admin/tickets', isSmall: true },
  {
    name: 'admin-tickets-selected',
    reader: 'admin',
    path: '/admin/tickets',
    part: '[aria-label="Selected tickets"]',
    prepare: (page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check(),
  },
  { name: 'admin-tickets-empty', reader: 'admin', path: '/admin/tickets', state: 'empty' },
  { name: 'admin-ticket', reader: 'admin', path: '/admin/tickets?ticket={ticketId}' },
  { name: 'admin-logs', reader: 'admin', path: '/admin/logs' },
  { name: 'admin-qa', reader: 'admin', path: '/admin/qa-testing' },
  { name: 'admin-failures', reader: 'admin', path: '/admin/failures' },
  { name: 'admin-audit', reader: 'admin', path: '/admin/audit-log' },
  { name: 'admin-privacy', reader: 'admin', path: '/admin/privacy' },
  { name: 'admin-releases', reader: 'admin', path: '/admin/releases' },
  { name: 'admin-profile', reader: 'admin', path: '/admin/profile' },
  { name: 'reseller-overview', reader: 'reseller', path: '/reseller-dashboard', isSmall: true },
  { name: 'reseller-sales-page', reader: 'reseller', path: '/reseller-dashboard/sales-page' },
  {
    name: 'reseller-payments',
    reader: 'reseller',
    path: '/reseller-dashboard/payment-setup',
    prepare: hidePort('/api/stripe-webhook'),
  },
  { name: 'reseller-licenses', reader: 'reseller', path: '/reseller-dashboard/licenses' },
  {
    name: 'reseller-licenses-empty',
    reader: 'reseller',
    path: '/reseller-dashboard/licenses',
    state: 'empty',
  },
  { name: 'reseller-orders', reader: 'reseller', path: '/reseller-dashboard/orders', isSmall: true },
  {
    name: 'reseller-orders-error',
    reader: 'reseller',
    path: '/reseller-dashboard/orders',
    state: 'error',
    prepare: untilFailed,
  },
  { name: 'reseller-discount-codes', reader: 'reseller', path: '/reseller-dashboard/discount-codes' },
  { name: 'reseller-settings', reader: 'reseller', path: '/reseller-dashboard/settings' },
  { name: 'reseller-profile', reader: 'reseller', path: '/reseller-dashboard/profile' },
];
