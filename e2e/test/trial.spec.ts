import { expect, test, type Page } from '@playwright/test';
import { LICENSE_KEY, platformClient, runningPlatform, until } from '../platform.ts';
import { buyKey } from './extension/buy-key.ts';
import { MAYA, useExtension } from './extension/use-extension.ts';
import { keepPictures } from './keep-pictures.ts';
import { seriousFaults } from './serious-faults.ts';

const platform = runningPlatform();
const client = platformClient(platform);
const DAY_MS = 24 * 3_600_000;

test.describe.configure({ mode: 'serial' });
const used = useExtension();

async function startTrial(page: Page, email: string): Promise<void> {
  await page.goto(`${platform.publicUrl}/trial`);
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('button', { name: 'Send me a trial key' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your mailbox' })).toBeVisible();
}

test('a visitor gets a trial key by mail once, the extension shows its days and its end, and a bought key continues', async ({
  page,
}) => {
  const email = `trial-${Date.now()}@example.com`;
  await page.goto(`${platform.publicUrl}/trial`);
  await expect(page.getByRole('button', { name: 'Send me a trial key' })).toBeEnabled();
  expect(await seriousFaults(page)).toEqual([]);
  await keepPictures(page, 'trial');
  await startTrial(page, email);
  const [mail] = await until('the mail with the trial key', async () => {
    const mails = await client.mailsTo(email);
    return mails.length > 0 && mails;
  });
  const key = LICENSE_KEY.exec(mail?.textBody ?? '')?.[0] ?? 'no key';
  expect(mail?.textBody).toMatch(/Your trial ends on/);
  await expect(page.getByText(key)).toHaveCount(0);
  await startTrial(page, email.replace('@', '+again@'));

  const options = await used.browser.open('options');
  const activate = async (licenseKey: string) => {
    await options.getByRole('button', { name: 'Deactivate' }).click();
    await options.getByLabel('License key').fill(licenseKey);
    await options.getByRole('button', { name: 'Activate', exact: true }).click();
  };
  const webhooks = () =>
    options.evaluate(
      () =>
        new Promise<unknown>((done) =>
          chrome.storage.local.get('configurations', ({ configurations }) => done(configurations)),
        ),
    );
  const before = await webhooks();
  await activate(key);
  await expect(options.getByText('Your trial ends in 7 days.')).toBeVisible();
  await expect(options.getByRole('link', { name: 'Get a license' })).toHaveAttribute(
    'href',
    platform.publicUrl,
  );
  await keepPictures(options, 'extension-trial');
  await used.pressAndRead('Pinged!');
  await options.evaluate(
    (latestTime) => new Promise<void>((done) => chrome.storage.local.set({ latestTime }, done)),
    Date.now() + 8 * DAY_MS,
  );
  await options.reload();
  await expect(options.getByText(/^Your trial has ended\. Your captures are kept/)).toBeVisible();
  await keepPictures(options, 'extension-trial-ended');

  const bought = await buyKey(page, `after-${email}`);
  await options.getByLabel('License key').fill(bought.key);
  await options.getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(options.getByText('Devices, 1 of 5')).toBeVisible();
  await expect(options.getByText(/trial/i)).toHaveCount(0);
  expect(await webhooks()).toEqual(before);
  await expect(options.getByText(MAYA.fullName).first()).toBeVisible();
  await options.close();
  // Another sale has been mailed since, so that a second trial mail would be there.
  expect(await client.mailsTo(email.replace('@', '+again@'))).toEqual([]);
});
