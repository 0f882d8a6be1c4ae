import type { BuildManifest, ReleasedRemote, ReleaseDocument } from '@leadping/contracts/release';
import { assetHref, SHELL, type AppRelease, type ReleaseState } from './release-state.ts';

/** What one visitor is served of a release: of each app the stable build or its canary. */
export interface Variant {
  document: ReleaseDocument;
  builds: BuildManifest[];
  shell: BuildManifest | null;
}

/** @param groups the canary groups that the visitor is in. */
export function variantOf(state: ReleaseState, groups: ReadonlySet<string>): Variant {
  const chosen = Object.values(state.apps).map((app) => {
    const canary = app.canary && groups.has(app.canary.group) ? app.canary.build : null;
    return { app, build: canary ?? app.stable };
  });
  const remotes = chosen
    .filter(({ build }) => build.name !== SHELL)
    .map(({ app, build }): [string, ReleasedRemote] => [build.name, releasedRemote(app, build)]);
  const builds = chosen.map(({ build }) => build);
  return {
    document: { schema: 1, revision: state.revision, remotes: Object.fromEntries(remotes) },
    builds,
    shell: builds.find(({ name }) => name === SHELL) ?? null,
  };
}

function releasedRemote(app: AppRelease, build: BuildManifest): ReleasedRemote {
  const fallback = build === app.stable ? app.lastGood : app.stable;
  const entryOf = (of: BuildManifest) => ({
    version: of.version,
    entry: assetHref(of, of.entry),
    integrity: integrityIn(of, of.entry),
  });
  return {
    ...entryOf(build),
    contract: build.contract,
    preload: build.preload.map((file) => preloaded(build, file)),
    routes: build.routes.map(({ path }) => path),
    ...(fallback ? { lastGood: entryOf(fallback) } : {}),
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
