import { expect, type Page, test } from '@playwright/test';
import { DEFAULT_CLAIMS } from '@leadping/contracts/commerce/claims';
import { EMPTY_SELLER_DETAILS } from '@leadping/contracts/commerce/seller-details';
import { runningPlatform } from '../platform.ts';
import { ADMIN } from '../test-stacks.ts';
import { keepPictures } from './keep-pictures.ts';
import { person } from './person.ts';
import { makeReseller } from './reseller.ts';
import { seriousFaults } from './serious-faults.ts';

const platform = runningPlatform();
const { publicUrl } = platform;

const ACME = {
  legalName: '<script>window.hacked=1</script> Acme GmbH',
  address: 'Hauptstraße 1\n10115 Berlin',
  country: 'Germany',
  email: 'office@acme.example',
  phone: '+49 30 123456',
  registerNumber: 'HRB 12345',
  taxNumber: 'DE123456789',
};

async function makeSeller() {
  const reseller = await makeReseller(platform, {
    businessName: 'Acme Growth Partners',
    productPrice: '129',
    currency: 'CHF',
  });
  await reseller.signedIn.call('/api/resellers/seller-details', 'PUT', ACME);
  await reseller.signedIn.call('/api/resellers/promises', 'PUT', {
    guaranteeDays: 14,
    supportReplyHours: 48,
  });
  return reseller;
}

async function openAs(page: Page, client: { cookie: () => string }, address: string): Promise<void> {
  const [name = '', value = ''] = client.cookie().split('=', 2);
  await page.context().addCookies([{ name, value, url: publicUrl }]);
  await page.goto(publicUrl + address);
}

test.describe('the legal pages of a reseller', () => {
  let slug: string;
  test.beforeAll(async () => {
    ({ slug } = await makeSeller());
  });

  test('name the seller and the promises, and run no script that is in a name', async ({ page }) => {
    for (const below of ['legal-notice', 'terms-of-service', 'privacy']) {
      await page.goto(`${publicUrl}/r/${slug}/${below}`);
      const seller = page.locator('main #seller');
      await expect(seller).toContainText(ACME.legalName);
      await expect(seller).toContainText('10115 Berlin');
      await expect(seller.getByRole('link', { name: ACME.email })).toHaveAttribute(
        'href',
        `mailto:${ACME.email}`,
      );
      await expect(page.locator('main')).toContainText('14-day money-back guarantee');
      await expect(page.locator('main')).toContainText('within 48 hours');
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    }
    await keepPictures(page, 'tenant-privacy');
    await page.goto(`${publicUrl}/r/${slug}/legal-notice`);
    await expect(page.locator('main')).toContainText(ACME.taxNumber);
    expect(await seriousFaults(page)).toEqual([]);
    await keepPictures(page, 'tenant-legal-notice');
  });

  test('state the reseller’s guarantee and no other one on the landing page', async ({ page }) => {
    await page.goto(`${publicUrl}/r/${slug}`);
    await expect(page.locator('#hero')).toContainText('14-day money-back guarantee');
    await expect(page.locator('#get-started')).toContainText('14-day money-back guarantee.');
    await expect(page.locator('#get-started')).toContainText('within 48 hours');
    await expect(page.locator('#pricing')).toContainText('within 48 hours');
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).not.toMatch(/60-day|within 2 hours/);
    await expect(page.getByRole('contentinfo')).toContainText('Acme GmbH, Germany');
  });

  test('are complete without JavaScript', async ({ browser }) => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${publicUrl}/r/${slug}/legal-notice`);
    await expect(page.locator('main #seller')).toContainText(ACME.legalName);
    await expect(page.locator('main')).toContainText('14-day money-back guarantee');
    await expect(page.locator('main')).not.toContainText('Not provided');
    await page.goto(`${publicUrl}/r/${slug}`);
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text.match(/14-day money-back guarantee/g)?.length).toBeGreaterThanOrEqual(4);
    expect(text).not.toMatch(/60-day|within 2 hours|\{\{/);
    expect(text).toContain('2,847+');
    await page.close();
  });
});

test('a reseller without details has a legal notice that says what is missing', async ({ browser }) => {
  const { slug } = await makeReseller(platform, {
    businessName: 'New Seller',
    productPrice: '79',
    currency: 'USD',
  });
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${publicUrl}/r/${slug}/legal-notice`);
  await expect(page.locator('main #seller')).toContainText(
    'Not provided yet: legal name, address, country, contact email, contact phone.',
  );
  await page.close();
});

