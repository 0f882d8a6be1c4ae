import { expect, test } from '@playwright/test';
import { ADMIN } from '../test-stacks.ts';
import { runningPlatform } from '../platform.ts';

const { publicUrl } = runningPlatform();

test('a dashboard file lost in transit leaves the rest usable, and is loaded at the next attempt', async ({
  page,
  context,
}) => {
  const reply = await context.request.post(`${publicUrl}/api/login`, {
    headers: { origin: publicUrl, 'x-forwarded-for': '10.77.0.1' },
    data: ADMIN,
  });
  expect(reply.status()).toBe(200);
  await page.goto(`${publicUrl}/admin/profile`);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

  await context.route('**/assets/mfe-admin/**', (route) => route.abort());
  const tabs = page.getByRole('navigation', { name: 'Dashboard' });
  await tabs.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByText('Search did not load', { exact: true })).toBeVisible();
  await tabs.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

  await tabs.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  await context.unroute('**/assets/mfe-admin/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
});
