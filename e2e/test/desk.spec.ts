import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import mongoose from 'mongoose';
import { randomBytes } from 'node:crypto';
import { ADMIN } from '../test-stacks.ts';
import { person } from './person.ts';
import { platformClient, runningPlatform, until } from '../platform.ts';
import { type Probe, teamAt } from './probe-remote.ts';
import { seriousFaultsInBothThemes } from './serious-faults.ts';

const platform = runningPlatform();
const { publicUrl } = platform;
const client = platformClient(platform);

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
].join(' ');

const TABS = [
  'Overview',
  'Orders',
  'Settings',
  'License Management',
  'Reseller Management',
  'Chrome Extension Selectors',
  /^Support Tickets/,
  'System Logs',
  'QA Testing',
  'Failures',
  'Audit Log',
  'Privacy',
  'Releases',
  'Profile',
];

const mark = () => randomBytes(5).toString('hex');
const addressOfOne = () => `10.${[...randomBytes(3)].join('.')}`;

interface OpenedTicket {
  id: string;
  email: string;
  ticketNumber: string;
}

/** Opens a ticket as a visitor with a unique address. */
async function openTicket(
  admin: ReturnType<typeof person>,
  ticket: { subject: string; name?: string; email?: string; priority?: string },
) {
  const { ticketNumber } = await client.call<{ ticketNumber: string }>(
    '/api/support',
    'POST',
    {
      name: 'Ann Smith',
      email: `ann-${mark()}@example.com`,
      message: 'Please help',
      category: 'technical',
      ...ticket,
    },
    { 'x-forwarded-for': addressOfOne() },
  );
  const [found] = await admin.call<OpenedTicket[]>(`/api/admin/support-tickets?search=${ticketNumber}`);
  if (!found) throw new Error(`${ticketNumber} is not on the desk`);
  return found;
}

async function adminCalls() {
  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  return admin;
}

/** Signs a browser in without the form, each with a unique address. */
async function signIn(context: BrowserContext, { username, password }: typeof ADMIN = ADMIN) {
  const answer = await context.request.post(`${publicUrl}/api/login`, {
    headers: { origin: publicUrl, 'x-forwarded-for': addressOfOne() },
    data: { username, password },
  });
  expect(answer.status()).toBe(200);
}

/** Registers an account and makes it support staff in the database, as an operator would. */
async function makeSupporter() {
  const supporter = { username: `sam-${mark()}`, password: `pass-${mark()}` };
  await person(platform).call('/api/register', 'POST', {
    ...supporter,
    email: `${supporter.username}@example.com`,
  });
  const database = await mongoose.createConnection(process.env.E2E_MONGODB_URI ?? '').asPromise();
  try {
    const { databases } = await database.listDatabases();
    let made = 0;
    for (const { name } of databases.filter(({ name }) => name.endsWith('identity'))) {
      const users = database.useDb(name).collection('users');
      const { modifiedCount } = await users.updateOne(
        { username: supporter.username },
        { $set: { role: 'support' } },
      );
      made += modifiedCount;
    }
    expect(made).toBe(1);
  } finally {
    await database.close();
  }
  return supporter;
}

const tickets = (page: Page) => page.getByRole('list', { name: 'Tickets' });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');

