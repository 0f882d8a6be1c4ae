import type { VersionHealth } from '@leadping/contracts/gateway/release-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { Log } from '@leadping/service-kit/telemetry/log';
import type { Evidence } from './evidence.ts';
import type { Health } from './health.ts';
import { withGroup } from './promote.ts';
import type { Registry } from './registry.ts';
import type { RollbackEvidence } from './release.model.ts';
import type { ReleaseState } from './release-state.ts';
import { rollback } from './rollback.ts';

const CHECK_MS = 2000;
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
    if (watched.length > 0) {
      for (const app of await health.read(pick(state, watched))) await checkApp(state, app);
    }
    await announce();
  };

  const checkApp = async (
    state: ReleaseState,
    { name, versions }: { name: string; versions: VersionHealth[] },
  ) => {
    const of = (channel: VersionHealth['channel']) => versions.find((version) => version.channel === channel);
    const canary = of('canary');
    const candidate = canary ?? of('stable');
    const baseline = canary ? of('stable') : of('previous');
    if (!candidate || candidate.errors === 0) return;
    const seen = await evidence.read({ name, version: candidate.version });
    const before = baseline && (await evidence.read({ name, version: baseline.version }));
    const { loads } = candidate;
    const failing = isFailing({ ...seen, loads }, baseline && before && { ...before, loads: baseline.loads });
    if (!failing || (await isPaused())) return;
    await rollBack(state, name, candidate.version, { ...seen, loads });
  };

  const rollBack = async (seen: ReleaseState, name: string, version: string, found: RollbackEvidence) => {
    const apps = withGroup(seen, [name]);
    const { visitors, networks, loads } = found;
    await registry.release({
      action: 'automatic-rollback',
      by: 'gateway',
      apps,
      note: `${name}@${version}: errors of ${visitors} visitors in ${networks} networks, ${loads} page loads`,
      evidence: found,
      change: (current) => {
        const app = current.apps[name];
        const isStillOut = (app?.canary?.build.version ?? app?.stable.version) === version;
        if (!isStillOut) throw new DomainError('RELEASE_REFUSED', 'It was rolled back already.');
        return rollback(current, apps);
      },
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
