import type { Validation } from '@leadping/contracts/licensing/device-routes';
import type { LicensingContext } from '../context.ts';
import { valid, invalid } from './validation.ts';
import { tokenFor } from './device-token.ts';
import type { Device } from '../licenses/license.model.ts';
import { findActiveLicense, hasEnded } from './find-license.ts';
import { moveDevice } from './move-device.ts';
import { recordUse } from './record-use.ts';
import { findDevice } from './recent-licenses.ts';

/** Minimum time between two recorded uses, in ms. It suffices to find the device unused for longest. */
const RECORD_USE_AFTER_MS = 60_000;

interface ValidatedDevice {
  licenseKey: string;
  deviceId: string;
  /** The device's latest token, which moves it to a new key. */
  token?: string | null | undefined;
}

/**
 * Validates a key on a device that was signed in with it. Returns a token that lasts until the next validation. Most
 * calls return synchronously, because a promise and its timer would cost five percent more.
 */
export function validateDevice(
  licensing: LicensingContext,
  device: ValidatedDevice,
): Validation | Promise<Validation> {
  return findRecentReply(licensing, device) ?? lookUp(licensing, device);
}

async function lookUp(licensing: LicensingContext, device: ValidatedDevice): Promise<Validation> {
  const { licenseKey, deviceId } = device;
  const found = await findActiveLicense(licensing, licenseKey);
  if ('refused' in found) return (await moveIfKept(licensing, device, found.refused)) ?? found.refused;
  const { license, keyIndex } = found;
  const known = findDevice(license, deviceId);
  if (!known) return invalid('DEVICE_NOT_ACTIVATED');
  const now = new Date(licensing.clock.now());
  if (!isUseDue(known, now)) return valid(known.token, license);
  const signed = await tokenFor(licensing, { license, deviceId, known, now });
  const isKept = await recordUse(licensing, license, deviceId, { lastUsedAt: now, ...signed });
  licensing.recent.forget(keyIndex);
  // Revoked or signed out meanwhile: look it up again.
  return isKept ? valid(signed.token, license) : lookUp(licensing, device);
}

async function moveIfKept(
  licensing: LicensingContext,
  { licenseKey, deviceId, token }: ValidatedDevice,
  refused: Validation,
): Promise<Validation | null> {
  const read = licensing.vault.indexOfPasted(licenseKey);
  if (refused.code !== 'KEY_ROTATED' || !token || 'fault' in read) return null;
  return moveDevice(licensing, { ...read, deviceId, token });
}

/** The reply to most calls, without reading the database. Everything that is not clearly valid is looked up. */
function findRecentReply(
  licensing: LicensingContext,
  { licenseKey, deviceId }: { licenseKey: string; deviceId: string },
): Validation | undefined {
  const read = licensing.vault.indexOfPasted(licenseKey);
  if ('fault' in read) return undefined;
  const license = licensing.recent.findRead(read.keyIndex);
  if (license?.status !== 'active') return undefined;
  const known = findDevice(license, deviceId);
  const now = new Date(licensing.clock.now());
  if (!known || isUseDue(known, now) || hasEnded(license, now)) return undefined;
  return valid(known.token, license);
}

function isUseDue({ lastUsedAt }: Device, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() >= RECORD_USE_AFTER_MS;
}
