import { DomainError } from '@leadping/service-kit/domain-error';
import { withGroup } from './promote.ts';
import { SHELL, type ReleaseState } from './release-state.ts';

/**
 * Removes these remotes. Canaries in the same groups end.
 * @throws {DomainError} RELEASE_REFUSED for the shell and for apps that are not released.
 */
export function retire(state: ReleaseState, names: string[]): ReleaseState {
  const apps = { ...state.apps };
  for (const name of withGroup(state, names)) {
    const app = apps[name];
    if (!app) throw new DomainError('RELEASE_REFUSED', `${name} is not released.`);
    apps[name] = { ...app, canary: null };
  }
  for (const name of names) {
    if (name === SHELL)
      throw new DomainError('RELEASE_REFUSED', 'Every page is the shell’s. It cannot be retired.');
    delete apps[name];
  }
  return { ...state, apps };
}
