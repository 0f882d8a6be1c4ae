import { getInstance } from '@module-federation/enhanced/runtime';
import type { ReleaseDocument } from '@leadping/contracts/release';
import { containerName, type Remote } from '@leadping/contracts/remote';
import type { ComponentType } from 'react';
import { releaseRules, remoteOf, type Report } from './release-rules.ts';

export interface LoadedRemote {
  version: string;
  remote: Remote<ComponentType>;
}

/** Loads each remote of one release document once. Failed loads may be retried. */
export function createRemoteLoader(
  release: ReleaseDocument,
  report: Report,
  federation = getInstance(({ name }) => name === 'shell'),
) {
  if (!federation) throw new Error('The shell was built without federation');
  const replaced = new Set<string>();
  federation.registerPlugins([releaseRules(release, report, replaced)]);
  federation.registerRemotes(Object.entries(release.remotes).map(([name, remote]) => remoteOf(name, remote)));
  showInDevtools(release);
  const loaded = new Map<string, Promise<LoadedRemote>>();
  const versionOf = (name: string) => {
    const remote = federation.options.remotes.find((entry) => entry.name === containerName(name));
    return remote && 'version' in remote ? remote.version : 'unknown';
  };

  const load = async (name: string): Promise<LoadedRemote> => {
    const module = await federation.loadRemote<{ default: Remote<ComponentType> }>(
      `${containerName(name)}/remote`,
    );
    if (!module) throw new Error(`${name} brought nothing`);
    return { version: versionOf(name), remote: module.default };
  };

  return {
    load(name: string): Promise<LoadedRemote> {
      const known = loaded.get(name);
      if (known) return known;
      const loading = load(name);
      loaded.set(name, loading);
      loading.catch(() => loaded.delete(name));
      return loading;
    },
    /** Makes the next load of a replaced remote start with its current release again. */
    restore(name: string): void {
      const current = release.remotes[name];
      if (!current || !replaced.delete(name)) return;
      loaded.delete(name);
      federation.registerRemotes([remoteOf(name, current)], { force: true });
    },
    /** The version of a remote on this page: the loaded one, otherwise the released one. */
    versionOf,
  };
}

/**
 * Fills the module list of the federation devtools. The library's own snapshots are excluded from production
 * builds.
 */
function showInDevtools({ remotes }: ReleaseDocument): void {
  if (process.env.NODE_ENV !== 'production') return;
  const moduleInfo = (globalThis as { __FEDERATION__?: { moduleInfo: Record<string, unknown> } })
    .__FEDERATION__?.moduleInfo;
  if (!moduleInfo) return;
  const remotesInfo: Record<string, unknown> = {};
  for (const [name, { version, entry }] of Object.entries(remotes)) {
    const container = containerName(name);
    remotesInfo[container] = { matchedVersion: version };
    moduleInfo[`${container}:${version}`] = { version, remoteEntry: entry };
  }
  moduleInfo.shell = { version: __APP__.version, remotesInfo };
}

export type RemoteLoader = ReturnType<typeof createRemoteLoader>;
