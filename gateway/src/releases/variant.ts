import type { BuildManifest, ReleasedRemote, ReleaseDocument } from '@leadping/contracts/release';
import { assetHref, SHELL, type ReleaseState } from './release-state.ts';

/** The builds for one visitor: the stable build or the canary of each app. */
export interface Variant {
  document: ReleaseDocument;
  builds: BuildManifest[];
  shell: BuildManifest | null;
}

/** @param groups the canary groups that the visitor is in. */
export function variantOf(state: ReleaseState, groups: ReadonlySet<string>): Variant {
  const builds = Object.values(state.apps).map(({ stable, canary }) =>
    canary && groups.has(canary.group) ? canary.build : stable,
  );
  const remotes = builds
    .filter(({ name }) => name !== SHELL)
    .map((build): [string, ReleasedRemote] => [build.name, releasedRemote(build)]);
  return {
    document: { schema: 1, revision: state.revision, remotes: Object.fromEntries(remotes) },
    builds,
    shell: builds.find(({ name }) => name === SHELL) ?? null,
  };
}

function releasedRemote(build: BuildManifest): ReleasedRemote {
  return {
    version: build.version,
    contract: build.contract,
    entry: assetHref(build, build.entry),
    integrity: integrityIn(build, build.entry),
    ...(build.format === 'module' ? { format: build.format } : {}),
    preload: build.preload.map((file) => preloaded(build, file)),
    routes: build.routes.map(({ path }) => path),
    views: build.views.map(({ slot, slug, label, roles }) => ({ slot, slug, label, roles })),
  };
}

export function integrityIn(build: BuildManifest, path: string): string {
  const file = build.files.find((file) => file.path === path);
  if (!file) throw new Error(`${build.name}@${build.version} has no file ${path}`);
  return file.integrity;
}

export const preloaded = (build: BuildManifest, path: string) => ({
  href: assetHref(build, path),
  integrity: integrityIn(build, path),
});
