import { DomainError } from '@leadping/service-kit/domain-error';
import type { Log } from '@leadping/service-kit/telemetry/log';
import { onceAMinute } from '@leadping/service-kit/telemetry/once-a-minute';
import { FLUSH_MS } from '../counting/tally.ts';
import type { Evidence } from './evidence.ts';
import type { Health } from './health.ts';
import { judgeTrial } from './judge-trial.ts';
import type { Registry } from './registry.ts';
import type { ReleaseState } from './release-state.ts';
import { rollBackTrial } from './roll-back-trial.ts';
import { listTrials } from './trials.ts';

/** How often the health of releases is counted and checked, in ms. */
export interface HealthPace {
  checkMs: number;
  /** Interval at which page loads are written. Failures are written immediately. */
  writeMs: number;
  /** Wait between reading failures and loads. Longer than `writeMs`. */
  countedMs: number;
}

export const HEALTH_PACE: HealthPace = { checkMs: 2000, writeMs: FLUSH_MS, countedMs: 1500 };

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

/**
 * Rolls back and announces releases that fail for many visitors of several networks. A released build is
 *
 * - on trial for 30 minutes, compared with the build that it replaces (`trials.ts`),
 * - failing if its failure rate exceeds what the baseline's rate tolerates (`judge-trial.ts`),
 * - rolled back when it fails, unless rollbacks are paused (`roll-back-trial.ts`). Each check announces the rollbacks
 *   that are not announced yet,
 * - accepted when its trial ends.
 */
export function watchHealth(options: WatchHealthOptions): { check: () => Promise<void>; close: () => void } {
  const { onChecked, pace = HEALTH_PACE, log } = options;
  const check = () => checkReleases(options, pace);
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

async function checkReleases(options: WatchHealthOptions, pace: HealthPace): Promise<void> {
  const state = options.registry.current();
  const checks = Object.keys(state.apps).map((name) => checkApp(options, pace, state, name));
  // A failed rollback must not block other rollbacks or the notification to admins.
  const results = await Promise.allSettled(checks);
  await options.announce();
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Rolls back at most one build. Its canary is judged before its stable build. */
async function checkApp(
  { registry, evidence, health, isPaused }: WatchHealthOptions,
  { countedMs }: HealthPace,
  state: ReleaseState,
  name: string,
): Promise<void> {
  for (const trial of listTrials(state, name)) {
    const found = await judgeTrial({ evidence, health, countedMs }, state, trial);
    if (!found || (await isPaused())) continue;
    return rollBackTrial(registry, state, trial, found);
  }
}

const uncheckedLog = (log: Log) =>
  onceAMinute((err: unknown) => {
    const isRefused = err instanceof DomainError && err.code === 'RELEASE_REFUSED';
    const nextStep = isRefused
      ? 'A release fails and cannot be rolled back. Have its team release a version that works.'
      : "Look at the gateway's database.";
    log.warn({ err, nextStep }, 'health of releases not checked');
  });
