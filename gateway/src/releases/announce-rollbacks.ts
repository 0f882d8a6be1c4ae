import { releaseRolledBack } from '@leadping/contracts/gateway/release-events';
import type { Bus } from '@leadping/service-kit/messaging/bus';
import { eventRecord } from '@leadping/service-kit/messaging/event-record';
import type { RecordLog } from '@leadping/service-kit/messaging/system-log';
import type { ReleaseModel } from './release.model.ts';

/**
 * Publishes automatic rollbacks that were not announced yet, with their evidence. The revision is the event id, and
 * the rollback is marked as announced afterwards, so that admins get one mail even if several instances publish it.
 */
export async function announceRollbacks(parts: {
  releases: ReleaseModel;
  bus: Bus;
  record: RecordLog;
  /** Called if NATS rejects the event. The health check itself did not fail. */
  onWaiting: (err: unknown) => void;
}): Promise<void> {
  const { releases, bus, record, onWaiting } = parts;
  const waiting = await releases
    .find({ action: 'automatic-rollback', announcedAt: null })
    .sort({ _id: 1 })
    .limit(10)
    .select('apps note at evidence')
    .lean();
  for (const { _id: revision, apps, note, at, evidence } of waiting) {
    const rolledBack = {
      revision,
      apps,
      note,
      at: at.toISOString(),
      visitors: evidence?.visitors ?? 0,
      networks: evidence?.networks ?? 0,
      loads: evidence?.loads ?? 0,
      messages: evidence?.messages ?? [],
    };
    const publishing = bus.publish(eventRecord(releaseRolledBack, `rollback-${revision}`, rolledBack));
    const isPublished = await publishing.then(
      () => true,
      (err: unknown) => {
        onWaiting(err);
        return false;
      },
    );
    if (!isPublished) return;
    const { modifiedCount } = await releases.updateOne(
      { _id: revision, announcedAt: null },
      { $set: { announcedAt: new Date() } },
    );
    if (modifiedCount === 0) continue;
    record({
      level: 'error',
      category: 'client',
      message: `Rolled back ${apps.join(', ')}: ${note}`.slice(0, 500),
      data: { revision, visitors: evidence?.visitors ?? 0, networks: evidence?.networks ?? 0 },
    });
  }
}
