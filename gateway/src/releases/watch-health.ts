import type { VersionHealth } from '@leadping/contracts/gateway/release-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { Log } from '@leadping/service-kit/telemetry/log';
import type { Health } from './health.ts';
import { withGroup } from './promote.ts';
import type { Registry } from './registry.ts';
import type { ReleaseState } from './release-state.ts';
import { rollback } from './rollback.ts';

const CHECK_MS = 2000;
/** A new stable release is watched for this long; after that its errors are the product's, not the release's. */
const PROBATION_MS = 30 * 60 * 1000;
/** Fewer errors than this prove nothing. */
const LEAST_ERRORS = 10;
const TOLERATED_FACTOR = 2;
const TOLERATED_RATE = 0.05;

/** Whether a version fails clearly more often than the one it stands beside. */
export function isFailing(candidate: VersionHealth, baseline: VersionHealth | undefined): boolean {
  const tolerated = TOLERATED_FACTOR * (baseline?.errorRate ?? 0) + TOLERATED_RATE;
  return candidate.errors >= LEAST_ERRORS && candidate.errorRate > tolerated;
}

/** Rolls back releases that fail, without waiting for somebody to see it. */
export function watchHealth(options: {
  registry: Registry;
  health: Health;
  onRollback: (apps: string[], note: string) => void;
  log: Log;
}): { check: () => Promise<void>; close: () => void } {
  const { registry, health, log } = options;

  const check = async () => {
    const state = registry.current();
    const watched = Object.keys(state.apps).filter((name) => isOnProbation(state, name));
    if (watched.length === 0) return;
    for (const { name, versions } of await health.read(pick(state, watched))) {
      const of = (channel: VersionHealth['channel']) =>
        versions.find((version) => version.channel === channel);
      const canary = of('canary');
      const candidate = canary ?? of('stable');
      const baseline = canary ? of('stable') : of('previous');
      if (!candidate || !isFailing(candidate, baseline)) continue;
      await rollBack(state, name, candidate);
    }
  };

  const rollBack = async (seen: ReleaseState, name: string, { version, errors, loads }: VersionHealth) => {
    const apps = withGroup(seen, [name]);
    const note = `${name}@${version}: ${errors} errors in ${loads} page loads`;
    await registry.release({
      action: 'automatic-rollback',
      by: 'gateway',
      apps,
      note,
      change: (current) => {
        const app = current.apps[name];
        const isStillOut = (app?.canary?.build.version ?? app?.stable.version) === version;
        if (!isStillOut) throw new DomainError('RELEASE_REFUSED', 'It was rolled back already.');
        return rollback(current, apps);
      },
    });
    options.onRollback(apps, note);
  };

  let checking = false;
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    check()
      .catch((err: unknown) => log.debug({ err }, 'the health of releases could not be checked'))
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
