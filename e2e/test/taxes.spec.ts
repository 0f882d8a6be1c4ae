import { expect, test, type Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { platformClient, sessionOf, until, type Platform } from '../platform.ts';
import { ADMIN } from '../test-stacks.ts';
import { useOwnStack } from './own-stack.ts';
import { person } from './person.ts';
import { makeReseller } from './reseller.ts';

interface Order {
  customerEmail: string;
  amount: string;
  status: string;
  amounts: { subtotal: string; tax: string; isTaxIncluded: boolean; net: string };
}

const GERMAN = { tax: { status: 'active', headOffice: 'DE', registrations: [{ country: 'DE' }] } };

/** Chooses a tax on the open page of a seller. */
async function chooseTax(page: Page, choice: string): Promise<void> {
  await page.getByRole('radio', { name: choice }).check();
  await page.getByRole('button', { name: 'Save tax' }).click();
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

async function openAs(page: Page, publicUrl: string, cookie: string, path: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=', 2);
  await page.context().addCookies([{ name, value, url: publicUrl }]);
  await page.goto(publicUrl + path);
}

test.describe('a shop with taxes', () => {
  const own = useOwnStack('taxes', {
    env: {
      gateway: { TRUST_PROXY: '127.0.0.0/8' },
      'svc-identity': { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
    },
  });
  const setUpStripe = (platform: Platform, key: string) =>
    platformClient(platform).sandbox(`/sandbox/accounts/${key}/profile`, 'PUT', GERMAN);

  test('sells with tax in the price, then on top, and the order has both to the cent', async ({ page }) => {
    const { stack } = own;
    const { publicUrl } = stack;
    const admin = person(stack);
    await admin.signIn(ADMIN.username, ADMIN.password);
    const findOrder = (email: string) =>
      until('the order is paid', async () => {
        const orders = await admin.call<Order[]>('/api/admin/orders');
        return orders.find((order) => order.customerEmail === email && order.status === 'completed');
      });

    await test.step('the admin reads why Stripe refuses, and then saves', async () => {
      await openAs(page, publicUrl, admin.cookie(), '/admin/settings');
      await chooseTax(page, 'Stripe Tax, in the price');
      await expect(page.getByText('You must have a valid head office address').first()).toBeVisible();
      await setUpStripe(stack, stack.secrets.STRIPE_TEST_KEY);
      await page.getByRole('button', { name: 'Save tax' }).click();
      await expect(page.getByText('Settings updated successfully').first()).toBeVisible();
    });

    await test.step('a visitor buys with tax in the price', async () => {
      const email = `inclusive-${randomBytes(5).toString('hex')}@example.com`;
      await page.goto(publicUrl);
      await expect(page.locator('#pricing').getByText('including tax').first()).toBeVisible();
      await page.goto(`${publicUrl}/terms-of-service`);
      await expect(page.getByText('include tax where it applies')).toBeVisible();
      await page.goto(publicUrl);
      await buy(page, email, '$79.00');
      expect(await findOrder(email)).toMatchObject({
        amount: '79.00',
        amounts: { subtotal: '79.00', tax: '12.61', isTaxIncluded: true, net: '66.39' },
      });
    });

    await test.step('a visitor buys with tax on top', async () => {
      await admin.call('/api/admin/settings', 'POST', { tax: { mode: 'exclusive', collectTaxIds: true } });
      const email = `exclusive-${randomBytes(5).toString('hex')}@example.com`;
      await until('the page says so', async () => {
        await page.goto(publicUrl);
        return (await page.locator('#pricing').textContent())?.includes('plus tax');
      });
      await buy(page, email, '$94.01');
      expect(await findOrder(email)).toMatchObject({
        amount: '94.01',
        amounts: { subtotal: '79.00', tax: '15.01', isTaxIncluded: false, net: '79.00' },
      });
    });
  });

  test("sells at a reseller's page with their tax, in the price and then on top", async ({ page }) => {
    const { stack } = own;
    const { publicUrl } = stack;
    const reseller = await makeReseller(stack, {
      businessName: 'Taxed Offers',
      productPrice: '129.00',
      currency: 'CHF',
    });
    await setUpStripe(stack, reseller.paymentKey);
    const findOrder = (email: string) =>
      until('the order is paid', async () => {
        const orders = await reseller.signedIn.call<Order[]>('/api/resellers/orders');
        return orders.find((order) => order.customerEmail === email && order.status === 'completed');
      });
    const sell = async (choice: string, note: string, total: string) => {
      await openAs(page, publicUrl, reseller.signedIn.cookie(), '/reseller-dashboard/payment-setup');
      await chooseTax(page, choice);
      await expect(page.getByText('Tax Updated').first()).toBeVisible();
      await page.goto(`${publicUrl}/r/${reseller.slug}`);
      await expect(page.locator('#pricing').getByText(note).first()).toBeVisible();
      const email = `buyer-${randomBytes(5).toString('hex')}@example.com`;
      await buy(page, email, total);
      return findOrder(email);
    };

    expect(await sell('Stripe Tax, in the price', 'including tax', 'CHF 129.00')).toMatchObject({
      amount: '129.00',
      amounts: { subtotal: '129.00', tax: '20.60', isTaxIncluded: true, net: '108.40' },
    });
    expect(await sell('Stripe Tax, on top', 'plus tax', 'CHF 153.51')).toMatchObject({
      amount: '153.51',
      amounts: { subtotal: '129.00', tax: '24.51', isTaxIncluded: false, net: '129.00' },
    });
  });
});
