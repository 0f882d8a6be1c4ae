import type { BuildManifest } from '@leadping/contracts/release';
import type { Log } from '@leadping/service-kit/telemetry/log';
import { setTimeout as pause } from 'node:timers/promises';
import type { Evidence } from './evidence.ts';
import type { Health } from './health.ts';
import { withGroup } from './promote.ts';
import type { Registry } from './registry.ts';
import type { RollbackEvidence } from './release.model.ts';
import type { ReleaseState } from './release-state.ts';
import { rollback } from './rollback.ts';

const CHECK_MS = 2000;
const MINUTE_MS = 60 * 1000;
/** Failures are written at once, page loads each second: after so long those of the same visitors are, whichever gateway served them. */
const COUNTED_MS = 1500;
/** A new stable release is watched for this long; after that its errors are the product's, not the release's. */
const PROBATION_MS = 30 * 60 * 1000;
/** Fewer visitors than this prove nothing; of one network at most two count, so these are of five networks or more. */
const MIN_VISITORS = 10;
const TOLERATED_FACTOR = 2;
const TOLERATED_RATE = 0.05;

/** How many visitors saw a version fail, of how many page loads. */
interface Outcome {
  visitors: number;
  loads: number;
}

const rateOf = ({ visitors, loads }: Outcome) => visitors / Math.max(loads, 1);

/** Whether a version fails for clearly more visitors than the one beside it. */
export function isFailing(candidate: Outcome, baseline: Outcome | undefined): boolean {
  const tolerated = TOLERATED_FACTOR * (baseline ? rateOf(baseline) : 0) + TOLERATED_RATE;
  return candidate.visitors >= MIN_VISITORS && rateOf(candidate) > tolerated;
}

interface WatchHealthOptions {
  registry: Registry;
  health: Health;
  evidence: Evidence;
  isPaused: () => Promise<boolean>;
  announce: () => Promise<void>;
  /** Called after each look that found nothing in its way, with the time at which it began. */
  onChecked: (startedAt: number) => void;
  log: Log;
}

/** Rolls back releases that fail for many visitors of several networks, unless that is paused, and announces it. */
export function watchHealth(options: WatchHealthOptions): { check: () => Promise<void>; close: () => void } {
  const { registry, health, evidence, isPaused, announce, onChecked, log } = options;

  const check = async () => {
    const state = registry.current();
    const watched = Object.keys(state.apps).filter((name) => isOnProbation(state, name));
    // One that cannot be rolled back keeps neither the others from it nor admins from their mail.
    const looks = await Promise.allSettled(watched.map((name) => checkApp(state, name)));
    await announce();
    for (const look of looks) if (look.status === 'rejected') throw look.reason;
  };

  const checkApp = async (state: ReleaseState, name: string) => {
    const app = state.apps[name];
    if (!app) return;
    const { stable, canary, lastGood } = app;
    const candidate = canary?.build ?? stable;
    const baseline = canary ? stable : lastGood;
    // What happened before it was published, as before an earlier rollback, is not counted.
    const since = Date.parse(canary?.since ?? app.since);
    const found = await evidence.read(candidate, since);
    if (found.visitors < MIN_VISITORS) return;
    const before = baseline && (await evidence.read(baseline));
    await pause(COUNTED_MS, undefined, { ref: false });
    const [counted] = await health.read(pick(state, [name]));
    const loadsOf = ({ version }: BuildManifest, since = 0) => {
      const minutes = counted?.versions.find((each) => each.version === version)?.minutes ?? [];
      return minutes.reduce(
        (sum, { at, loads }) => (Date.parse(at) > since - MINUTE_MS ? sum + loads : sum),
        0,
      );
    };
    const seen = { ...found, loads: loadsOf(candidate, since) };
    const beside = baseline && before ? { ...before, loads: loadsOf(baseline) } : undefined;
    if (isFailing(seen, beside) && !(await isPaused())) await rollBack(state, candidate, seen);
  };

  const rollBack = async (seen: ReleaseState, { name, version }: BuildManifest, found: RollbackEvidence) => {
    const apps = withGroup(seen, [name]);
    const { visitors, networks, loads } = found;
    await registry.release({
      action: 'automatic-rollback',
      by: 'gateway',
      apps,
      note: `${name}@${version}: errors of ${visitors} visitors in ${networks} networks, ${loads} page loads`,
      evidence: found,
      seen,
      change: (current) => rollback(current, apps),
    });
  };

  let checking = false;
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    const startedAt = Date.now();
    check()
      .then(() => onChecked(startedAt))
      .catch((err: unknown) => log.debug({ err }, 'health of releases not checked'))
      .finally(() => (checking = false));
  }, CHECK_MS);
  return { check, close: () => clearInterval(timer) };
}

function isOnProbation(state: ReleaseState, name: string): boolean {
  const app = state.apps[name];
  if (!app) return false;
  return app.canary !== null || (app.lastGood !== null && Date.now() - Date.parse(app.since) < PROBATION_MS);
}

const pick = (state: ReleaseState, names: string[]): ReleaseState => ({
  ...state,
  apps: Object.fromEntries(Object.entries(state.apps).filter(([name]) => names.includes(name))),
});
