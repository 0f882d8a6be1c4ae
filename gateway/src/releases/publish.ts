import type { BuildManifest } from '@leadping/contracts/release';
import { DomainError } from '@leadping/service-kit/domain-error';
import { isDeepStrictEqual } from 'node:util';
import { checkTogether } from './check-build.ts';
import { buildId, groupsIn, type AppRelease, type ReleaseState } from './release-state.ts';

export interface Publication {
  builds: BuildManifest[];
  /** A share of the visitors, in per cent; everybody where it is absent. */
  canary?: number | undefined;
}

/**
 * The state with these builds released, all of them or none.
 * @throws {DomainError} RELEASE_REFUSED
 */
export function publish(state: ReleaseState, { builds, canary }: Publication): ReleaseState {
  const apps = { ...state.apps };
  const group = `canary-${state.revision + 1}`;
  for (const build of builds) {
    apps[build.name] =
      canary === undefined
        ? asStable(build, apps[build.name])
        : asCanary(build, apps[build.name], canary, group);
  }
  const next = { ...state, apps };
  checkTogether(next);
  for (const group of groupsIn(next)) checkTogether(next, group);
  return next;
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
  newGroup: string,
): AppRelease {
  if (!before)
    throw new DomainError('RELEASE_REFUSED', `${build.name} has no stable release to try it against.`);
  if (before.stable.version === build.version) {
    throw new DomainError('RELEASE_REFUSED', `${buildId(build)} is the stable release already.`);
  }
  // A canary that is given to more visitors keeps those it has.
  const isGrowing = before.canary !== null && isDeepStrictEqual(before.canary.build, build);
  const { group, since } = isGrowing && before.canary ? before.canary : { group: newGroup, since: now() };
  return { ...before, canary: { build, percent, group, since } };
}
