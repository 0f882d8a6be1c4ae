import { expect, type Page, test } from '@playwright/test';
import { platformClient, runningPlatform } from '../platform.ts';
import { seriousFaultsInBothThemes } from './serious-faults.ts';
import { adminCalls, makeSupporter, mark, openTicket, signIn, tickets } from './desk-calls.ts';

const platform = runningPlatform();
const { publicUrl } = platform;
const client = platformClient(platform);

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
