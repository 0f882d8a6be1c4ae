import type { ReleaseDocument } from '@leadping/contracts/release';
import { assertRemote, REMOTE_CONTRACT, type Remote } from '@leadping/contracts/remote';
import type { ComponentType } from 'react';
import { tryTwice, withTimeout } from './attempts.ts';
import { findLastGood, type Loadable, rememberLastGood } from './last-good.ts';
import { loadContainer } from './load-container.ts';

export interface LoadedRemote {
  version: string;
  remote: Remote<ComponentType>;
}

async function loadOnce(name: string, release: Loadable): Promise<LoadedRemote> {
  const container = await withTimeout(loadContainer(name, release), release.entry);
  const factory = await withTimeout(container.get('./remote'), name);
  const { default: remote } = factory();
  assertRemote<ComponentType>(remote, name);
  return { version: release.version, remote };
}

const loadTwice = (name: string, release: Loadable) => tryTwice(() => loadOnce(name, release));

type Report = (error: unknown, app: { name: string; version: string }) => void;

/**
 * Loads remotes of one release document, each once. A remote that fails is reported and replaced by the release of it
 * that last worked in this browser, where there is one; else it fails, and may be tried again.
 */
export function createRemoteLoader(release: ReleaseDocument, report: Report) {
  const loaded = new Map<string, Promise<LoadedRemote>>();
  const versions = new Map<string, string>();

  const load = async (name: string): Promise<LoadedRemote> => {
    const current = release.remotes[name];
    if (!current) throw new Error(`The release has no ${name}`);
    try {
      if (current.contract !== REMOTE_CONTRACT)
        throw new Error(`${name} ${current.version} speaks contract ${current.contract}`);
      const result = await loadTwice(name, current);
      rememberLastGood(name, current);
      return result;
    } catch (error) {
      const lastGood = findLastGood(name);
      if (!lastGood || lastGood.entry === current.entry) throw error;
      report(error, { name, version: current.version });
      return loadTwice(name, lastGood);
    }
  };

  return {
    load(name: string): Promise<LoadedRemote> {
      const known = loaded.get(name);
      if (known) return known;
      const loading = load(name);
      loaded.set(name, loading);
      loading.then(
        ({ version }) => versions.set(name, version),
        () => loaded.delete(name),
      );
      return loading;
    },
    /** The version of a remote on this page: what was loaded, else what the release names. */
    versionOf: (name: string) => versions.get(name) ?? release.remotes[name]?.version ?? 'unknown',
  };
}

export type RemoteLoader = ReturnType<typeof createRemoteLoader>;
