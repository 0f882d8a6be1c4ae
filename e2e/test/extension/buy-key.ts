import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { LICENSE_KEY, platformClient, runningPlatform, sessionOf, until } from '../../platform.ts';

const platform = runningPlatform();
const client = platformClient(platform);

export interface BoughtKey {
  key: string;
  /** The provider's session, used for disputes. */
  session: string;
}

/** Buys a license in the shop and reads the key from the mail. */
export async function buyKey(page: Page, email: string): Promise<BoughtKey> {
  await page.goto(platform.publicUrl);
  const buy = page.getByRole('main').getByRole('button', { name: /get it for/i });
  await buy.first().click();
  await page.waitForURL(/\/pay\//);
  const session = sessionOf(page.url());
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByRole('button', { name: /^pay/i }).first().click();
  await page.waitForURL(`${platform.publicUrl}/success?**`);
  const [mail] = await until('the mail with the key', async () => {
    const mails = await client.mailsTo(email);
    return mails.length > 0 && mails;
  });
  return { key: LICENSE_KEY.exec(mail?.textBody ?? '')?.[0] ?? 'no key', session };
}

/** Opens a dispute of the buyer's bank. */
export const dispute = (session: string) => client.sandbox(`/pay/${session}/dispute`, 'POST', {});
export const winDispute = (session: string) =>
  client.sandbox(`/pay/${session}/dispute/close`, 'POST', { outcome: 'won' });
/** Activates the key as on a second computer. */
export const activateElsewhere = (licenseKey: string, deviceName: string) =>
  client.call('/api/license/activate', 'POST', { licenseKey, deviceId: randomUUID(), deviceName });
/** Signs this device out from another one. */
export const signOut = (licenseKey: string, deviceId: string) =>
  client.call('/api/license/deactivate', 'POST', { licenseKey, deviceId });