test("a customer's ticket is answered at the desk, and the customer reads the reply on the ticket and in the mail [S1.02] [S2.63] [S4.01]", async ({
  browser,
}) => {
  const email = `customer-${mark()}@example.com`;
  const subject = `No Ping ${mark()}`;
  const staff = await browser.newContext();
  const visitor = await browser.newContext();
  await signIn(staff);
  const desk = await staff.newPage();
  await desk.goto(`${publicUrl}/admin/tickets?search=${encodeURIComponent(subject)}`);
  await expect(desk.getByText('No tickets match these filters.')).toBeVisible();

  const page = await visitor.newPage();
  await page.goto(`${publicUrl}/support?tab=contact`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Ann Smith');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('textbox', { name: 'Message' }).fill('The button is gone.');
  await page.getByRole('button', { name: 'Create ticket' }).click();
  await expect(page.getByRole('heading', { name: 'We have your ticket' })).toBeVisible();

  // The ticket appears without a reload.
  const row = tickets(desk).getByRole('listitem').filter({ hasText: subject });
  await expect(row).toContainText('Customer Waiting');
  await row.getByRole('button', { name: subject }).click();
  const details = desk.getByRole('dialog', { name: subject });
  await expect(details.getByRole('list', { name: 'Conversation' })).toContainText('The button is gone.');
  await expect(details).toContainText('Less than an hour since last update');
  await desk.getByRole('textbox', { name: 'Your reply' }).fill('It is back in version 2.');
  await desk.getByRole('button', { name: 'Send Response' }).click();
  await expect(desk.getByText('Response sent successfully', { exact: true })).toBeVisible();
  await expect(desk.getByText('Customer has been notified', { exact: true })).toBeVisible();
  await expect(details.getByRole('list', { name: 'Conversation' })).toContainText('It is back in version 2.');

  const mail = await until('the answer is mailed', async () =>
    (await client.mailsTo(email)).find(({ textBody }) => textBody.includes('It is back in version 2.')),
  );
  const [, number = ''] = /\/ticket\/([\w-]+)/.exec(mail.textBody) ?? [];
  await page.goto(`${publicUrl}/ticket/${number}`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'View ticket' }).click();
  await expect(page.getByRole('list', { name: 'Conversation' })).toContainText('It is back in version 2.');
  await expect(page.getByText('In progress', { exact: true })).toBeVisible();

  await desk.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(row).toContainText('In progress');
  await expect(row).not.toContainText('Customer Waiting');
  await Promise.all([staff.close(), visitor.close()]);
});

test('the desk sorts tickets by status and then by the newest change, and resolves an open ticket [S4.02] [S4.03] [S4.01]', async ({
  page,
  context,
}) => {
  const admin = await adminCalls();
  const word = `sorted-${mark()}`;
  for (const status of ['closed', 'open', 'resolved', 'in_progress', 'open']) {
    const { id } = await openTicket(admin, { subject: `${word} ${status}` });
    await admin.call(`/api/admin/support-tickets/${id}`, 'PUT', { status });
  }
  const { id: newest } = await openTicket(admin, { subject: `${word} newest` });
  await admin.call(`/api/admin/support-tickets/${newest}`, 'PUT', { status: 'open' });

  await signIn(context);
  await page.goto(`${publicUrl}/admin/tickets?search=${word}`);
  const subjects = () =>
    tickets(page)
      .getByRole('listitem')
      .evaluateAll((rows) => rows.map((row) => row.querySelector('button')?.textContent?.split(' ')[1]));
  await expect.poll(subjects).toEqual(['newest', 'open', 'open', 'in_progress', 'resolved', 'closed']);

  const row = tickets(page)
    .getByRole('listitem')
    .filter({ hasText: `${word} newest` });
  await row.getByRole('button', { name: 'Mark Resolved' }).click();
  await expect(page.getByText('Ticket updated successfully', { exact: true })).toBeVisible();
  await expect.poll(subjects).toEqual(['open', 'open', 'in_progress', 'newest', 'resolved', 'closed']);
  await expect(row.getByRole('button', { name: 'Mark Resolved' })).toHaveCount(0);
});

