import { BRAND } from '@leadping/contracts/brand';
import { ed25519PrivateKey } from '@leadping/service-kit/data/ed25519';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { ExtensionBrowser } from './browser.ts';

/** An invented key, because pictures use no platform. */
export const SAMPLE_KEY = '7QKM-2XWD-9FTA-RB4H-C8ZN-V3PE-6YJG-KM5S';
/** Certifies license keys: the seed of the running platform under test, or a temporary one. */
export const SAMPLE_ROOT_SEED = process.env.LICENSE_ROOT_SEED ?? randomBytes(32).toString('hex');
const DEVICE = '00000000-0000-4000-8000-000000000000';

export interface SampleWebhook {
  id: string;
  name: string;
  preset: string;
  url: string;
}

/** A license as from the platform, signed with a temporary key. */
function signedLicense() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: BRAND.name, sub: 'picture', device: DEVICE, iat: now, exp: now + 30 * 24 * 3600 };
  const signed = `${part({ alg: 'EdDSA', kid: 'picture' })}.${part(claims)}`;
  const token = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
  const root = ed25519PrivateKey(SAMPLE_ROOT_SEED);
  const certificate = sign(null, Buffer.from(`license-key:${x}`), root).toString('base64url');
  return {
    key: SAMPLE_KEY,
    token,
    keys: [{ kid: 'picture', x, certificate }],
    refusal: null,
    checkedAt: Date.now(),
  };
}

/** Fills the browser's storage as after an activation with these webhooks. */
export async function fillStorage(
  browser: ExtensionBrowser,
  webhooks: readonly SampleWebhook[],
): Promise<void> {
  const page = await browser.open('options');
  await page.evaluate((items) => chrome.storage.local.set(items), {
    consentedAt: Date.now(),
    deviceId: DEVICE,
    license: signedLicense(),
    configurations: webhooks.map((one) => ({ ...one, chosen: true, mapping: {} })),
  });
  await page.close();
}

/** Chrome asks once for a permission that was granted externally. It is granted when the form is saved. */
export async function grantAll(browser: ExtensionBrowser, webhooks: readonly SampleWebhook[]): Promise<void> {
  const page = await browser.open('options');
  for (const { name } of webhooks) {
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await page.getByRole('button', { name: 'Save' }).click();
  }
  await page.close();
}
