import type { Metrics } from '@leadping/service-kit/telemetry/metrics';
import type { Job } from '@leadping/service-kit/process/jobs';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';

const HOUR_MS = 3_600_000;

/** Measures what the alert watches. The value comes from the database, so it is the same at every instance. */
export function measureFailing(
  metrics: Metrics,
  { captureAlerts, clock }: Pick<LicensingContext, 'captureAlerts' | 'clock'>,
): Job {
  const failing = metrics.gauge('layouts_failing', 'Layouts whose captures began to fail in the last hour');
  return async () => {
    const at = trusted({ $gte: new Date(clock.now() - HOUR_MS) });
    failing.set(await captureAlerts.countDocuments({ at }));
  };
}
