import { expect, type Page, test } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { platformClient, runningPlatform, until } from '../platform.ts';
import { seriousFaultsInBothThemes } from './serious-faults.ts';

const platform = runningPlatform();
const { publicUrl } = platform;
const client = platformClient(platform);

/** Folder for pictures of the pages, for manual review. Optional. */
const PICTURES = process.env.PICTURES;

const addressOfOne = () => `10.${[...randomBytes(3)].join('.')}`;

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

test('a buyer withdraws in two steps without an account, and gets a confirmation with the time', async ({
  page,
}) => {
  const buyer = `withdraws-${randomBytes(5).toString('hex')}@example.com`;
  const session = await client.startCheckout(addressOfOne());
  await client.pay(session, buyer);
  await until('the key arrives', async () => (await client.mailsTo(buyer)).length > 0);
  const { purchase } = await client.call<{ purchase: { orderNumber: string } }>(
    `/api/checkout-status?session_id=${session}`,
  );
  const { orderNumber } = purchase;

  await page.goto(`${publicUrl}/`);
  await expect(page.getByRole('complementary', { name: 'Test mode' })).toBeVisible();
  await takePictures(page, 'landing-test-mode');
  await page.getByRole('link', { name: 'Withdraw from contract here' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Withdraw from contract here' })).toBeVisible();
  expect(await seriousFaultsInBothThemes(page)).toEqual([]);
  await takePictures(page, 'withdraw-1');
  await page.getByRole('textbox', { name: /^Order number/ }).fill(orderNumber);
  await page.getByRole('textbox', { name: /^Email address/ }).fill(buyer);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your withdrawal' })).toBeFocused();
  await takePictures(page, 'withdraw-2');
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'We received your withdrawal' })).toBeVisible();
  await takePictures(page, 'withdraw-3');
  const confirmation = await until('the confirmation arrives', async () =>
    (await client.mailsTo(buyer)).find(({ subject }) => subject.startsWith('Your withdrawal from order')),
  );
  expect(confirmation?.textBody).toContain(orderNumber);
  expect(confirmation?.textBody).toMatch(/Received.*UTC/s);
});
