import type { BuildManifest } from '@leadping/contracts/release';
import { DomainError } from '@leadping/service-kit/domain-error';
import { isDeepStrictEqual } from 'node:util';
import { checkTogether } from './check-build.ts';
import { buildId, type AppRelease, type ReleaseState } from './release-state.ts';

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
  if (canary !== undefined) checkTogether(next, group);
  return next;
}

function asStable(build: BuildManifest, before: AppRelease | undefined): AppRelease {
  if (!before) return { stable: build, canary: null, lastGood: null };
  if (before.stable.version === build.version && !isDeepStrictEqual(before.stable, build)) {
    throw new DomainError('RELEASE_REFUSED', `${buildId(build)} is released already, with other files.`);
  }
  const isSame = before.stable.version === build.version;
  return { stable: build, canary: null, lastGood: isSame ? before.lastGood : before.stable };
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
  return { ...before, canary: { build, percent, group } };
}
