import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { ADMIN } from '../test-stacks.ts';
import { DEEP } from './depth.ts';
import { expectFilled, smallTargets } from './drawn-page.ts';
import { person } from './person.ts';
import { LICENSE_KEY, platformClient, runningPlatform, until } from '../platform.ts';
import { makeReseller } from './reseller.ts';
import { seriousFaultsInBothThemes } from './serious-faults.ts';

const platform = runningPlatform();
const { publicUrl, sandboxUrl } = platform;
const client = platformClient(platform);

const PAGES = [
  ['overview', 'Overview'],
  ['sales-page', 'Sales Page'],
  ['payment-setup', 'Payment Setup'],
  ['licenses', 'License Management'],
  ['orders', 'Orders'],
  ['settings', 'Integration Settings'],
  ['profile', 'Profile Settings'],
] as const;

const mark = () => randomBytes(6).toString('hex');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const openEntry = (page: Page, name: string) =>
  page.getByRole('complementary').getByRole('link', { name, exact: true }).click();

/** A unique address per user, because sign-ins are limited by address. */
const fromOwnAddress = (context: BrowserContext) =>
  context.setExtraHTTPHeaders({ 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` });

/** An admin invites a reseller. The reseller knows only the content of the mail. */
async function invite() {
  const email = `first-hour-${mark()}@example.com`;
  const admin = person(platform);
  await admin.signIn(ADMIN.username, ADMIN.password);
  await admin.call('/api/admin/resellers', 'POST', { email, businessName: 'Test' });
  const [mail] = await until('the invitation arrives', async () => {
    const mails = await client.mailsTo(email);
    return mails.length > 0 && mails;
  });
  const [, username = ''] = /username:\s+(\S+)/i.exec(mail?.textBody ?? '') ?? [];
  const [, password = ''] = /temporary password:\s+(\S+)/i.exec(mail?.textBody ?? '') ?? [];
  return { username, password };
}

/** Other tests check the sales page in the preview. */
const serious = (page: Page, include?: string) =>
  seriousFaultsInBothThemes(page, { exclude: 'iframe', ...(include ? { include } : {}) });

test('a reseller can go from the invitation to the first sale with their own keys within the first hour [P6.07] [S2.11] [S1.03] [S4.16]', async ({
  page,
  context,
  browser,
}) => {
  const { username, password } = await invite();
  await fromOwnAddress(context);

  await page.goto(`${publicUrl}/reseller-dashboard`);
  await expect(page).toHaveURL(`${publicUrl}/auth`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const own = `own-password-${mark()}`;
  await page.getByLabel('Password you were sent', { exact: true }).fill(password);
  await page.getByLabel('New password', { exact: true }).fill(own);
  await page.getByLabel('Confirm new password', { exact: true }).fill(own);
  await page.getByRole('button', { name: /change password/i }).click();

  const wizard = page.getByRole('dialog', { name: 'Set up your sales page' });
  await expect(wizard.getByText('Step 1 of 3')).toBeVisible();
  await wizard.getByLabel('Business name').fill('First Hour Leads');
  await wizard.getByLabel('Price').fill('149.50');
  await wizard.getByLabel('Currency').selectOption('EUR');
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await expect(wizard.getByText('Step 2 of 3')).toBeVisible();
  const liveSecretKey = `sk_live_${randomBytes(16).toString('hex')}`;
  await wizard.getByLabel('Secret key').fill(liveSecretKey);
  await wizard.getByLabel('Publishable key').fill(`pk_live_${mark()}`);
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await expect(wizard.getByText('Step 3 of 3')).toBeVisible();
  await wizard.getByText('/api/stripe-webhook/').hover();
  const webhook = await page.getByRole('tooltip').textContent();
  const webhookSecret = `whsec_${randomBytes(24).toString('base64url')}`;
  await client.sandbox(`/sandbox/accounts/${liveSecretKey}/webhook`, 'PUT', {
    url: webhook,
    secret: webhookSecret,
  });
  await wizard.getByLabel('Webhook signing secret').fill(webhookSecret);
  await wizard.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page.getByText('Setup Complete!', { exact: true })).toBeVisible();
  await expect(wizard).toBeHidden();

  await openEntry(page, 'Sales Page');
  const link = await page.getByLabel('Link of your sales page').inputValue();
  expect(link).toMatch(new RegExp(`^${publicUrl}/r/first-hour-leads-[a-z0-9]{6}$`));
  await expect(
    page.frameLocator('iframe[title="Preview of First Hour Leads"]').getByText('€149.50').first(),
  ).toBeVisible();

  await openEntry(page, 'Settings');
  const bin = `first-hour-${mark()}`;
  await page.getByRole('textbox', { name: /Webhook URL/ }).fill(`${sandboxUrl}/hooks/${bin}`);
  await page.getByRole('button', { name: 'Send Test Webhook' }).click();
  await expect(page.getByText('Test Successful', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Webhook URL Saved', { exact: true })).toBeVisible();

  const buyer = await browser.newContext();
  const email = `buyer-${mark()}@example.com`;
  try {
    const shop = await buyer.newPage();
    await fromOwnAddress(buyer);
    await shop.goto(link);
    await shop
      .getByRole('main')
      .getByRole('button', { name: /get it for/i })
      .first()
      .click();
    await shop.waitForURL(/\/pay\//);
    await shop.getByLabel(/e-?mail/i).fill(email);
    await shop.getByRole('button', { name: /^pay/i }).first().click();
    await shop.waitForURL(`${link}/success?**`);
  } finally {
    await buyer.close();
  }
  const [mail] = await until('the key arrives', async () => {
    const mails = await client.mailsTo(email);
    return mails.length > 0 && mails;
  });
  const licenseKey = LICENSE_KEY.exec(mail?.textBody ?? '')?.[0] ?? 'no key';

  await page.goto(`${publicUrl}/reseller-dashboard/orders`);
  const order = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: email });
  await expect(order).toContainText('€149.50');
  await expect(order).toContainText('Completed');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('nobody');
  await expect(page.getByText('No orders found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(order).toBeVisible();

  await openEntry(page, 'Overview');
  await expect(page.getByLabel('Your business')).toContainText('€149.50gross, from 1 order');
  await expect(page.getByText('€149.50 gross, from 1 order.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Recent licenses' })).toContainText(email);

  await openEntry(page, 'License Management');
  await page.getByLabel('Search licenses').fill(licenseKey);
  await expect(page.getByRole('table', { name: 'Licenses' }).getByRole('row', { name: email })).toBeVisible();
  await page.getByLabel('Search licenses').fill('');
  await page.getByRole('button', { name: 'Create License' }).click();
  const friend = `friend-${mark()}@example.com`;
  const dialog = page.getByRole('dialog', { name: 'Create License' });
  await dialog.getByLabel('Customer email').fill(friend);
  await dialog.getByRole('button', { name: 'Create License' }).click();
  await expect(page.getByText('License Created', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Delete license of ${friend}` }).click();
  await page.getByRole('button', { name: 'Delete license', exact: true }).click();
  await expect(page.getByText('License Deleted', { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Licenses' }).getByRole('row', { name: friend })).toBeHidden();

  await openEntry(page, 'Settings');
  await expect(page.getByRole('table', { name: 'Deliveries' }).getByText('Delivered').first()).toBeVisible();
  await openEntry(page, 'Payment Setup');
  await expect(page.getByText('Configured', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Checks' })).toBeVisible();
});

test.describe("every page of the reseller's dashboard", () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test(
    'has no serious axe violation in light and dark, is not wider than a phone, and has no target below 24 pixels on one',
    DEEP,
    async ({ page, context }) => {
      const reseller = await makeReseller(platform, {
        businessName: `Donaudampfschifffahrtselektrizitätenhauptbetriebswerk ${mark()}`,
        productPrice: '14800',
        currency: 'JPY',
      });
      await reseller.signedIn.call('/api/resellers/licenses', 'POST', {
        customerEmail: `${'long.'.repeat(12)}x@example.com`,
      });
      const [name = '', value = ''] = reseller.signedIn.cookie().split('=', 2);
      await context.addCookies([{ name, value, url: publicUrl }]);
      await page.goto(`${publicUrl}/reseller-dashboard/overview`);
      for (const [slug, title] of PAGES) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page
          .getByRole('complementary')
          .locator(`a[href="/reseller-dashboard/${slug}"]`)
          .first()
          .click();
        await expect(heading(page, title)).toBeVisible();
        await expectFilled(page);
        // The dashboard around the page is the same, so it is checked once.
        const part = slug === 'overview' ? undefined : 'main';
        expect({ slug, serious: await serious(page, part) }).toEqual({ slug, serious: [] });
        await page.setViewportSize({ width: 360, height: 760 });
        expect({ slug, width: await page.evaluate(() => document.documentElement.scrollWidth) }).toEqual({
          slug,
          width: 360,
        });
        await expect.poll(() => smallTargets(page), { message: `targets of ${slug}` }).toEqual([]);
      }
      await page.getByRole('button', { name: 'Menu' }).click();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await expect(menu.getByRole('link', { name: 'Orders' })).toBeVisible();
      expect(await serious(page, 'dialog')).toEqual([]);
      await menu.getByRole('link', { name: 'Orders' }).click();
      await expect(menu).toBeHidden();
      await expect(heading(page, 'Orders')).toBeVisible();
      await page.keyboard.press('Control+k');
      const box = page.getByRole('combobox', { name: 'Search pages and records' });
      await expect(box).toBeFocused();
      await box.fill('lic');
      await box.press('Enter');
      await expect(heading(page, 'License Management')).toBeVisible();
    },
  );
});
