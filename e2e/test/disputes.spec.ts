import { expect, type Page, test } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { platformClient, runningPlatform, until } from '../platform.ts';
import { ADMIN } from '../test-stacks.ts';
import { answered } from './answered.ts';
import { disputePayment, payAt } from './disputed-sale.ts';
import { person } from './person.ts';
import { makeReseller } from './reseller.ts';
import { seriousFaults } from './serious-faults.ts';

const platform = runningPlatform();
const { publicUrl } = platform;
const client = platformClient(platform);

/** `PICTURES=/some/folder` stores pictures of the pages. */
const PICTURES = process.env.PICTURES;
async function keepPictures(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  await mkdir(PICTURES, { recursive: true });
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: path.join(PICTURES, `${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function openAs(page: Page, signedIn: { cookie: () => string }, address: string): Promise<void> {
  const [name = '', value = ''] = signedIn.cookie().split('=', 2);
  await page.context().addCookies([{ name, value, url: publicUrl }]);
  await page.goto(publicUrl + address);
}

const someBuyer = (name: string) => `${name}-${randomBytes(5).toString('hex')}@example.com`;

test('an admin sees the deadline of a dispute on the overview and downloads a draft of the evidence from the order', async ({
  page,
}) => {
  const buyer = someBuyer('disputed');
  const session = await payAt(platform, buyer);
  await disputePayment(platform, session);
  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  await openAs(page, admin, '/admin/overview');
  await expect(page.getByText(/waits? for your answer\. The nearest deadline is/)).toBeVisible();
  await keepPictures(page, 'admin-overview-dispute');

  await page.goto(`${publicUrl}/admin/orders?search=${encodeURIComponent(buyer)}`);
  await page.getByRole('row').filter({ hasText: buyer }).getByRole('link').click();
  const draft = page.getByLabel('Evidence draft', { exact: true });
  await expect(page.getByText('Needs an answer')).toBeVisible();
  await expect(page.getByText('Fraudulent', { exact: true })).toBeVisible();
  await expect(draft).toContainText(`Buyer: ${buyer}`);
  await expect(draft).toContainText('accepted by Postmark on');
  await expect(draft).toContainText('delivered to the buyer’s mail server');
  const atStripe = page.getByRole('link', { name: 'Open it in your Stripe dashboard' });
  await expect(atStripe).toHaveAttribute('href', /^https:\/\/dashboard\.stripe\.com\/test\/disputes\/du_/);
  expect(await seriousFaults(page)).toEqual([]);
  await keepPictures(page, 'admin-order-dispute');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as text' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toBe(await draft.textContent());
});

test('a reseller chooses the events of the order webhook, and a refund and a dispute arrive and are in the log', async ({
  page,
}) => {
  const reseller = await makeReseller(platform, {
    businessName: 'Eventful Tools',
    productPrice: '49.00',
    currency: 'EUR',
  });
  await openAs(page, reseller.signedIn, '/reseller-dashboard/settings');
  const form = page.getByRole('form', { name: 'Order Webhook' });
  await expect(form.getByRole('checkbox', { name: /order\.completed/ })).toBeChecked();
  await form.getByRole('checkbox', { name: /order\.refunded/ }).check();
  await form.getByRole('checkbox', { name: /order\.disputed/ }).check();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Webhook URL Saved')).toBeVisible();
  await page.getByLabel('Event', { exact: true }).selectOption('Order disputed');
  await expect(page.locator('pre[aria-label="Sample payload"]')).toContainText('evidence_due_by');
  expect(await seriousFaults(page)).toEqual([]);
  await keepPictures(page, 'reseller-settings-events');

  const buyer = someBuyer('eventful');
  const session = await payAt(platform, buyer, reseller.id);
  await answered(client, () => client.sandbox(`/pay/${session}/refund`, 'POST', { amount: 900 }));
  await disputePayment(platform, session);
  const payloads = await until('three webhooks arrive', async () => {
    const received = await client.sandbox<{ json: { event: string } }[]>(
      `/hooks/${reseller.hookBin}/requests`,
    );
    return received.length >= 3 && received.map(({ json }) => json);
  });
  expect(payloads.map(({ event }) => event).toSorted()).toEqual([
    'order.completed',
    'order.disputed',
    'order.refunded',
  ]);
  expect(payloads.find(({ event }) => event === 'order.refunded')).toMatchObject({
    reseller_id: reseller.id,
    refund: { amount: '9.00', total_refunded: '9.00', full: false },
  });
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'Order refunded' })).toBeVisible();

  await page.goto(`${publicUrl}/reseller-dashboard/orders?status=disputed`);
  await page.getByRole('button', { name: /^Dispute of order/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Dispute' });
  await expect(dialog.getByText('Needs an answer')).toBeVisible();
  await expect(dialog.getByLabel('Evidence draft', { exact: true })).toContainText('Eventful Tools');
  expect(await seriousFaults(page)).toEqual([]);
  await keepPictures(page, 'reseller-dispute');
  await page.goto(`${publicUrl}/reseller-dashboard/overview`);
  await expect(page.getByText('1 dispute waits for your answer.')).toBeVisible();
});
