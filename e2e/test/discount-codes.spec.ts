import { expect, test, type Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { runningPlatform, until } from '../platform.ts';
import { ADMIN } from '../test-stacks.ts';
import { keepPictures } from './keep-pictures.ts';
import { person } from './person.ts';
import { makeReseller } from './reseller.ts';

const platform = runningPlatform();
const { publicUrl } = platform;

interface Order {
  customerEmail: string;
  amount: string;
  status: string;
  amounts: { discount: string; discountCode?: string };
}

async function openAs(page: Page, cookie: string, path: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=', 2);
  await page.context().addCookies([{ name, value, url: publicUrl }]);
  await page.goto(publicUrl + path);
}

const pressBuy = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /get it for/i })
    .first()
    .click();

test('a reseller creates a discount code, a visitor pays less with its link, and an ended code is said to be invalid', async ({
  page,
  browser,
}) => {
  const offer = { businessName: 'Coded Offers', productPrice: '120.00', currency: 'CHF' };
  const reseller = await makeReseller(platform, offer);
  const code = `SPRING-${randomBytes(3).toString('hex')}`.toUpperCase();
  const visitor = await (await browser.newContext()).newPage();
  const email = `coded-${randomBytes(4).toString('hex')}@example.com`;

  await test.step('the reseller creates the code', async () => {
    await openAs(page, reseller.signedIn.cookie(), '/reseller-dashboard/discount-codes');
    await expect(page.getByText('No discount codes yet')).toBeVisible();
    await keepPictures(page, 'reseller-discount-codes-empty');
    await page.getByRole('button', { name: 'New code' }).click();
    const form = page.getByRole('form', { name: 'New discount code' });
    await form.getByLabel('Code', { exact: true }).fill(code.toLowerCase());
    await form.getByRole('radio', { name: 'An amount' }).check();
    await form.getByLabel('Amount in CHF').fill('119.80');
    await form.getByLabel('Maximum uses').fill('5');
    await form.getByRole('button', { name: 'Create code' }).click();
    await expect(form.getByText(/would leave CHF0\.20 CHF of CHF120\.00 CHF/)).toBeVisible();
    await keepPictures(page, 'reseller-discount-codes-form');
    await form.getByLabel('Amount in CHF').fill('20');
    await form.getByRole('button', { name: 'Create code' }).click();
    const row = page.getByRole('row', { name: new RegExp(code) });
    await expect(row).toContainText('0 of 5');
    await expect(row).toContainText('CHF20.00 CHF off');
  });

  await test.step('a visitor reads another page first, and still pays less', async () => {
    await visitor.goto(`${publicUrl}/r/${reseller.slug}?code=${code.toLowerCase()}`);
    await visitor.getByRole('contentinfo').getByRole('link', { name: /terms/i }).first().click();
    await visitor.waitForURL(/terms-of-service/);
    await visitor.goto(`${publicUrl}/r/${reseller.slug}`);
    await pressBuy(visitor);
    await visitor.waitForURL(/\/pay\//);
    await visitor.getByLabel('Email').fill(email);
    await visitor.getByRole('button', { name: /Pay CHF.?100\.00/ }).click();
    await visitor.waitForURL(/\/success\?/);
    await expect(visitor.getByText(`Discount, code ${code}`)).toBeVisible();
    await keepPictures(visitor, 'success-with-discount');
    const order = await until('the order is there', async () => {
      const orders = await reseller.signedIn.call<Order[]>('/api/resellers/orders');
      return orders.find((each) => each.customerEmail === email && each.status === 'completed');
    });
    expect(order).toMatchObject({ amount: '100.00', amounts: { discount: '20.00', discountCode: code } });
  });

  await test.step('the reseller sees the use and ends the code', async () => {
    await page.reload();
    const row = page.getByRole('row', { name: new RegExp(code) });
    await expect(row).toContainText('1 of 5');
    await keepPictures(page, 'reseller-discount-codes');
    await page.getByRole('button', { name: `End code ${code}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End code' }).click();
    await expect(row).toContainText('Ended');
  });

  await test.step('the next visitor reads that it is not valid, and buys at the full price', async () => {
    await visitor.goto(`${publicUrl}/r/${reseller.slug}?code=${code}`);
    await pressBuy(visitor);
    const dialog = visitor.getByRole('alertdialog');
    await expect(dialog.getByText('This discount code is not valid.')).toBeVisible();
    await keepPictures(visitor, 'invalid-discount-code');
    await dialog.getByRole('button', { name: 'Buy at the full price' }).click();
    await visitor.waitForURL(/\/pay\//);
    await expect(visitor.getByRole('button', { name: /Pay CHF.?120\.00/ })).toBeVisible();
  });
  await visitor.context().close();
});

test('an admin sees the discount codes of the platform', async ({ page }) => {
  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  const code = `LAUNCH-${randomBytes(3).toString('hex')}`.toUpperCase();
  await admin.call('/api/admin/discount-codes', 'POST', {
    code,
    percent: 100,
    productType: 'reseller_rights',
  });
  await openAs(page, admin.cookie(), '/admin/discount-codes');
  const row = page.getByRole('row', { name: new RegExp(code) });
  await expect(row).toContainText('100% off');
  await expect(row).toContainText('Reseller Rights');
  await keepPictures(page, 'admin-discount-codes');
});

test('guesses of discount codes are refused after twenty in a minute from one network', async () => {
  const address = `10.${[...randomBytes(3)].join('.')}`;
  const guess = async () => {
    const json = { successUrl: `${publicUrl}/success`, cancelUrl: `${publicUrl}/`, code: 'GUESSED' };
    const { status } = await fetch(`${publicUrl}/api/create-main-checkout`, {
      method: 'POST',
      headers: { origin: publicUrl, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(json),
    });
    return status;
  };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 25; attempt += 1) statuses.push(await guess());
  expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(20);
  expect(statuses.at(-1)).toBe(429);
});