test('support staff reach the desk when they sign in, and see nothing else except their profile [R-accounts.20] [R-late.3]', async ({
  page,
  context,
}) => {
  const supporter = await makeSupporter();
  await page.goto(`${publicUrl}/auth`);
  await page.getByRole('textbox', { name: 'Username' }).fill(supporter.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(supporter.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${publicUrl}/admin/tickets`);
  await expect(page.getByRole('heading', { level: 1, name: 'Support Tickets' })).toBeVisible();
  await expect(tabs(page)).toHaveText(['Support Tickets', 'Profile']);

  await page.goto(`${publicUrl}/admin/releases`);
  await expect(page).toHaveURL(`${publicUrl}/admin/tickets`);
  const others = [
    '/api/admin/releases',
    '/api/admin/settings',
    '/api/admin/licenses',
    '/api/admin/resellers',
  ];
  for (const path of others) expect((await context.request.get(publicUrl + path)).status()).toBe(403);
  expect((await context.request.get(`${publicUrl}/api/admin/support-tickets`)).status()).toBe(200);
});

test('the dashboard shows a notice in the tab while mfe-support is down, keeps the other tabs working, and recovers', async ({
  page,
  context,
}) => {
  await signIn(context);
  await context.route('**/assets/mfe-support/**', (route) => route.abort());
  await page.goto(`${publicUrl}/admin/tickets`);
  await expect(page.getByRole('heading', { name: 'Support Tickets did not load' })).toBeVisible();
  await tabs(page).filter({ hasText: 'Releases' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Releases' })).toBeVisible();
  await tabs(page).filter({ hasText: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await tabs(page).filter({ hasText: 'Support Tickets' }).click();
  await expect(page.getByRole('heading', { name: 'Support Tickets did not load' })).toBeVisible();
  await context.unroute('**/assets/mfe-support/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search tickets' })).toBeVisible();
});

test("any team can add a tab to the dashboard by its own release, but cannot replace another team's tab", async ({
  page,
  context,
}) => {
  const team = teamAt(publicUrl, process.env.RELEASE_TOKEN ?? '');
  const view = { slug: 'weather', label: 'Weather' };
  await signIn(context);
  await page.goto(`${publicUrl}/admin/tickets`);
  await expect(tabs(page)).toHaveText(TABS);

  await team.release({ name: 'mfe-weather', version: '1.0.0', view });
  await page.reload();
  await expect(tabs(page)).toHaveText([...TABS, 'Weather']);
  await tabs(page).filter({ hasText: 'Weather' }).click();
  await expect(page.getByRole('main')).toContainText('mfe-weather 1.0.0');

  const second: Probe = { name: 'mfe-storm', version: '1.0.0', view: { ...view, slug: 'tickets' } };
  await expect(team.release(second)).rejects.toThrow('tickets in admin already belongs to');
  await team.release({ name: 'mfe-weather', version: '1.0.1' });
  await page.reload();
  await expect(tabs(page)).toHaveText(TABS);
});

test("a hostile customer's input stays text in the list, the banner and the dialogs", async ({
  page,
  context,
}) => {
  const word = mark();
  const admin = await adminCalls();
  const ticket = await openTicket(admin, { subject: `${word} ${HOSTILE}`, name: HOSTILE.slice(0, 90) });
  await client.confirmTicket(ticket.ticketNumber, ticket.email);
  const attacks: string[] = [];
  page.on('dialog', (dialog) => {
    attacks.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) attacks.push(message.text());
  });
  await signIn(context);
  await page.goto(`${publicUrl}/admin/tickets?search=${word}`);
  await tickets(page).getByRole('button', { name: word }).click();
  const details = page.getByRole('dialog', { name: word });
  await expect(details.getByRole('heading', { name: word })).toHaveCount(0);
  await expect(details).toContainText('<script>alert(1)</script>');
  await expect(details.getByRole('complementary', { name: 'Customer' })).toContainText('Ticket email');
  expect(attacks).toEqual([]);
});

test('the desk restores the focus when it is used by keyboard only', async ({ page, context }) => {
  const word = mark();
  await openTicket(await adminCalls(), { subject: `Keys ${word}` });
  await signIn(context);
  await page.goto(`${publicUrl}/admin/tickets?search=${word}`);
  const subject = tickets(page).getByRole('button', { name: word });
  await subject.focus();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: word });
  await expect(details.getByRole('list', { name: 'Conversation' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(subject).toBeFocused();
});

test.describe('by keyboard only', () => {
  /** A ticket that presses, of a customer with a license and an earlier ticket, on the desk of a supporter. */
  async function openDay(page: Page) {
    const word = mark();
    const email = `buyer-${word}@example.com`;
    const admin = await adminCalls();
    await admin.call('/api/admin/licenses/manual', 'POST', { email });
    const ticket = await openTicket(admin, { subject: `Day ${word}`, email, priority: 'urgent' });
    await client.confirmTicket(ticket.ticketNumber, email);
    await openTicket(admin, { subject: `Before ${word}`, email });
    await signIn(page.context(), await makeSupporter());
    await page.goto(`${publicUrl}/admin/tickets?search=${word}&sort=pressing`);
    await expect(page.getByText('2 tickets shown, page 1')).toBeAttached();
    const row = tickets(page)
      .getByRole('listitem')
      .filter({ hasText: `Day ${word}` });
    const details = page.getByRole('dialog', { name: `Day ${word}` });
    return { word, admin, ticket, row, details };
  }
  async function tabTo(page: Page, name: string, role: 'button' | 'textbox' | 'combobox' = 'button') {
    const target = page.getByRole(role, { name }).first();
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${name} is not reached by Tab`);
  }

  test("a supporter can read, reply to and close a customer's ticket [S1.02] [R-accounts.20]", async ({
    page,
  }) => {
    const { word, admin, ticket, row, details } = await openDay(page);
    await expect(tickets(page).getByRole('listitem').first()).toContainText(`Day ${word}`);
    await tabTo(page, `Day ${word}`);
    await page.keyboard.press('Enter');
    const customer = details.getByRole('complementary', { name: 'Customer' });
    await expect(customer.getByRole('region', { name: /^Licenses/ })).toContainText('Active');
    await expect(customer.getByRole('region', { name: /^Orders/ })).toContainText('No orders');
    await expect(customer.getByRole('region', { name: /^Emails/ })).toContainText('License key');
    await expect(customer.getByRole('region', { name: /^Other tickets/ })).toContainText(`Before ${word}`);
    expect(await customer.textContent()).not.toMatch(/[0-9A-Z]{4}(-[0-9A-Z]{4}){7}/);

    await tabTo(page, 'Your reply', 'textbox');
    await page.keyboard.type('Your key is on its way.');
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Your reply' })).toHaveValue('Your key is on its way.');
    await tabTo(page, 'Your reply', 'textbox');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Response sent successfully', { exact: true })).toBeVisible();
    await expect(details.getByRole('list', { name: 'Conversation' })).toContainText('on its way');
    await expect(page.getByRole('textbox', { name: 'Your reply' })).toBeFocused();

    await tabTo(page, 'Status', 'combobox');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(details.getByText('This ticket is closed. Reopen it to reply.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    expect(await admin.call(`/api/admin/support-tickets/${ticket.id}`)).toMatchObject({ status: 'closed' });
    await expect(row).toContainText('Closed');
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 } });
    test('a supporter can reach the ticket, its reply and its status [S1.02]', async ({ page }) => {
      const { word, details } = await openDay(page);
      await tabTo(page, `Day ${word}`);
      await page.keyboard.press('Enter');
      await expect(details.getByRole('list', { name: 'Conversation' })).toBeVisible();
      await tabTo(page, 'Your reply', 'textbox');
      await tabTo(page, 'Status', 'combobox');
      await page.keyboard.press('Escape');
      await expect(details).toBeHidden();
    });
  });
});

