import type { VersionHealth } from '@leadping/contracts/gateway/release-routes';
import type { BuildManifest } from '@leadping/contracts/release';
import type { Log } from '@leadping/service-kit/telemetry/log';
import mongoose from 'mongoose';
import { openTally } from '../counting/tally.ts';
import type { HealthMinute, HealthModel } from './health.model.ts';
import { buildId, type AppRelease, type ReleaseState } from './release-state.ts';
import { bucketOf, isVital, percentile75, type VitalName } from './vitals.ts';

export interface Health {
  countLoad: (build: { name: string; version: string }) => void;
  countError: (build: { name: string; version: string }) => void;
  countVital: (build: { name: string; version: string }, vital: VitalName, value: number) => void;
  /** Reads the health of every served version in the last hour. */
  read: (state: ReleaseState) => Promise<{ name: string; versions: VersionHealth[] }[]>;
  flush: () => Promise<void>;
  close: () => Promise<void>;
}

const HOUR_MS = 3600 * 1000;
const MINUTE_MS = 60 * 1000;

/** Counts loads, errors and Web Vitals by app and version, over all instances. */
export function openHealth(minutes: HealthModel, log: Log, writeMs?: number): Health {
  const tally = openTally<{ build: string; minute: Date }>(minutes.collection, log, writeMs);
  const count = (build: { name: string; version: string }, counts: Record<string, number>) => {
    const id = buildId(build);
    const minute = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
    tally.add(`${id} ${minute.toISOString()}`, { build: id, minute }, counts);
  };

  const readVersion = async (build: BuildManifest, channel: VersionHealth['channel'], percent: number) => {
    const since = new Date(Date.now() - HOUR_MS);
    const found = await minutes
      .find({ build: buildId(build), minute: mongoose.trusted({ $gte: since }) })
      .sort({ minute: 1 })
      .lean();
    return { version: build.version, channel, percent, ...summaryOf(found), minutes: found.map(minuteOf) };
  };

  return {
    countLoad: (build) => count(build, { loads: 1 }),
    countError: (build) => count(build, { failures: 1 }),
    countVital: (build, vital, value) => count(build, { [`vitals.${vital}.${bucketOf(vital, value)}`]: 1 }),
    read: (state) =>
      Promise.all(
        Object.entries(state.apps).map(async ([name, app]) => ({
          name,
          versions: await Promise.all(
            channelsOf(app).map(({ build, channel, percent }) => readVersion(build, channel, percent)),
          ),
        })),
      ),
    flush: tally.flush,
    close: tally.close,
  };
}

function channelsOf({ stable, canary, lastGood }: AppRelease) {
  const share = canary?.percent ?? 0;
  return [
    { build: stable, channel: 'stable' as const, percent: 100 - share },
    ...(canary ? [{ build: canary.build, channel: 'canary' as const, percent: share }] : []),
    ...(lastGood ? [{ build: lastGood, channel: 'previous' as const, percent: 0 }] : []),
  ];
}

function summaryOf(minutes: HealthMinute[]) {
  const loads = minutes.reduce((sum, minute) => sum + (minute.loads ?? 0), 0);
  const errors = minutes.reduce((sum, minute) => sum + (minute.failures ?? 0), 0);
  const counts: HealthMinute['vitals'] = {};
  for (const { vitals = {} } of minutes) {
    for (const [vital, buckets] of Object.entries(vitals)) {
      const sums = (counts[vital] ??= {});
      for (const [bucket, count] of Object.entries(buckets)) sums[bucket] = (sums[bucket] ?? 0) + count;
    }
  }
  return { loads, errors, errorRate: rateOf({ loads, errors }), vitals: percentilesOf(counts) };
}

const minuteOf = ({ minute, loads = 0, failures = 0, vitals = {} }: HealthMinute) => ({
  at: minute.toISOString(),
  loads,
  errors: failures,
  vitals: percentilesOf(vitals),
});

const percentilesOf = (vitals: HealthMinute['vitals']) =>
  Object.fromEntries(
    Object.entries(vitals).flatMap(([name, counts]) =>
      isVital(name) ? [[name, percentile75(name, counts)]] : [],
    ),
  );

/** Errors per page load. A version with errors but no loads has at least one error per load. */
export function rateOf({ loads, errors }: { loads: number; errors: number }): number {
  return errors === 0 ? 0 : Math.round((errors / Math.max(loads, 1)) * 10_000) / 10_000;
}