test('an admin completes the seller details and confirms a claim, and the public pages follow', async ({
  page,
}) => {
  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  await openAs(page, admin, '/admin/settings');
  const form = page.getByRole('form', { name: 'Seller details' });
  await expect(page.getByText('Missing: legal name, address, country')).toBeVisible();
  await keepPictures(page, 'admin-settings-missing');
  await form.getByLabel('Legal name').fill('Leadping Software GmbH');
  await form.getByLabel('Address').fill('Hauptstraße 1\n10115 Berlin');
  await form.getByLabel('Country').fill('Germany');
  await form.getByLabel('Contact email').fill('not an address');
  await form.getByRole('button', { name: 'Save seller details' }).click();
  await expect(form.getByText('Enter an email address')).toBeVisible();
  await form.getByLabel('Contact email').fill('office@leadping.example');
  await form.getByRole('button', { name: 'Save seller details' }).click();
  await expect(page.getByText('Missing: contact phone')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm: Average rating' }).click();
  await expect(page.getByText('2 unconfirmed')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPictures(page, 'admin-settings');
  const visitor = await page.context().browser()!.newPage({ javaScriptEnabled: false });
  await expect(async () => {
    await visitor.goto(`${publicUrl}/legal-notice`);
    const text = await visitor.locator('main').textContent();
    expect(text).toContain('Leadping Software GmbH');
    expect(text).toContain('Not provided yet: contact phone.');
  }).toPass();
  await visitor.close();
  // Other tests share this platform.
  await admin.call('/api/admin/settings', 'POST', {
    sellerDetails: EMPTY_SELLER_DETAILS,
    claims: DEFAULT_CLAIMS,
  });
});

test('a reseller enters the seller details on the sales page tab', async ({ page }) => {
  const reseller = await makeReseller(platform, {
    businessName: 'Typed Ltd',
    productPrice: '79',
    currency: 'USD',
  });
  await openAs(page, reseller.signedIn, '/reseller-dashboard/sales-page');
  const form = page.getByRole('form', { name: 'Seller details' });
  await form.getByLabel('Legal name').fill('Leadping Support GmbH');
  await form.getByRole('button', { name: 'Save seller details' }).click();
  await expect(form.getByText('Enter your own legal name.')).toBeVisible();
  await keepPictures(page, 'reseller-sales-page');
  await form.getByLabel('Legal name').fill('Typed Limited');
  await form.getByRole('button', { name: 'Save seller details' }).click();
  await expect(page.getByText('Seller Details Updated', { exact: true })).toBeVisible();
  const promises = page.getByRole('form', { name: 'Promises to buyers' });
  await promises.getByText('None', { exact: true }).click();
  await promises.getByRole('button', { name: 'Save promises' }).click();
  await expect(page.getByText('Promises Updated', { exact: true })).toBeVisible();
  await page.goto(`${publicUrl}/r/${reseller.slug}`);
  await expect(page.locator('#hero')).toContainText('One payment, yours for life');
  const main = page.locator('main');
  await expect(main).toContainText('This seller gives no money-back guarantee.');
  await expect(main).not.toContainText(/-day money-back guarantee/i);
});

test('the legal texts are readable and linked from the footer', async ({ page }) => {
  await page.goto(publicUrl);
  for (const [below, title] of [
    ['accessibility', /accessibility/i],
    ['data-processing', /data processing/i],
    ['sub-processors', /sub-processors/i],
    ['legal-notice', /legal notice/i],
    ['terms-of-service', /terms/i],
  ] as const) {
    await page.getByRole('contentinfo').locator(`a[href="/${below}"]`).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
    await keepPictures(page, below);
  }
});
