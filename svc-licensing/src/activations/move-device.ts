import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { bindLogFields } from '@leadping/service-kit/telemetry/trace-context';
import type { LicensingContext } from '../context.ts';
import { isIssued } from '../licenses/is-issued.ts';
import { tokenFor } from './device-token.ts';
import { refuseInactive } from './find-license.ts';
import { findDevice } from './recent-licenses.ts';
import { recordUse } from './record-use.ts';
import { valid } from './validation.ts';

/**
 * Gives a device that was kept at the rotation of its key the current key. It proves itself by its signed token, because the
 * replaced key may be in other hands. Repeatable, because the reply may be lost.
 * @returns null if the key was not replaced, the token is not this device's or the device was signed out
 */
export async function moveDevice(
  licensing: LicensingContext,
  { keyIndex, deviceId, token }: { keyIndex: string; deviceId: string; token: string },
): Promise<Validation | null> {
  const { licenses, tokens, vault, recent, clock } = licensing;
  const now = new Date(clock.now());
  const claims = await tokens.verify(token, now);
  if (claims?.deviceId !== deviceId) return null;
  const license = await licenses
    .findOne({ _id: claims.licenseId, 'formerKeys.keyIndex': keyIndex })
    .select({ outbox: 0 })
    .lean();
  const known = license && findDevice(license, deviceId);
  if (!license || !known || !isIssued(license)) return null;
  bindLogFields({ licenseId: claims.licenseId });
  const refused = refuseInactive(license, now);
  if (refused) return refused;
  const signed = await tokenFor(licensing, { license, deviceId, known, now });
  const isKept = await recordUse(licensing, license, deviceId, { lastUsedAt: now, ...signed });
  recent.forget(license.keyIndex);
  // The license changed meanwhile: look it up again.
  if (!isKept) return moveDevice(licensing, { keyIndex, deviceId, token });
  return valid(signed.token, license, vault.open(license));
}
