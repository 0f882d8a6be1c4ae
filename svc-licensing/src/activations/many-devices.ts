import { DEVICE_LIMIT } from '@leadping/contracts/licensing/device-routes';
import type { Job } from '@leadping/service-kit/process/jobs';
import type { Metrics } from '@leadping/service-kit/telemetry/metrics';
import { trusted, type Types } from 'mongoose';
import type { LicensingContext } from '../context.ts';

/**
 * The alert is raised by more than `devices` different devices within `ms`. A buyer who replaces all five devices signs in ten
 * within a day. More devices suggest a shared key.
 */
export const MANY_DEVICES = { devices: 2 * DEVICE_LIMIT, ms: 24 * 3600_000 };

/** Marks a license with too many devices and writes a system log, at most once a day. */
export async function raiseManyDevices(
  { licenses, record }: Pick<LicensingContext, 'licenses' | 'record'>,
  license: { _id: Types.ObjectId; orderId?: string },
  now: Date,
): Promise<void> {
  const dayAgo = new Date(now.getTime() - MANY_DEVICES.ms);
  const { modifiedCount } = await licenses.updateOne(
    { _id: license._id, manyDevicesAt: trusted({ $not: { $gt: dayAgo } }) },
    { $set: { manyDevicesAt: now } },
  );
  if (modifiedCount === 0) return;
  const licenseId = String(license._id);
  record({
    level: 'warning',
    category: 'license',
    message: `More than ${MANY_DEVICES.devices} devices were signed in on license ${licenseId} within a day`,
    data: { licenseId, ...(license.orderId && { orderId: license.orderId }) },
    nextStep:
      'Search for this ID under Licenses, look at the devices and ask the buyer; rotate the key if it has leaked, or deactivate the license if it is shared.',
  });
}

/** Counts the marked licenses for the alert. Every instance reads the same figure from the database. */
export function measureManyDevices(
  metrics: Metrics,
  { licenses, clock }: Pick<LicensingContext, 'licenses' | 'clock'>,
): Job {
  const shared = metrics.gauge(
    'licenses_on_many_devices',
    'Licenses on which more than ten devices were signed in within a day, noticed in the last day',
  );
  return async () => {
    const manyDevicesAt = trusted({ $gt: new Date(clock.now() - MANY_DEVICES.ms) });
    shared.set(await licenses.countDocuments({ manyDevicesAt, status: 'active' }));
  };
}
