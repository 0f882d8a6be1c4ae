import { DomainError } from '@leadping/service-kit/domain-error';
import { checkServed } from './check-build.ts';
import type { ReleaseState } from './release-state.ts';

/**
 * Makes these canaries and those of the same groups stable.
 * @throws {DomainError} RELEASE_REFUSED for an app without a canary.
 */
export function promote(state: ReleaseState, names: string[]): ReleaseState {
  const apps = { ...state.apps };
  for (const name of withGroup(state, names)) {
    const app = apps[name];
    if (!app?.canary) throw new DomainError('RELEASE_REFUSED', `${name} has no canary.`);
    const since = new Date().toISOString();
    apps[name] = { stable: app.canary.build, since, canary: null, lastGood: app.stable };
  }
  const next = { ...state, apps };
  checkServed(next);
  return next;
}

/** These apps and every app whose canary is in the same group. */
export function withGroup(state: ReleaseState, names: string[]): string[] {
  const groups = new Set(
    names.map((name) => state.apps[name]?.canary?.group).filter((group) => group !== undefined),
  );
  const together = Object.entries(state.apps)
    .filter(([, { canary }]) => canary !== null && groups.has(canary.group))
    .map(([name]) => name);
  return [...new Set([...names, ...together])];
}
