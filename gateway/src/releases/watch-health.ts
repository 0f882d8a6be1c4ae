import type { VersionHealth } from '@leadping/contracts/gateway/release-routes';
import type { BuildManifest } from '@leadping/contracts/release';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { Log } from '@leadping/service-kit/telemetry/log';
import { onceAMinute } from '@leadping/service-kit/telemetry/once-a-minute';
import { setTimeout as pause } from 'node:timers/promises';
import { FLUSH_MS } from '../counting/tally.ts';
import type { Evidence } from './evidence.ts';
import type { Health } from './health.ts';
import { withGroup } from './promote.ts';
import type { Registry } from './registry.ts';
import type { RollbackEvidence } from './release.model.ts';
import { isOnProbation, probationEnd, type ReleaseState } from './release-state.ts';
import { rollback } from './rollback.ts';

/** How often the health of releases is counted and checked, in ms. */
export interface HealthPace {
  checkMs: number;
  /** Interval at which page loads are written. Failures are written immediately. */
  writeMs: number;
  /**
   * Wait between reading failures and loads. Longer than `writeMs`, so that the loads of all gateways are complete.
   */
  countedMs: number;
}

export const HEALTH_PACE: HealthPace = { checkMs: 2000, writeMs: FLUSH_MS, countedMs: 1500 };
const MINUTE_MS = 60 * 1000;
/** Minimum number of visitors for a decision. Visitors who are not signed in count once per network. */
const MIN_VISITORS = 10;
const TOLERATED_FACTOR = 2;
const TOLERATED_RATE = 0.05;

/** Number of visitors who saw a version fail, and number of page loads. */
interface Outcome {
  visitors: number;
  loads: number;
}

const rateOf = ({ visitors, loads }: Outcome) => visitors / Math.max(loads, 1);

/** Whether a version fails for significantly more visitors than its baseline. */
export function isFailing(candidate: Outcome, baseline: Outcome): boolean {
  const tolerated = TOLERATED_FACTOR * rateOf(baseline) + TOLERATED_RATE;
  return candidate.visitors >= MIN_VISITORS && rateOf(candidate) > tolerated;
}

interface WatchHealthOptions {
  registry: Registry;
  health: Health;
  evidence: Evidence;
  isPaused: () => Promise<boolean>;
  announce: () => Promise<void>;
  /** Called after each successful check with its start time. */
  onChecked: (startedAt: number) => void;
  pace?: HealthPace;
  log: Log;
}

/** Rolls back and announces releases that fail for many visitors of several networks, unless this is paused. */
export function watchHealth(options: WatchHealthOptions): { check: () => Promise<void>; close: () => void } {
  const { registry, health, evidence, isPaused, announce, onChecked, pace = HEALTH_PACE, log } = options;

  const check = async () => {
    const state = registry.current();
    // A failed rollback must not block other rollbacks or the notification to admins.
    const looks = await Promise.allSettled(Object.keys(state.apps).map((name) => checkApp(state, name)));
    await announce();
    for (const look of looks) if (look.status === 'rejected') throw look.reason;
  };

  const checkApp = async (state: ReleaseState, name: string) => {
    for (const trial of trialsOf(state, name)) {
      const found = await failureOf(state, trial);
      if (!found || (await isPaused())) continue;
      await rollBack(state, trial, found);
      return;
    }
  };

  const failureOf = async (state: ReleaseState, { build, since, baseline }: Trial) => {
    const found = await evidence.read(build, { since, releasedAt: since });
    if (found.visitors < MIN_VISITORS) return null;
    const before = await evidence.read(baseline, { releasedAt: since });
    await pause(pace.countedMs, undefined, { ref: false });
    const [counted] = await health.read(pick(state, [build.name]));
    const versions = counted?.versions ?? [];
    const seen = { ...found, loads: loadsOf(build, versions, since) };
    return isFailing(seen, { ...before, loads: loadsOf(baseline, versions) }) ? seen : null;
  };

  const rollBack = async (seen: ReleaseState, { build, isCanary }: Trial, found: RollbackEvidence) => {
    const { name, version } = build;
    const apps = withGroup(seen, [name]);
    const { visitors, networks, loads } = found;
    const releasing = registry.release({
      action: 'automatic-rollback',
      by: 'gateway',
      apps,
      note: `${name}@${version}: errors of ${visitors} visitors in ${networks} networks, ${loads} page loads`,
      evidence: found,
      seen,
      change: (current) => {
        const next = rollback(current, apps);
        // If an app has a canary, the first rollback ends only the canary. Roll back the stable release as well.
        return seen.apps[name]?.canary && !isCanary ? rollback(next, [name]) : next;
      },
    });
    // Another gateway has probably made the same rollback. The next check uses the new state.
    await releasing.catch((error: unknown) => {
      if (!(error instanceof DomainError && error.code === 'RELEASE_CONFLICT')) throw error;
    });
  };

  const logUnchecked = uncheckedLog(log);
  let checking = false;
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    const startedAt = Date.now();
    check()
      .then(() => onChecked(startedAt))
      .catch(logUnchecked)
      .finally(() => (checking = false));
  }, pace.checkMs);
  return { check, close: () => clearInterval(timer) };
}

const uncheckedLog = (log: Log) =>
  onceAMinute((err: unknown) => {
    const isRefused = err instanceof DomainError && err.code === 'RELEASE_REFUSED';
    const nextStep = isRefused
      ? 'A release fails and cannot be rolled back. Have its team release a version that works.'
      : "Look at the gateway's database.";
    log.warn({ err, nextStep }, 'health of releases not checked');
  });

/** A build that can be rolled back, and its baseline. */
interface Trial {
  build: BuildManifest;
  /** When a release gave the build to its visitors. Earlier failures are not counted. */
  since: number;
  baseline: BuildManifest;
  isCanary: boolean;
}

/** Only releases of the last 30 minutes are on trial. A rollback sets no `lastGood`, so it starts no trial. */
function trialsOf(state: ReleaseState, name: string): Trial[] {
  const app = state.apps[name];
  if (!app) return [];
  const { stable, canary, lastGood } = app;
  const trials: Trial[] = [];
  if (canary && isOnProbation(canary.since))
    trials.push({ build: canary.build, since: Date.parse(canary.since), baseline: stable, isCanary: true });
  if (lastGood && probationEnd(app))
    trials.push({ build: stable, since: Date.parse(app.since), baseline: lastGood, isCanary: false });
  return trials;
}

/** Sums the page loads of a build over the minutes that had not ended at `since`. */
function loadsOf({ version }: BuildManifest, versions: readonly VersionHealth[], since = 0): number {
  const minutes = versions.find((each) => each.version === version)?.minutes ?? [];
  return minutes
    .filter(({ at }) => Date.parse(at) + MINUTE_MS > since)
    .reduce((sum, { loads }) => sum + loads, 0);
}

const pick = (state: ReleaseState, names: string[]): ReleaseState => ({
  ...state,
  apps: Object.fromEntries(Object.entries(state.apps).filter(([name]) => names.includes(name))),
});
