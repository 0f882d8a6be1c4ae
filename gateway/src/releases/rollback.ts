import type { BuildManifest } from '@leadping/contracts/release';
import { DomainError } from '@leadping/service-kit/domain-error';
import { checkTogether } from './check-build.ts';
import { withGroup } from './promote.ts';
import type { AppRelease, ReleaseState } from './release-state.ts';

/**
 * The state with the canaries of these apps and their groups taken back; an app without one goes back to its stable
 * build of before, or to `build` where one is given.
 * @throws {DomainError} RELEASE_REFUSED where there is nothing to go back to.
 */
export function rollback(state: ReleaseState, names: string[], build?: BuildManifest): ReleaseState {
  const apps = { ...state.apps };
  for (const name of withGroup(state, names)) {
    const app = apps[name];
    if (!app) throw new DomainError('RELEASE_REFUSED', `${name} was never released.`);
    apps[name] = build ? goTo(app, build) : goBack(name, app);
  }
  const next = { ...state, apps };
  checkTogether(next);
  return next;
}

function goBack(name: string, app: AppRelease): AppRelease {
  if (app.canary) return { ...app, canary: null };
  if (!app.lastGood)
    throw new DomainError('RELEASE_REFUSED', `${name} has no earlier release to go back to.`);
  return { stable: app.lastGood, since: new Date().toISOString(), canary: null, lastGood: null };
}

function goTo(app: AppRelease, build: BuildManifest): AppRelease {
  const isSame = build.version === app.stable.version;
  const since = isSame ? app.since : new Date().toISOString();
  return { stable: build, since, canary: null, lastGood: isSame ? app.lastGood : app.stable };
}