test('an open desk whose session ends leads to the sign-in page and stays there [S8.02]', async ({
  page,
  context,
}) => {
  await signIn(context);
  await page.goto(`${publicUrl}/admin/tickets`);
  await expect(page.getByRole('searchbox', { name: 'Search tickets' })).toBeVisible();
  await context.clearCookies();
  await expect(page.getByText('You are logged out. Logging in again...', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${publicUrl}/auth`);
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test.describe('in light and dark', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test("the desk's list and ticket have no serious axe violation", async ({ page, context }) => {
    const word = mark();
    const { ticketNumber, email } = await openTicket(await adminCalls(), { subject: `Axe ${word}` });
    await client.confirmTicket(ticketNumber, email);
    await signIn(context);
    await page.goto(`${publicUrl}/admin/tickets?search=${word}`);
    await expect(tickets(page)).toBeVisible();
    expect(await seriousFaultsInBothThemes(page)).toEqual([]);
    await tickets(page).getByRole('button', { name: word }).click();
    await expect(page.getByRole('list', { name: 'Conversation' })).toBeVisible();
    expect(await seriousFaultsInBothThemes(page, { include: '[role="dialog"]' })).toEqual([]);
    await page.getByRole('textbox', { name: 'Your reply' }).fill('On its way');
    await expect(page.getByRole('button', { name: 'Send Response' })).toBeEnabled();
    await expect(page.getByRole('dialog').getByText('No orders for this address.')).toBeVisible();
    const changed = { include: '[role="dialog"] :is(form, aside)' };
    expect(await seriousFaultsInBothThemes(page, changed)).toEqual([]);
  });
});

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });
  test('the desk is never wider than the screen', async ({ page, context }) => {
    const word = mark();
    await openTicket(await adminCalls(), {
      subject: `Phone ${word} ${'x'.repeat(150)}`,
      name: 'N'.repeat(90),
    });
    await signIn(context);
    await page.goto(`${publicUrl}/admin/tickets?search=${word}`);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect(tickets(page)).toBeVisible();
    expect(await width()).toBe(320);
    await tickets(page).getByRole('button', { name: word }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('list', { name: 'Conversation' })).toBeVisible();
    expect((await dialog.boundingBox())?.width).toBeLessThanOrEqual(320);
    expect(await dialog.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
  });
});
