import type { BuildManifest } from '@leadping/contracts/release';
import { DomainError } from '@leadping/service-kit/domain-error';
import { withoutMisfits } from './check-build.ts';
import { withGroup } from './promote.ts';
import type { AppRelease, ReleaseState } from './release-state.ts';

/**
 * The state with the canaries of these apps and their groups taken back; an app without one goes back to its stable
 * build of before, or to `build` where one is given. Canaries of others that do not fit it are taken back with it.
 * @throws {DomainError} RELEASE_REFUSED where there is nothing to go back to, or more than one app would go to `build`.
 */
export function rollback(state: ReleaseState, names: string[], build?: BuildManifest): ReleaseState {
  const apps = { ...state.apps };
  const together = withGroup(state, names);
  if (build && together.length > 1) throw severalApps();
  for (const name of together) {
    const app = apps[name];
    if (build) apps[name] = goTo(app, build);
    else if (app) apps[name] = goBack(name, app);
    else throw new DomainError('RELEASE_REFUSED', `${name} is not released.`);
  }
  return withoutMisfits({ ...state, apps });
}

export const severalApps = () =>
  new DomainError('RELEASE_REFUSED', 'A version names one app; these go back together.');

function goBack(name: string, app: AppRelease): AppRelease {
  if (app.canary) return { ...app, canary: null };
  if (!app.lastGood)
    throw new DomainError('RELEASE_REFUSED', `${name} has no earlier release to go back to.`);
  return { stable: app.lastGood, since: new Date().toISOString(), canary: null, lastGood: null };
}

/** @param app undefined where it was retired */
function goTo(app: AppRelease | undefined, build: BuildManifest): AppRelease {
  if (!app) return { stable: build, since: new Date().toISOString(), canary: null, lastGood: null };
  const isSame = build.version === app.stable.version;
  const since = isSame ? app.since : new Date().toISOString();
  return { stable: build, since, canary: null, lastGood: isSame ? app.lastGood : app.stable };
}
