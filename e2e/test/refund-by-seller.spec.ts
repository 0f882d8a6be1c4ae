import { expect, type Page, test } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { LICENSE_KEY, platformClient, runningPlatform, until } from '../platform.ts';
import { ADMIN } from '../test-stacks.ts';
import { seriousFaultsInBothThemes } from './serious-faults.ts';

const platform = runningPlatform();
const { publicUrl } = platform;
const client = platformClient(platform);

/** Folder for pictures of the dialog, for manual review. Optional. */
const PICTURES = process.env.PICTURES;

const addressOfOne = () => `10.${[...randomBytes(3)].join('.')}`;

async function signIn(page: Page) {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': addressOfOne() });
  await page.goto(`${publicUrl}/auth`);
  await page.getByRole('textbox', { name: 'Username' }).fill(ADMIN.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${publicUrl}/admin/overview`);
}

async function takePictures(page: Page, name: string) {
  if (!PICTURES) return;
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const at of [360, 768, 1440]) {
      await page.setViewportSize({ width: at, height: 900 });
      await page.screenshot({ path: `${PICTURES}/${name}-${at}-${theme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width, height });
}

test('an admin refunds a part and then the rest of an order, and only the full refund revokes the license', async ({
  page,
}) => {
  const buyer = `refunded-${randomBytes(5).toString('hex')}@example.com`;
  const session = await client.startCheckout(addressOfOne());
  await client.pay(session, buyer);
  const licenseKey = await until('the key arrives', async () => {
    const mails = await client.mailsTo(buyer);
    return mails.map(({ textBody }) => LICENSE_KEY.exec(textBody)?.[0]).find(Boolean);
  });
  const device = { licenseKey, deviceId: `device-of-${buyer.replace('@', '.')}` };
  await client.call('/api/license/activate', 'POST', device);
  const codeOf = async () =>
    (await client.call<{ code: string }>('/api/license/validate', 'POST', device)).code;

  await signIn(page);
  await page.goto(`${publicUrl}/admin/orders?search=${encodeURIComponent(buyer)}`);
  await page.getByRole('row').filter({ hasText: buyer }).getByRole('link').click();
  const dialog = page.getByRole('dialog', { name: 'Refund order' });
  const confirmed = page.getByText('$20.00 refunded');

  await test.step('a part keeps the license', async () => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(dialog.getByText('The license is revoked')).toBeVisible();
    await takePictures(page, 'refund-full');
    expect(await seriousFaultsInBothThemes(page)).toEqual([]);
    await dialog.getByRole('radio', { name: 'A part' }).check();
    await dialog.getByRole('textbox', { name: 'Amount in USD' }).fill('20');
    await expect(dialog.getByText('The license stays active')).toBeVisible();
    await takePictures(page, 'refund-part');
    await dialog.getByRole('button', { name: 'Refund $20.00' }).click();
    await expect(page.getByText('Refund requested, Stripe will confirm it').first()).toBeVisible();
    await expect(confirmed).toBeVisible();
    expect(await codeOf()).toBe('VALID');
  });

  await test.step('the rest revokes it', async () => {
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(dialog.getByText('Confirmed by Stripe')).toBeVisible();
    await takePictures(page, 'refund-rest');
    await dialog.getByRole('button', { name: 'Refund $59.00' }).click();
    await expect(page.getByText('Refunded', { exact: true }).first()).toBeVisible();
    await until('the license is revoked', async () => (await codeOf()) === 'LICENSE_REVOKED');
    await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeHidden();
    await takePictures(page, 'refunded-order');
  });
});
