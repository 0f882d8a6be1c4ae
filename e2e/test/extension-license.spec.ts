import { expect, test } from '@playwright/test';
import { DEEP } from './depth.ts';
import { buttonText, pressPing, readTree } from './extension/browser.ts';
import { activateElsewhere, dispute, signOut, winDispute } from './extension/buy-key.ts';
import { useExtension } from './extension/use-extension.ts';
import { runningPlatform, until } from '../platform.ts';

test.describe.configure({ mode: 'serial' });

const used = useExtension();

test(
  'the extension warns in time before 30 days without the platform have passed, then keeps captures until one contact',
  DEEP,
  async () => {
    const worker = await used.browser.worker();
    await worker.evaluate((url) => {
      const scope = globalThis as unknown as { realFetch?: typeof fetch };
      const real = (scope.realFetch ??= fetch);
      globalThis.fetch = (input, init) =>
        String(input).startsWith(url) ? Promise.reject(new TypeError('Failed to fetch')) : real(input, init);
    }, runningPlatform().publicUrl);
    const open = async (days: number) => {
      const popup = await used.browser.open('popup');
      await popup.evaluate(
        (time) => new Promise<void>((done) => chrome.storage.local.set({ latestTime: time }, done)),
        Date.now() + days * 24 * 3600_000,
      );
      return popup;
    };
    const warned = await open(25);
    await expect(warned.getByText(/Connect within [45] days/)).toBeVisible();
    await warned.close();
    const ended = await open(31);
    await expect(ended.getByText(/for 30 days the license could not be checked/)).toBeVisible();
    const page = await used.profile();
    await pressPing(page);
    const spoken = async () => (await readTree(page)).find(({ role }) => role === 'status')?.text ?? '';
    await until('the kept press', async () =>
      /^Kept, sending later\s*Please connect: .* Your captures are kept\./.test(await spoken()),
    );
    expect(used.world.received).toHaveLength(0);
    await ended.getByRole('button', { name: 'Check again' }).click();
    await expect(ended.getByText(/could not be reached/)).toBeVisible();
    await worker.evaluate(() => {
      const { realFetch } = globalThis as unknown as { realFetch: typeof fetch };
      globalThis.fetch = realFetch;
    });
    await ended.getByRole('button', { name: 'Check again' }).click();
    await expect(ended.getByText('Active', { exact: true })).toBeVisible();
    await until('the kept lead', async () => used.attempts().length === 1);
    await ended.close();
    await page.close();
  },
);

test('another device of the license can be listed and signed out', async () => {
  await activateElsewhere(used.license.key, 'Old laptop');
  const options = await used.browser.open('options');
  await expect(options.getByText('Devices, 2 of 5')).toBeVisible();
  await options.getByRole('button', { name: 'Sign Old laptop out' }).click();
  await expect(options.getByText('Devices, 1 of 5')).toBeVisible();
  await expect(options.getByText('Old laptop')).toHaveCount(0);
  await options.close();
});

test('a suspended, reinstated, signed-out or revoked license is shown as such, and sends nothing while it is inactive', async () => {
  const options = await used.browser.open('options');
  const becomes = (text: string | RegExp) =>
    until(String(text), async () => {
      await options.getByRole('button', { name: 'Check now' }).click();
      return options.getByText(text).first().isVisible();
    });
  const refused = async () => {
    const page = await used.profile();
    await pressPing(page);
    await until('License needed', async () => (await buttonText(page)) === 'License needed');
    await page.close();
  };
  used.world.received.length = 0;
  await dispute(used.license.session);
  await becomes(/paused while a payment dispute is open/);
  await refused();
  await winDispute(used.license.session);
  // The mail says that no action is needed, because the press itself asks the platform.
  await until('the license works again', async () => {
    const page = await used.profile();
    await pressPing(page);
    await expect.poll(() => buttonText(page)).toMatch(/Pinged!|License needed/);
    const text = await buttonText(page);
    await page.close();
    return text === 'Pinged!';
  });
  expect(used.attempts()).toHaveLength(1);
  used.world.received.length = 0;
  await becomes('Active');

  const deviceId = await options.evaluate(
    () =>
      new Promise<string>((done) =>
        chrome.storage.local.get('deviceId', (items) => done(String(items.deviceId))),
      ),
  );
  await signOut(used.license.key, deviceId);
  await becomes('Signed out');
  await refused();
  const popup = await used.browser.open('popup');
  await popup.getByLabel('License key').fill(used.license.key);
  await popup.getByRole('button', { name: 'Activate' }).click();
  await expect(popup.getByText('Active', { exact: true })).toBeVisible();
  await popup.close();

  await used.admin.call(`/api/admin/licenses/${used.license.key}/deactivate`, 'POST');
  await becomes(/was revoked/);
  await refused();
  const another = await used.browser.open('popup');
  await expect(another.getByLabel('License key')).toBeVisible();
  await another.close();
  expect(used.world.received).toHaveLength(0);
  await options.close();
});
