import { DomainError } from '@leadping/service-kit/domain-error';
import { withGroup } from './promote.ts';
import type { Registry } from './registry.ts';
import type { RollbackEvidence } from './release.model.ts';
import type { ReleaseState } from './release-state.ts';
import { rollback } from './rollback.ts';
import type { Trial } from './trials.ts';

/**
 * Rolls back a failing build and the canaries of its group.
 * @param seen the state in which the build was judged. The rollback does nothing if its apps have changed since.
 */
export async function rollBackTrial(
  registry: Registry,
  seen: ReleaseState,
  { build, isCanary }: Trial,
  evidence: RollbackEvidence,
): Promise<void> {
  const { name, version } = build;
  const apps = withGroup(seen, [name]);
  const { visitors, networks, loads } = evidence;
  const releasing = registry.release({
    action: 'automatic-rollback',
    by: 'gateway',
    apps,
    note: `${name}@${version}: errors of ${visitors} visitors in ${networks} networks, ${loads} page loads`,
    evidence,
    seen,
    change: (current) => {
      const next = rollback(current, apps);
      // If an app has a canary, the first rollback ends only the canary. Roll back the stable release as well.
      return seen.apps[name]?.canary && !isCanary ? rollback(next, [name]) : next;
    },
  });
  // Another gateway has probably made the same rollback. The next check uses the new state.
  await releasing.catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === 'RELEASE_CONFLICT')) throw error;
  });
}
