import type { KeyRotation } from '@leadping/contracts/licensing/license-actions';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { getActive, limitKeyMails } from './mail-key.ts';
import { keyRotatedEntry, numberOfKey } from './license-events.ts';
import type { LicenseScope } from './license-scope.ts';
import { referDevice } from './refer-device.ts';
import { DEVICE_ALERT, nextKey } from './next-key.ts';

/**
 * Replaces the key of a license and has the new one mailed. The kept devices move to it at their next validation, all others are
 * signed out, also those that sign in at this moment. Only the first of two rotations of the same key succeeds.
 * @throws {DomainError} NOT_FOUND, RATE_LIMITED, or CONFLICT if the license is not active or has another key by now
 */
export async function rotateKey(
  licensing: LicensingContext,
  scope: LicenseScope,
  id: string,
  { keyNumber, keptDevices }: KeyRotation,
): Promise<void> {
  const { licenses, recent, relay, record } = licensing;
  const chosen = new Set(keptDevices);
  for (;;) {
    const license = await getActive(licensing, scope, id);
    if (numberOfKey(license) !== keyNumber) {
      throw new DomainError(
        'CONFLICT',
        'The key of this license was replaced meanwhile. Reload the page to see its devices.',
      );
    }
    const kept = license.devices
      .map(({ deviceId }) => deviceId)
      .filter(
        (deviceId) => chosen.has(deviceId) || chosen.has(referDevice(licensing, license._id, deviceId)),
      );
    const next = nextKey(licensing, license);
    const entry = keyRotatedEntry({ ...license, ...next }, { keptDevices: kept.length, cause: 'requested' });
    const { matchedCount } = await licenses.updateOne(
      // Optimistic locking: retry if the license was corrected, revoked or rotated meanwhile.
      { _id: license._id, version: license.version },
      {
        $set: { ...next, keyMails: limitKeyMails(licensing, license) },
        $inc: { version: 1 },
        $pull: { devices: { deviceId: trusted({ $nin: kept }) } },
        // The previous mail had another key.
        $unset: { mail: 1, republishAt: 1, ...DEVICE_ALERT },
        $push: { outbox: entry },
      },
    );
    if (matchedCount === 0) continue;
    recent.forget(license.keyIndex);
    recordChange({
      target: String(license._id),
      before: { keyNumber, devices: license.devices.length },
      after: { keyNumber: next.keyNumber, devices: kept.length },
    });
    break;
  }
  relay.flush(licenses);
  const data = { licenseId: id };
  record({ level: 'info', category: 'license', message: 'Key of a license replaced', data });
}
