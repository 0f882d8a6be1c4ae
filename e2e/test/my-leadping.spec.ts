import { expect, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { LICENSE_KEY, platformClient, runningPlatform, until } from '../platform.ts';
import { buyKey } from './extension/buy-key.ts';

const platform = runningPlatform();
const client = platformClient(platform);

const mailOf = (email: string, subject: string) =>
  until(`the mail “${subject}”`, async () =>
    (await client.mailsTo(email)).find((mail) => mail.subject.includes(subject)),
  );
const linkIn = ({ textBody }: { textBody: string }) => /\S+\/my#\S+/.exec(textBody)?.[0] ?? 'no link';

test('a buyer opens My Leadping from a mail, signs a browser out, replaces the key and exports their data', async ({
  page,
}) => {
  const email = `mine-${Date.now()}@example.com`;
  const { key } = await buyKey(page, email);
  const onDevice = (verb: string, deviceId: string, body: object = {}) =>
    client.call<{ code: string; token: string; licenseKey?: string }>(`/api/license/${verb}`, 'POST', {
      licenseKey: key,
      deviceId,
      ...body,
    });
  const office = await onDevice('activate', 'office-0001', { deviceName: 'Chrome on Windows' });
  await onDevice('activate', 'laptop-0001', { deviceName: 'Chrome on macOS' });

  await page.goto(`${platform.publicUrl}/my`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  const link = linkIn(await mailOf(email, 'Your link'));
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await page.goto(link);
  const open = page.getByRole('button', { name: 'Open My Leadping' });
  await expect(open).toBeVisible();
  // The token is in no address that a server, the history or another site sees.
  const token = link.split('=')[1] ?? '';
  await expect(page).toHaveURL(`${platform.publicUrl}/my`);
  await open.click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Leadping' })).toBeVisible();
  await expect(page.getByText(key)).toBeVisible();
  expect(sent.filter((line) => line.includes(token))).toEqual([]);
  await expect(page.getByRole('list', { name: 'Orders' })).toContainText('$79');

  const laptop = page.getByRole('listitem').filter({ hasText: 'Chrome on macOS' });
  await laptop.getByRole('button', { name: 'Sign out browser' }).click();
  await expect(laptop).toHaveCount(0);
  await until(
    'the laptop is signed out',
    async () => (await onDevice('validate', 'laptop-0001')).code === 'DEVICE_NOT_ACTIVATED',
  );

  await page.getByRole('button', { name: 'Replace key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace this key?' });
  await dialog.getByRole('checkbox', { name: 'Chrome on Windows' }).check();
  await dialog.getByRole('button', { name: 'Replace key' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  const newKey = LICENSE_KEY.exec((await mailOf(email, 'Your new')).textBody)?.[0] ?? 'no key';
  expect(newKey).not.toBe(key);
  await expect(page.getByText(newKey)).toBeVisible();
  expect(await onDevice('activate', 'thiefs-0001')).toMatchObject({ code: 'KEY_ROTATED' });
  expect(await onDevice('validate', 'office-0001', { token: office.token })).toMatchObject({
    code: 'VALID',
    licenseKey: newKey,
  });

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ email });

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Email me a link' })).toBeVisible();
  // The link was used.
  await page.goto(`${platform.publicUrl}/`);
  await page.goto(link);
  await page.getByRole('button', { name: 'Open My Leadping' }).click();
  await expect(page.getByRole('alert')).toContainText('This link was used or is too old');
});

test('the pages of customers cannot be framed', async ({ page }) => {
  const refusals: string[] = [];
  page.on('console', (message) => refusals.push(message.text()));
  await page.goto(`${platform.publicUrl}/`);
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/my';
    document.body.append(frame);
  });
  await expect.poll(() => refusals.join('\n')).toMatch(/frame-ancestors/);
});
