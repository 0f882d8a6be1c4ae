import { expect, type Page, test } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { ADMIN } from '../test-stacks.ts';
import { platformClient, runningPlatform } from '../platform.ts';
import { person } from './person.ts';
import { makeReseller } from './reseller.ts';

const platform = runningPlatform();
const { publicUrl } = platform;
/** The gateway ejects a service for up to 30 s at a time, and a page waits as long between two attempts. */
const RECOVERED = { timeout: 150_000 };
/** Text of a loaded panel of failed events: either empty, or with events of other tests. */
const READ = /Every event was handled\.|Replay/;

const PIDS = JSON.parse(process.env.E2E_PIDS ?? '{}') as Record<string, number>;

/** Runs `look` while a service hangs: its port accepts connections, but no reply comes. */
async function whileFrozen(service: string, look: () => Promise<void>): Promise<void> {
  const pid = PIDS[`svc-${service}`];
  if (!pid) throw new Error(`svc-${service} does not run`);
  process.kill(pid, 'SIGSTOP');
  try {
    await look();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

async function signIn(page: Page, who: ReturnType<typeof person>): Promise<void> {
  const [name = '', value = ''] = who.cookie().split('=', 2);
  await page.context().addCookies([{ name, value, url: publicUrl }]);
}

async function adminOn(page: Page) {
  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  await signIn(page, admin);
  return admin;
}

/** A reload would lose this mark. */
const markPage = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
const expectSamePage = async (page: Page) =>
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true });

test('a dashboard opened while the session service hangs shows a notice, and opens automatically', async ({
  page,
}) => {
  await adminOn(page);
  await whileFrozen('identity', async () => {
    await page.goto(`${publicUrl}/admin/failures`);
    await expect(heading(page, "We can't check your sign-in right now")).toBeVisible();
    await expect(page.getByText('Nothing is lost.')).toBeVisible();
    await markPage(page);
  });
  // Without user interaction, here and below.
  await expect(heading(page, 'Failures')).toBeVisible(RECOVERED);
  await expect(panel(page, 'Failed identity events')).toContainText(READ);
  await expectSamePage(page);
});

test('a panel of a hanging service fails alone on a page of all services, and recovers automatically', async ({
  page,
}) => {
  const admin = await adminOn(page);
  await admin.call('/api/admin/licenses/manual', 'POST', { email: 'frozen@example.com' });
  const events = (service: string) => panel(page, `Failed ${service} events`);
  await whileFrozen('commerce', async () => {
    await page.goto(`${publicUrl}/admin/failures`);
    for (const other of ['identity', 'licensing', 'support']) await expect(events(other)).toContainText(READ);
    await expect(events('commerce').getByRole('alert')).toContainText('as soon as it is back');
    await markPage(page);
    // Data of other services still loads.
    await tab(page, 'License Management').click();
    await expect(heading(page, 'License Management')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Licenses' })).toHaveAttribute('aria-busy', 'false');
    await tab(page, 'Failures').click();
    await expect(events('commerce').getByRole('alert')).toBeVisible();
  });
  await expect(events('commerce')).toContainText(READ, RECOVERED);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await expectSamePage(page);
});

test('a part of a hanging service fails alone beside a ticket, and recovers automatically', async ({
  page,
}) => {
  const admin = await adminOn(page);
  const mark = randomBytes(5).toString('hex');
  const email = `frozen-${mark}@example.com`;
  const subject = `Frozen ${mark}`;
  await admin.call('/api/admin/licenses/manual', 'POST', { email });
  const { ticketNumber } = await person(platform).call<{ ticketNumber: string }>('/api/support', 'POST', {
    name: 'Ann',
    email,
    subject,
    message: 'Please help',
  });
  await platformClient(platform).confirmTicket(ticketNumber, email);
  await page.goto(`${publicUrl}/admin/tickets?search=${encodeURIComponent(subject)}`);
  const row = page.getByRole('list', { name: 'Tickets' }).getByRole('button', { name: subject });
  await expect(row).toBeVisible();
  const customer = page.getByRole('complementary', { name: 'Customer' });
  await whileFrozen('licensing', async () => {
    await row.click();
    await expect(customer.getByText('No orders for this address.')).toBeVisible();
    await expect(customer.getByText("We couldn't load the licenses")).toBeVisible();
  });
  await expect(customer.getByRole('region', { name: /^Licenses/ })).toContainText('Active', RECOVERED);
  await expect(customer.getByRole('alert')).toHaveCount(0);
});

test("a reseller's dashboard keeps working while a service hangs, and recovers automatically", async ({
  page,
}) => {
  const reseller = await makeReseller(platform, {
    businessName: `Frozen ${randomBytes(3).toString('hex')}`,
    productPrice: '90',
    currency: 'USD',
  });
  await signIn(page, reseller.signedIn);
  const licenses = panel(page, 'Recent licenses');
  await whileFrozen('licensing', async () => {
    await page.goto(`${publicUrl}/reseller-dashboard/overview`);
    await expect(panel(page, 'Recent orders')).toContainText('No orders yet');
    await expect(licenses.getByRole('alert')).toContainText("We couldn't load the licenses");
    await markPage(page);
  });
  await expect(licenses).toContainText('No licenses yet', RECOVERED);

  // The frame and loaded data stay. New data shows a notice.
  await whileFrozen('commerce', async () => {
    await tab(page, 'Orders').click();
    await expect(heading(page, 'Orders')).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert').first()).toContainText('as soon as it is back');
    await tab(page, 'License Management').click();
    await expect(page.getByText('No licenses created yet')).toBeVisible();
    await tab(page, 'Orders').click();
  });
  await expect(page.getByText('No orders found')).toBeVisible(RECOVERED);
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await expectSamePage(page);
});
