import type { BuildManifest } from '@leadping/contracts/release';
import { DomainError } from '@leadping/service-kit/domain-error';
import { isDeepStrictEqual } from 'node:util';
import { checkClaims, checkServed, checkSignIn } from './check-build.ts';
import { withGroup } from './promote.ts';
import { buildId, withoutBuilds, type AppRelease, type ReleaseState } from './release-state.ts';

export interface Publication {
  builds: BuildManifest[];
  /** Percentage of visitors. All visitors if absent. */
  canary?: number | undefined;
}

/**
 * Releases all of these builds or none. Canaries that were released together stay together: a stable release of one
 * ends them all.
 * @throws {DomainError} RELEASE_REFUSED, also for a canary of an app whose group has other apps.
 */
export function publish(state: ReleaseState, { builds, canary }: Publication): ReleaseState {
  const apps = { ...state.apps };
  const names = builds.map(({ name }) => name);
  const others = withGroup(state, names).filter((name) => !names.includes(name));
  if (canary !== undefined) refuseApart(names, others);
  for (const name of others) {
    const app = apps[name];
    if (app) apps[name] = { ...app, canary: null };
  }
  const group = growingGroup(state, builds) ?? `canary-${state.revision + 1}`;
  for (const build of builds) {
    apps[build.name] =
      canary === undefined
        ? asStable(build, apps[build.name])
        : asCanary(build, apps[build.name], canary, group);
  }
  const next = { ...state, apps, withdrawn: withoutBuilds(state.withdrawn, builds) };
  checkServed(next);
  for (const build of builds) checkClaims(state, next, build);
  checkSignIn(state, next);
  return next;
}

/** The canary group whose share grows. Visitors who have it keep it. Undefined if one of the builds is new. */
function growingGroup(state: ReleaseState, builds: BuildManifest[]): string | undefined {
  const groups = new Set(
    builds.map((build) => {
      const { canary } = state.apps[build.name] ?? {};
      return isDeepStrictEqual(canary?.build, build) ? canary?.group : undefined;
    }),
  );
  return groups.size === 1 ? [...groups][0] : undefined;
}

/** A visitor gets all of a group or none of it, and the token of one app must not change another app's canary. */
function refuseApart(names: string[], others: string[]): void {
  const [other] = others;
  if (other === undefined) return;
  throw new DomainError(
    'RELEASE_REFUSED',
    `A canary of ${names.join(' and ')} is out together with ${other}'s. Release both at once (--with ${other}), or take it back first.`,
  );
}

const now = () => new Date().toISOString();

function asStable(build: BuildManifest, before: AppRelease | undefined): AppRelease {
  if (!before) return { stable: build, since: now(), canary: null, lastGood: null };
  if (before.stable.version !== build.version) {
    return { stable: build, since: now(), canary: null, lastGood: before.stable };
  }
  if (!isDeepStrictEqual(before.stable, build)) {
    throw new DomainError('RELEASE_REFUSED', `${buildId(build)} is released already, with other files.`);
  }
  return { ...before, canary: null };
}

function asCanary(
  build: BuildManifest,
  before: AppRelease | undefined,
  percent: number,
  group: string,
): AppRelease {
  if (!before)
    throw new DomainError('RELEASE_REFUSED', `${build.name} has no stable release to try it against.`);
  if (before.stable.version === build.version) {
    throw new DomainError('RELEASE_REFUSED', `${buildId(build)} is the stable release already.`);
  }
  const { canary } = before;
  const hasItsVisitors = canary?.group === group && percent <= canary.percent;
  const since = hasItsVisitors ? canary.since : now();
  return { ...before, canary: { build, percent, group, since } };
}
