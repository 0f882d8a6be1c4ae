import { acceptedContracts, assertRemote, containerName, REMOTE_CONTRACT } from '@leadping/contracts/remote';
import type { ReleaseDocument } from '@leadping/contracts/release';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { TIMEOUT } from './attempts.ts';
import { findLastGood, isReleased, type Loadable, rememberLastGood } from './last-good.ts';

type Remote = Parameters<NonNullable<ModuleFederationRuntimePlugin['beforeRegisterRemote']>>[0]['remote'];

/** A release of a remote in the format of the federation runtime, with the hash of its entry file. */
export const remoteOf = (name: string, { version, entry, integrity, format }: Loadable) =>
  ({
    name: containerName(name),
    version,
    entry,
    integrity,
    type: format === 'module' ? format : 'global',
  }) as Remote;

export type Report = (error: unknown, app: { name: string; version: string }) => void;

/**
 * The platform's loading rules as a plugin of the federation runtime. Entries are verified by hash, time out after
 * ten seconds and are attempted twice, and their exports must satisfy the contract. A failed remote is reported
 * and replaced by its last release that worked in this browser, if that still loads.
 * @param replaced the currently replaced remotes
 */
export function releaseRules(
  { remotes }: ReleaseDocument,
  report: Report,
  replaced: Set<string>,
): ModuleFederationRuntimePlugin {
  const names = new Map(Object.keys(remotes).map((name) => [containerName(name), name]));
  const nameIn = (id: string) => names.get(id.split('/')[0] ?? '') ?? id;

  return {
    name: 'release-rules',
    async beforeRequest(request) {
      const name = nameIn(request.id);
      const current = remotes[name];
      if (!current) throw new Error(`The release has no ${name}`);
      const spoken = `${name} ${current.version} speaks contract ${current.contract}`;
      if (!acceptedContracts().includes(current.contract) && !replaced.has(name)) throw new Error(spoken);
      if (current.contract < REMOTE_CONTRACT) console.warn(`${spoken}, the shell ${REMOTE_CONTRACT}`);
      return request;
    },
    /**
     * The hash and `crossorigin` equal those of the page's preload, otherwise the browser would fetch the file
     * twice.
     */
    createScript({ url, remoteInfo }) {
      const script = document.createElement('script');
      script.src = url;
      script.integrity = (remoteInfo as Partial<Loadable> | undefined)?.integrity ?? '';
      script.crossOrigin = 'anonymous';
      return { script, timeout: TIMEOUT };
    },
    /** Loads ES modules of remotes from other bundlers. The library loads scripts. */
    async loadEntry({ remoteInfo }) {
      if (remoteInfo.type !== 'module') return undefined;
      const { loadModule } = await import('./load-module.ts');
      return loadModule(remoteInfo.entry, (remoteInfo as Partial<Loadable>).integrity);
    },
    /** The second attempt, because a failed preload also fails the first load after it. */
    async loadEntryError({ getRemoteEntry, globalLoading, uniqueKey, origin, remoteInfo }) {
      delete globalLoading[uniqueKey];
      return getRemoteEntry({ origin, remoteInfo }) as Promise<never>;
    },
    async onLoad({ id, exposeModule }) {
      const name = nameIn(id);
      assertRemote((exposeModule as { default: unknown }).default, name);
      const current = remotes[name];
      if (current && !replaced.has(name)) rememberLastGood(name, current);
    },
    async errorLoadRemote({ id, error, lifecycle, origin }) {
      const name = nameIn(id);
      const current = remotes[name];
      const lastGood = findLastGood(name);
      if (lifecycle !== 'onLoad' || !current || replaced.has(name)) return undefined;
      if (!lastGood || lastGood.entry === current.entry) return undefined;
      // Developers must see failures of their own preview build.
      if (!isReleased(name, current)) return undefined;
      replaced.add(name);
      origin.registerRemotes([remoteOf(name, lastGood)], { force: true });
      try {
        const module = await origin.loadRemote(id);
        report(error, { name, version: current.version });
        return module;
      } catch {
        // The next attempt starts with the current release again, because the page shows and reports its failure.
        replaced.delete(name);
        origin.registerRemotes([remoteOf(name, current)], { force: true });
        throw error;
      }
    },
  };
}
