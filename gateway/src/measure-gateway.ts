import type { Job } from '@leadping/service-kit/process/jobs';
import type { Metrics } from '@leadping/service-kit/telemetry/metrics';
import { trusted } from 'mongoose';
import type { Upstreams } from './proxy/upstreams.ts';
import type { ReleaseModel } from './releases/release.model.ts';

const HOUR_MS = 3_600_000;

/** Metrics for alerts in addition to requests: instances out of rotation and releases that were rolled back. */
export function measureGateway(parts: {
  metrics: Metrics;
  upstreams: Upstreams;
  releases: ReleaseModel;
}): Job {
  const { metrics, upstreams, releases } = parts;
  const usable = metrics.gauge(
    'upstream_usable',
    'Whether an instance of a service gets calls from here',
    ['upstream', 'address'],
    'min',
  );
  const rolledBack = metrics.gauge('releases_rolled_back', 'Automatic rollbacks of the last hour');
  return async () => {
    // Reset, so that removed instances do not keep a value.
    usable.reset();
    for (const { service, address, usable: isUsable } of upstreams.states())
      usable.set({ upstream: service, address }, isUsable ? 1 : 0);
    const recent = {
      action: 'automatic-rollback' as const,
      at: trusted({ $gte: new Date(Date.now() - HOUR_MS) }),
    };
    // Without the database the last value is kept.
    const count = await releases.countDocuments(recent).catch(() => null);
    if (count !== null) rolledBack.set(count);
  };
}
