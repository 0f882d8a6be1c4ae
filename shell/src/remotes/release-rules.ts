import { acceptedContracts, assertRemote, containerName, REMOTE_CONTRACT } from '@leadping/contracts/remote';
import type { ReleaseDocument } from '@leadping/contracts/release';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { TIMEOUT } from './attempts.ts';
import { findLastGood, isReleased, type Loadable, rememberLastGood } from './last-good.ts';

type Remote = Parameters<NonNullable<ModuleFederationRuntimePlugin['beforeRegisterRemote']>>[0]['remote'];

/** A release of a remote as the federation runtime registers it, with the hash of its entry file. */
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
 * The platform's loading rules as one plugin of the federation runtime: entries are verified by their hash, time out
 * after ten seconds and are attempted twice; what they export must satisfy the contract. A remote that fails is replaced
 * by the release of it that last worked in this browser, if there is one that still loads, and reported.
 * @param replaced the remotes that are replaced at this moment
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
    /** The hash and `crossorigin` are those of the page's preload: with others the browser would fetch the file twice. */
    createScript({ url, remoteInfo }) {
      const script = document.createElement('script');
      script.src = url;
      script.integrity = (remoteInfo as Partial<Loadable> | undefined)?.integrity ?? '';
      script.crossOrigin = 'anonymous';
      return { script, timeout: TIMEOUT };
    },
    /** Remotes that other bundlers built as ES modules; scripts are left to the library. */
    async loadEntry({ remoteInfo }) {
      if (remoteInfo.type !== 'module') return undefined;
      const { loadModule } = await import('./load-module.ts');
      return loadModule(remoteInfo.entry, (remoteInfo as Partial<Loadable>).integrity);
    },
    /** The second attempt: a preload that failed also fails the first load after it. */
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
      // A developer who looks at a build of their own is to see that it fails.
      if (!isReleased(name, current)) return undefined;
      replaced.add(name);
      origin.registerRemotes([remoteOf(name, lastGood)], { force: true });
      try {
        const module = await origin.loadRemote(id);
        report(error, { name, version: current.version });
        return module;
      } catch {
        // The next try begins with the current release again, whose failure is what the page now says and reports.
        replaced.delete(name);
        origin.registerRemotes([remoteOf(name, current)], { force: true });
        throw error;
      }
    },
  };
}
