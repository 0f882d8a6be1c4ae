import { canonicalEmail } from '@leadping/contracts/email-address';
import type { OutboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { LicensingContext } from '../context.ts';
import { isIssued } from './is-issued.ts';
import { keyRotatedEntry } from './license-events.ts';
import type { IssuedLicense, License } from './license.model.ts';
import { DEVICE_ALERT, nextKey } from './next-key.ts';

/**
 * The changes to a license that gets an address. If it is another one, the previous address has the key, so the license
 * gets a new key and its devices are signed out. An address in another spelling keeps the key.
 */
export function changeAddress(
  licensing: Pick<LicensingContext, 'vault' | 'clock'>,
  license: License,
  email: string,
) {
  const emailKey = canonicalEmail(email);
  const address = { email, emailKey };
  if (!isIssued(license) || emailKey === license.emailKey) return { isOther: false, set: address, unset: {} };
  const set = { ...address, ...nextKey(licensing, license), devices: [] };
  return { isOther: true, set, unset: DEVICE_ALERT };
}

/** Has the new key mailed to the new address. */
export function addressKeyEntry(license: IssuedLicense): OutboxEntry {
  return keyRotatedEntry(license, { keptDevices: 0, cause: 'address' });
}
