import { expect, test, type Page } from '@playwright/test';
import { CONSENT_STATEMENTS } from '@leadping/contracts/commerce/delivery-consent';
import { runningPlatform } from '../platform.ts';
import { ADMIN } from '../test-stacks.ts';
import { keepPictures } from './keep-pictures.ts';
import { person } from './person.ts';
import { makeReseller } from './reseller.ts';

const platform = runningPlatform();
const PAYMENT_PAGE = /\/pay\/cs_/;

const buyButton = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /get it for/i })
    .first();

/** Collects what the browser reports about the policy, which is also how it says that it blocked a form. */
function watchPolicy(page: Page): string[] {
  const reports: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) reports.push(message.text());
  });
  return reports;
}

test.describe('a buyer without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('gets from the landing page to the payment page with the price of the platform', async ({ page }) => {
    const reports = watchPolicy(page);
    const opened = await page.goto(platform.publicUrl);
    expect(opened?.headers()['content-security-policy']).toContain(
      `form-action 'self' ${platform.sandboxUrl}`,
    );
    await buyButton(page).click();
    await page.waitForURL(PAYMENT_PAGE);
    await expect(page.getByText('$79.00').first()).toBeVisible();
    expect(reports).toEqual([]);
  });

  test("gets from a reseller's page to the payment page with the price of the reseller", async ({ page }) => {
    const seller = await makeReseller(platform, {
      businessName: 'Form Sales',
      productPrice: '129.00',
      currency: 'CHF',
    });
    await page.goto(`${platform.publicUrl}/r/${seller.slug}`);
    await buyButton(page).click();
    await page.waitForURL(PAYMENT_PAGE);
    await expect(page.getByText(/CHF\s*129\.00/).first()).toBeVisible();
  });

  test('agrees to immediate delivery on a page of ours where the seller asks for it', async ({ page }) => {
    const seller = await makeReseller(platform, {
      businessName: 'Instant Sales',
      productPrice: '129.00',
      currency: 'CHF',
    });
    const promises = { guaranteeDays: 30, supportReplyHours: 24, asksConsent: true };
    await seller.signedIn.call('/api/resellers/promises', 'PUT', promises);
    await page.goto(`${platform.publicUrl}/r/${seller.slug}`);
    await buyButton(page).click();
    await expect(page.getByRole('heading', { name: 'Before you pay' })).toBeVisible();
    await keepPictures(page, 'buy-form-consent');
    for (const statement of CONSENT_STATEMENTS) await page.getByRole('checkbox', { name: statement }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(PAYMENT_PAGE);
  });

  test('reads why a reseller sells nothing, and how to continue', async ({ page }) => {
    const seller = await makeReseller(platform, {
      businessName: 'Closed Sales',
      productPrice: '129.00',
      currency: 'CHF',
    });
    await page.goto(`${platform.publicUrl}/r/${seller.slug}`);
    const admin = person(platform);
    await admin.signIn(ADMIN.username, ADMIN.password);
    await admin.call(`/api/admin/resellers/${seller.id}/deactivate`, 'POST');
    await buyButton(page).click();
    await expect(page.getByRole('heading', { name: 'The payment page did not open' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText('Closed Sales is not selling at the moment.');
    await keepPictures(page, 'buy-form-failure');
    await page.getByRole('link', { name: 'Back to the offer' }).click();
    await page.waitForURL(`${platform.publicUrl}/r/${seller.slug}`);
  });
});

test('a press before the scripts are there buys by the form', async ({ page }) => {
  await page.route('**/assets/**/*.js', () => new Promise<void>(() => undefined));
  await page.goto(platform.publicUrl, { waitUntil: 'commit' });
  await buyButton(page).click();
  await page.waitForURL(PAYMENT_PAGE);
});

test('a press with scripts starts one checkout and sends no form', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await page.goto(platform.publicUrl);
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeEnabled();
  await expect
    .poll(() =>
      buyButton(page).evaluate((button) => Object.keys(button).some((key) => key.startsWith('__react'))),
    )
    .toBe(true);
  await buyButton(page).dblclick();
  await page.waitForURL(PAYMENT_PAGE);
  expect(sent.filter((path) => path === '/api/create-main-checkout')).toHaveLength(1);
  expect(sent).not.toContain('/api/buy');
});
