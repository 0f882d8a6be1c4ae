import type { BuildManifest } from '@leadping/contracts/release';
import { DomainError } from '@leadping/service-kit/domain-error';
import { withoutMisfits } from './check-build.ts';
import { withGroup } from './promote.ts';
import { buildId, type AppRelease, type ReleaseState } from './release-state.ts';

/**
 * Rolls back the canaries of these apps and their groups. An app without a canary returns to its previous stable
 * build, or to `build` if given. Rolled back builds are withdrawn: a rollback never restores them until they are
 * published again. Canaries of other apps that do not fit the result end too, but are not withdrawn.
 * @throws {DomainError} RELEASE_REFUSED if there is no previous build, if `build` is withdrawn, or if `build` is
 * given for several apps.
 */
export function rollback(state: ReleaseState, names: string[], build?: BuildManifest): ReleaseState {
  const apps = { ...state.apps };
  const withdrawn = new Set(state.withdrawn);
  const together = withGroup(state, names);
  if (build && together.length > 1) throw severalApps();
  if (build && withdrawn.has(buildId(build))) throw isWithdrawn(build);
  for (const name of together) {
    const before = apps[name];
    const after = build ? goTo(before, build) : goBack(name, before);
    for (const id of takenBack(before, after)) withdrawn.add(id);
    const hasWayBack = after.lastGood !== null && !withdrawn.has(buildId(after.lastGood));
    apps[name] = hasWayBack ? after : { ...after, lastGood: null };
  }
  return withoutMisfits({ ...state, apps, withdrawn: [...withdrawn] });
}

export const severalApps = () =>
  new DomainError('RELEASE_REFUSED', 'A version names one app; these go back together.');

const isWithdrawn = (build: BuildManifest) =>
  new DomainError(
    'RELEASE_REFUSED',
    `${buildId(build)} was rolled back, so no rollback goes to it. To give it to visitors again, release it under its version.`,
  );

function goBack(name: string, app: AppRelease | undefined): AppRelease {
  if (!app) throw new DomainError('RELEASE_REFUSED', `${name} is not released.`);
  if (app.canary) return { ...app, canary: null };
  if (!app.lastGood)
    throw new DomainError('RELEASE_REFUSED', `${name} has no earlier release to go back to.`);
  return { stable: app.lastGood, since: new Date().toISOString(), canary: null, lastGood: null };
}

/** @param app undefined if it was retired */
function goTo(app: AppRelease | undefined, build: BuildManifest): AppRelease {
  if (!app) return { stable: build, since: new Date().toISOString(), canary: null, lastGood: null };
  if (build.version === app.stable.version) return { ...app, canary: null };
  return { stable: build, since: new Date().toISOString(), canary: null, lastGood: null };
}

/** The builds that visitors no longer get. */
function takenBack(before: AppRelease | undefined, { stable }: AppRelease): string[] {
  return [before?.stable, before?.canary?.build].flatMap((build) =>
    build && build.version !== stable.version ? [buildId(build)] : [],
  );
}
