import type { Validation } from '@leadping/contracts/licensing/device-routes';
import type { Context } from '../context.ts';
import { acceptance, refusal } from './answers.ts';
import { tokenFor } from './device-token.ts';
import type { Device } from '../licenses/license.model.ts';
import { findActiveLicense, readKeyIndex } from './find-license.ts';
import { recordUse } from './record-use.ts';
import { findDevice } from './recent-licenses.ts';

/** A use is recorded at most once a minute: the longest unused device is known to the minute. */
const RECORD_USE_AFTER_MS = 60_000;

/** Says whether a key holds on a device that was signed in with it, with the token to last until the next time. */
export async function validateDevice(
  context: Context,
  asked: { licenseKey: string; deviceId: string },
): Promise<Validation> {
  const token = findRecentToken(context, asked);
  if (token !== undefined) return acceptance(token);

  const { licenseKey, deviceId } = asked;
  const found = await findActiveLicense(context, licenseKey);
  if ('refused' in found) return found.refused;
  const { license, keyIndex } = found;
  const known = findDevice(license, deviceId);
  if (!known) return refusal('DEVICE_NOT_ACTIVATED');
  const now = new Date();
  if (!isUseDue(known, now)) return acceptance(known.token);
  const signed = await tokenFor(context, { license, deviceId, known, now });
  await recordUse(context, license, deviceId, { lastUsedAt: now, ...signed });
  context.recent.forget(keyIndex);
  return acceptance(signed.token);
}

/** The answer to most calls, without a look into the database. Whatever is not plainly valid is looked up. */
function findRecentToken(
  context: Context,
  { licenseKey, deviceId }: { licenseKey: string; deviceId: string },
): string | undefined {
  const read = readKeyIndex(context, licenseKey);
  if ('refused' in read) return undefined;
  const license = context.recent.findRead(read.keyIndex);
  if (license?.status !== 'active') return undefined;
  const known = findDevice(license, deviceId);
  return known && !isUseDue(known, new Date()) ? known.token : undefined;
}

function isUseDue({ lastUsedAt }: Device, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() >= RECORD_USE_AFTER_MS;
}
