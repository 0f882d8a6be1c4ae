import { BuildManifest } from '@leadping/contracts/release';
import type { Log } from '@leadping/service-kit/telemetry/log';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FileStore } from '@leadping/service-kit/storage/file-store';
import { checkManifest, withoutMisfits } from './check-build.ts';
import type { Registry } from './registry.ts';
import { withoutBuilds, type ReleaseState } from './release-state.ts';
import { storeFile } from '../storage/store-file.ts';

/**
 * Publishes apps that were built on this machine. In production only into an empty registry. In development also if a
 * folder has a newer build than the released one, so that a restart shows it.
 */
export async function seedReleases(options: {
  folders: string[];
  registry: Registry;
  store: FileStore;
  isProduction: boolean;
  /** Aborted when the gateway closes. Nothing is written or released afterwards. */
  signal: AbortSignal;
  log: Log;
}): Promise<void> {
  const { registry, store, log, signal } = options;
  const before = await registry.refresh();
  if (options.isProduction && registry.hasReleases()) return;
  const found = await Promise.all(options.folders.map((folder) => readBuild(folder, log)));
  const changed = found.filter(
    (build) => build !== null && !isDeepStrictEqual(before.apps[build.manifest.name]?.stable, build.manifest),
  );
  const builds = changed.filter((build) => build !== null);
  if (builds.length === 0) return;
  for (const build of builds) await storeBuild(store, build, signal);
  signal.throwIfAborted();
  const manifests = builds.map(({ manifest }) => manifest);
  const seeding = registry.release({
    action: 'seed',
    by: 'local build',
    apps: manifests.map(({ name }) => name),
    revision: before.revision,
    change: (state) => withSeeds(state, manifests),
  });
  await seeding.catch(async (error: unknown) => {
    if ((await registry.refresh()).revision === before.revision) throw error;
    // Another instance or a team released first, so check again what is left to seed.
    await seedReleases(options);
  });
}

interface FoundBuild {
  folder: string;
  manifest: BuildManifest;
}

async function readBuild(folder: string, log: Log): Promise<FoundBuild | null> {
  const text = await readFile(path.join(folder, 'release.json'), 'utf8').catch(() => null);
  if (text === null) {
    log.warn({ folder }, 'no build found to seed the registry');
    return null;
  }
  const manifest = BuildManifest.parse(JSON.parse(text));
  checkManifest(manifest);
  return { folder, manifest };
}

async function storeBuild(
  store: FileStore,
  { folder, manifest }: FoundBuild,
  signal: AbortSignal,
): Promise<void> {
  for (const file of manifest.files) {
    signal.throwIfAborted();
    const read = (suffix: string) => readFile(path.join(folder, `${file.path}${suffix}`));
    const optional = (suffix: string) => read(suffix).catch(() => undefined);
    const [bytes, br, gzip] = await Promise.all([read(''), optional('.br'), optional('.gz')]);
    await storeFile(store, {
      key: `${manifest.name}/${manifest.version}/${file.path}`,
      bytes,
      copies: { ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) },
    });
  }
}

function withSeeds(state: ReleaseState, manifests: BuildManifest[]): ReleaseState {
  const apps = { ...state.apps };
  for (const manifest of manifests) {
    const before = apps[manifest.name];
    const isOtherVersion = before !== undefined && before.stable.version !== manifest.version;
    apps[manifest.name] = {
      stable: manifest,
      since: new Date().toISOString(),
      canary: null,
      lastGood: isOtherVersion ? before.stable : (before?.lastGood ?? null),
    };
  }
  return withoutMisfits({ ...state, apps, withdrawn: withoutBuilds(state.withdrawn, manifests) });
}
