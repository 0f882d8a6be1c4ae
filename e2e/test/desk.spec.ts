import { expect, type Page, test } from '@playwright/test';
import { platformClient, runningPlatform, until } from '../platform.ts';
import { ADMIN_LABELS } from './dashboard-tabs.ts';
import { type Probe, teamAt } from './probe-remote.ts';
import { adminCalls, makeSupporter, mark, openTicket, signIn, tickets } from './desk-calls.ts';

const platform = runningPlatform();
const { publicUrl } = platform;
const client = platformClient(platform);

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
].join(' ');

/** The labels of the tabs. The one of the tickets may be followed by their number. */
const TABS = Object.values(ADMIN_LABELS).map((label) =>
  label === ADMIN_LABELS.tickets ? new RegExp(`^${label}`) : label,
);

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
