import {
  activateLicense,
  getLicensePublicKey,
  type Validation,
} from '@leadping/contracts/licensing/device-routes';
import { completeKey, KEY_ALPHABET, KEY_RANDOM_LENGTH } from '@leadping/contracts/licensing/read-license-key';
import { getPublicSelectors } from '@leadping/contracts/licensing/selectors-routes';
import { randomBytes } from 'node:crypto';
import type { CheckContext } from '../check-context.ts';
import type { Check } from '../check.ts';
import { confirm } from '../check.ts';
import { readAs } from '../api-client.ts';

/** A key with a valid checksum that was never issued. */
function strangersKey(): string {
  const characters = Array.from(randomBytes(KEY_RANDOM_LENGTH), (byte) => KEY_ALPHABET.charAt(byte & 31));
  return completeKey(characters.join(''));
}

export function licenseChecks({ client }: CheckContext): Check[] {
  const category = 'License';
  const refusesKey = async (licenseKey: string, expected: Validation['code']) => {
    const json = { licenseKey, deviceId: 'qa-device' };
    const reply = await client.expectStatus(200, activateLicense.path, { json });
    const { valid, code } = readAs(activateLicense.replies[200], reply);
    confirm(!valid && code === expected, `replied ${code}, expected ${expected}`);
    return code;
  };
  return [
    {
      category,
      name: 'A key that was never issued is unknown',
      run: () => refusesKey(strangersKey(), 'KEY_UNKNOWN'),
    },
    {
      category,
      name: 'A typing mistake in a key is reported',
      run: () =>
        refusesKey(
          strangersKey().replace(/.$/, (last) => (last === '0' ? '1' : '0')),
          'KEY_MISTYPED',
        ),
    },
    {
      category,
      name: 'The public key for tokens is served',
      run: async () => {
        const reply = await client.expectStatus(200, getLicensePublicKey.path);
        const { keys } = readAs(getLicensePublicKey.replies[200], reply);
        confirm(keys.length > 0, 'there is no key');
        return `${keys.length} published`;
      },
    },
    {
      category,
      name: 'The selectors for the extension are JSON',
      run: async () => {
        const reply = await client.expectStatus(200, getPublicSelectors.path);
        const { selectors } = readAs(getPublicSelectors.replies[200], reply);
        JSON.parse(selectors);
        return `${selectors.length} characters`;
      },
    },
  ];
}
