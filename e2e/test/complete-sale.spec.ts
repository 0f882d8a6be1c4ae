import { expect, test, type Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { LICENSE_KEY, platformClient, sessionOf, until, type Platform } from '../platform.ts';
import { ADMIN } from '../test-stacks.ts';
import { useOwnStack } from './own-stack.ts';
import { person } from './person.ts';
import { makeReseller } from './reseller.ts';

interface Order {
  id: string;
  customerEmail: string;
  amount: string;
  status: string;
  refunded?: string;
  withdrawal?: { outcome: string };
  amounts: { subtotal: string; tax: string; isTaxIncluded: boolean; net: string };
}

interface Totals {
  currency: string;
  isTest?: boolean;
  revenue: string;
  netRevenue?: string;
}

/** The amounts for a German buyer, on the payment page and in the order. */
interface Expected {
  total: string;
  amounts: Order['amounts'];
}

const GERMAN = { tax: { status: 'active', headOffice: 'DE', registrations: [{ country: 'DE' }] } };

/** Chooses a tax on the open page of a seller. */
async function chooseTax(page: Page, choice: string): Promise<void> {
  await page.getByRole('radio', { name: choice }).check();
  await page.getByRole('button', { name: 'Save tax' }).click();
}

async function openAs(page: Page, publicUrl: string, cookie: string, path: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=', 2);
  await page.context().addCookies([{ name, value, url: publicUrl }]);
  await page.goto(publicUrl + path);
}

/** Buys from the open page as a German visitor. @returns the provider's session */
async function buy(page: Page, email: string, total: string): Promise<string> {
  await page
    .getByRole('main')
    .getByRole('button', { name: /get it for/i })
    .first()
    .click();
  await page.waitForURL(/\/pay\//);
  const session = sessionOf(page.url());
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Country').selectOption('DE');
  await page.getByRole('button', { name: 'Update total' }).click();
  await page.getByRole('button', { name: `Pay ${total}` }).click();
  await page.waitForURL(/\/success\?/);
  return session;
}

/** A seller whose orders a test reads. */
interface Shop {
  platform: Platform;
  listOrders: () => Promise<Order[]>;
  paymentKey: string;
}

/**
 * Walks a sale from the open page of a seller to the withdrawal: payment, success page, mail, receipt, My Leadping, a
 * browser signed out, a key replaced, and the money back.
 *
 * @param words the seller's words for the total on our own pages
 */
async function walkSale(
  page: Page,
  { platform, listOrders, paymentKey }: Shop,
  { total, amounts }: Expected,
  words: { total: string; tax: string },
): Promise<void> {
  const client = platformClient(platform);
  const email = `buyer-${randomBytes(5).toString('hex')}@example.com`;
  const mailWith = (subject: string) =>
    until(`the mail “${subject}”`, async () =>
      (await client.mailsTo(email)).find((mail) => mail.subject.includes(subject)),
    );
  const findOrder = (status: string) =>
    until(`the order is ${status}`, async () =>
      (await listOrders()).find((order) => order.customerEmail === email && order.status === status),
    );
  const onDevice = (verb: string, licenseKey: string, deviceId: string) =>
    client.call<{ code: string }>(`/api/license/${verb}`, 'POST', { licenseKey, deviceId });

  const session = await buy(page, email, total);
  await expect(page.getByText(words.total).first()).toBeVisible();
  const order = await findOrder('completed');
  expect(order.amounts).toEqual(expect.objectContaining(amounts));

  const mail = await mailWith('license key');
  const key = LICENSE_KEY.exec(mail.textBody)?.[0] ?? 'no key';
  for (const word of [order.id, words.total, words.tax]) expect(mail.textBody).toContain(word);
  await page.goto(/Receipt: (\S+)/.exec(mail.textBody)?.[1] ?? 'no receipt');
  const receipt = page.getByRole('article', { name: 'Receipt' });
  for (const word of [order.id, words.total, words.tax]) await expect(receipt).toContainText(word);

  for (const device of ['office', 'laptop'])
    await client.call('/api/license/activate', 'POST', {
      licenseKey: key,
      deviceId: `${device}-${email}`.slice(0, 40).replace(/[@.]/g, '-'),
      deviceName: `The ${device}`,
    });

  await page.goto(/replace a leaked key: (\S+)/.exec(mail.textBody)?.[1] ?? 'no page');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.goto(/\S+\/my#\S+/.exec((await mailWith('Your link')).textBody)?.[0] ?? 'no link');
  await page.getByRole('button', { name: 'Open My Leadping' }).click();
  const laptop = page.getByRole('listitem').filter({ hasText: 'The laptop' });
  await laptop.getByRole('button', { name: 'Sign out browser' }).click();
  await expect(laptop).toHaveCount(0);
  await page.getByRole('button', { name: 'Replace key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click();
  const newKey = LICENSE_KEY.exec((await mailWith('Your new')).textBody)?.[0] ?? 'no key';
  await expect(page.getByText(newKey)).toBeVisible();
  expect(await onDevice('activate', key, 'the-device-of-a-thief')).toMatchObject({ code: 'KEY_ROTATED' });
  expect(await onDevice('activate', newKey, 'the-device-of-the-buyer')).toMatchObject({ code: 'VALID' });

  await page.getByRole('link', { name: `Withdraw from order ${order.id}` }).click();
  await expect(page.getByRole('textbox', { name: /^Order number/ })).toHaveValue(order.id);
  await page.getByRole('textbox', { name: /^Email address/ }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'We received your withdrawal' })).toBeVisible();
  await mailWith('Your withdrawal from order');

  const refunded = await findOrder('refunded');
  expect(refunded).toMatchObject({ withdrawal: { outcome: 'refund' }, amounts: { net: '0.00' } });
  await until(
    'the license is revoked',
    async () => (await onDevice('validate', newKey, 'the-device-of-the-buyer')).code === 'LICENSE_REVOKED',
  );
  await page.goto(`${platform.publicUrl}/my`);
  await expect(page.getByRole('list', { name: 'Orders' })).toContainText('Refunded');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Email me a link' })).toBeVisible();

  // The provider's account has the same refund, once.
  const { payment_intent } = await atProvider<{ payment_intent: string }>(
    platform,
    paymentKey,
    `/v1/checkout/sessions/${session}`,
  );
  const { data } = await atProvider<{ data: { amount: number; status: string }[] }>(
    platform,
    paymentKey,
    `/v1/refunds?payment_intent=${payment_intent}`,
  );
  expect(data).toMatchObject([{ amount: Math.round(Number(order.amount) * 100), status: 'succeeded' }]);
}

async function atProvider<T>({ sandboxUrl }: Platform, key: string, path: string): Promise<T> {
  const reply = await fetch(sandboxUrl + path, { headers: { authorization: `Bearer ${key}` } });
  expect(reply.status).toBe(200);
  return (await reply.json()) as T;
}

test.describe('a complete sale with tax, from the payment to the withdrawal', () => {
  const own = useOwnStack('sale', {
    env: {
      gateway: { TRUST_PROXY: '127.0.0.0/8' },
      'svc-identity': { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
    },
  });
  const setUpStripe = (platform: Platform, key: string) =>
    platformClient(platform).sandbox(`/sandbox/accounts/${key}/profile`, 'PUT', GERMAN);

  test('of the platform agrees to the cent in money, license and books, with tax in the price and then on top', async ({
    page,
  }) => {
    const { stack } = own;
    const { publicUrl } = stack;
    const paymentKey = stack.secrets.STRIPE_TEST_KEY;
    const admin = person(stack);
    await admin.signIn(ADMIN.username, ADMIN.password);
    const shop = { platform: stack, listOrders: () => admin.call<Order[]>('/api/admin/orders'), paymentKey };

    await test.step('the admin reads why Stripe refuses, and then saves', async () => {
      await admin.call('/api/admin/settings', 'POST', { refundsWithdrawals: true });
      await openAs(page, publicUrl, admin.cookie(), '/admin/settings');
      await chooseTax(page, 'Stripe Tax, in the price');
      await expect(page.getByText('You must have a valid head office address').first()).toBeVisible();
      await setUpStripe(stack, paymentKey);
      await page.getByRole('button', { name: 'Save tax' }).click();
      await expect(page.getByText('Settings updated successfully').first()).toBeVisible();
    });

    await test.step('a visitor buys with tax in the price', async () => {
      await page.goto(`${publicUrl}/terms-of-service`);
      await expect(page.getByText('include tax where it applies')).toBeVisible();
      await page.goto(publicUrl);
      await expect(page.locator('#pricing').getByText('including tax').first()).toBeVisible();
      await walkSale(
        page,
        shop,
        {
          total: '$79.00',
          amounts: { subtotal: '79.00', tax: '12.61', isTaxIncluded: true, net: '66.39' },
        },
        { total: '$79.00', tax: '$12.61' },
      );
    });

    await test.step('a visitor buys with tax on top', async () => {
      await admin.call('/api/admin/settings', 'POST', { tax: { mode: 'exclusive', collectTaxIds: true } });
      await until('the page says so', async () => {
        await page.goto(publicUrl);
        return (await page.locator('#pricing').textContent())?.includes('plus tax');
      });
      await walkSale(
        page,
        shop,
        {
          total: '$94.01',
          amounts: { subtotal: '79.00', tax: '15.01', isTaxIncluded: false, net: '79.00' },
        },
        { total: '$94.01', tax: '$15.01' },
      );
    });
  });

  test('of a reseller agrees to the cent in money, license and books, with their tax in the price and then on top', async ({
    page,
  }) => {
    const { stack } = own;
    const { publicUrl } = stack;
    const reseller = await makeReseller(stack, {
      businessName: 'Taxed Offers',
      productPrice: '129.00',
      currency: 'CHF',
    });
    const { signedIn, paymentKey } = reseller;
    await setUpStripe(stack, paymentKey);
    await signedIn.call('/api/resellers/promises', 'PUT', {
      guaranteeDays: 30,
      supportReplyHours: 24,
      refundsWithdrawals: true,
    });
    const shop = {
      platform: stack,
      listOrders: () => signedIn.call<Order[]>('/api/resellers/orders'),
      paymentKey,
    };
    const sell = async (choice: string, note: string, expected: Expected) => {
      await openAs(page, publicUrl, signedIn.cookie(), '/reseller-dashboard/payment-setup');
      await chooseTax(page, choice);
      await expect(page.getByText('Tax Updated').first()).toBeVisible();
      await page.goto(`${publicUrl}/r/${reseller.slug}`);
      await expect(page.locator('#pricing').getByText(note).first()).toBeVisible();
      const show = (amount: string) => `CHF${amount} CHF`;
      const { subtotal, tax, isTaxIncluded } = expected.amounts;
      const paid = isTaxIncluded ? Number(subtotal) : Number(subtotal) + Number(tax);
      await walkSale(page, shop, expected, { total: show(paid.toFixed(2)), tax: show(tax) });
    };

    await sell('Stripe Tax, in the price', 'including tax', {
      total: 'CHF 129.00',
      amounts: { subtotal: '129.00', tax: '20.60', isTaxIncluded: true, net: '108.40' },
    });
    await sell('Stripe Tax, on top', 'plus tax', {
      total: 'CHF 153.51',
      amounts: { subtotal: '129.00', tax: '24.51', isTaxIncluded: false, net: '129.00' },
    });
    const [totals] = await signedIn.call<Totals[]>('/api/resellers/orders/summary');
    expect(totals).toMatchObject({ currency: 'CHF', revenue: '0.00', netRevenue: '0.00' });
  });
});
