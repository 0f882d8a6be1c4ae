import type { Compilation, Compiler } from '@rspack/core';
import type { BuildManifest } from '../../contracts/src/release.ts';
import { containerName, FEDERATION, type RouteTable, type ViewTable } from '../../contracts/src/remote.ts';
import { versionOf } from './remote-app.ts';
import {
  type Accepts,
  acceptedRanges,
  eagerShareMessage,
  LAZY_SHARES,
  providedVersions,
  SHARES,
} from './shared.ts';
import { exportedNames, ImportedNames } from './shared-names.ts';
import { listFiles, writeRelease } from './write-release.ts';

interface Release {
  name: string;
  version: string;
  contract: number;
  /** A classic script if absent. */
  format?: BuildManifest['format'];
  routes: RouteTable;
  views: ViewTable;
  accepts?: Accepts;
}

const isLoaded = (file: string) => /\.(js|css)$/.test(file);

/** The chunks of a build: what brings them, their files, and the shared parts of the shell that they take. */
function describeChunks(compilation: Compilation) {
  const stats = compilation.getStats().toJson({
    all: false,
    chunks: true,
    chunkOrigins: true,
    chunkModules: true,
    chunkRelations: true,
    // Else what another module of the chunk brought in is left out of the list.
    dependentModules: true,
    ids: true,
    modules: true,
    nestedModules: false,
    modulesSpace: Number.MAX_SAFE_INTEGER,
    chunkModulesSpace: Number.MAX_SAFE_INTEGER,
  });
  return (stats.chunks ?? []).map((chunk) => ({
    id: chunk.id,
    initial: chunk.initial ?? false,
    parents: chunk.parents ?? [],
    files: [...(chunk.files ?? [])].filter(isLoaded),
    names: chunk.names ?? [],
    consumes: (chunk.modules ?? []).flatMap(({ moduleType, identifier = '' }) => {
      const share = moduleType === 'consume-shared-module' && findShare(identifier);
      return share ? [share] : [];
    }),
    // A shared part is brought by the module that provides it, everything else by an `import()` of its path.
    sources: (chunk.origins ?? []).map(({ request, moduleName }) => request || (moduleName ?? '')),
  }));
}

/** The shared part that a module of the bundler represents. rspack names it ` react@`, webpack `|react|`. */
const findShare = (identifier: string) =>
  SHARES.find((name) => [` ${name}@`, `|${name}|`].some((mark) => identifier.includes(mark)));

const isLazy = (share: string) => (LAZY_SHARES as readonly string[]).includes(share);

/**
 * `remote.tsx` runs before the shared parts are available. A shared part that it imports statically would fail in every
 * browser.
 */
function refuseEagerShares(name: string, chunks: ReturnType<typeof describeChunks>): void {
  const eager = chunks
    .filter((chunk) =>
      chunk.names.some((chunkName) => chunkName === 'remote' || chunkName === containerName(name)),
    )
    .flatMap((chunk) => chunk.consumes);
  if (eager.length > 0) throw new Error(eagerShareMessage(name, eager[0]));
}

const unique = <Item>(items: Item[]) => [...new Set(items)];

/**
 * Writes `release.json` beside the finished build, with the hash of each file and the files of each page, and puts a
 * brotli and a gzip copy beside each text file.
 */
export class ReleasePlugin {
  readonly #release: Release;

  constructor(release: Release) {
    this.#release = release;
  }

  apply(compiler: Compiler): void {
    const imported = new ImportedNames();
    compiler.hooks.compilation.tap('ReleasePlugin', ({ hooks }) => {
      // Later the bundler has put modules together, and their imports are gone.
      hooks.finishModules.tap('ReleasePlugin', (modules) => {
        for (const module of modules) {
          // The source after the loaders, without types and JSX.
          const code = module.originalSource()?.source();
          if (code !== undefined) imported.add('module.js', String(code));
        }
      });
    });
    compiler.hooks.afterEmit.tapPromise('ReleasePlugin', async (compilation) => {
      if (compilation.errors.length > 0) return;
      const dir = compiler.outputPath;
      const sharedNames = this.#release.name === 'shell' ? exportedNames() : imported.names();
      await writeRelease(dir, { ...this.#describe(compilation, await listFiles(dir)), sharedNames });
    });
  }

  #describe(compilation: Compilation, files: string[]): Omit<BuildManifest, 'files' | 'sharedNames'> {
    const { name, version, contract, format = 'script', routes, views, accepts } = this.#release;
    const isShell = name === 'shell';
    const chunks = describeChunks(compilation);
    if (!isShell) refuseEagerShares(name, chunks);
    const broughtBy = (matches: (source: string) => boolean) =>
      chunks.filter((chunk) => !chunk.initial && chunk.sources.some(matches));
    const chunksOf = (page: string) => {
      const own = broughtBy((source) => source === `./routes/${page}.tsx` || source === `../${page}.mdx`);
      if (own.length === 0) throw new Error(`${name}: there is no page src/routes/${page}.tsx`);
      const before = chunks.filter(
        ({ id, initial }) => !initial && own.every(({ parents }) => parents.includes(id)),
      );
      return [...before, ...own];
    };
    for (const view of views) chunksOf(view.page);
    const initial = chunks.filter((chunk) => chunk.initial);
    const entry = files.find((file) => /^(remoteEntry|main)\.[0-9a-f]+\.js$/.test(file));
    if (!entry) throw new Error(`${name}: the build has no entry`);
    const always = unique([entry, ...initial.flatMap((chunk) => chunk.files)]);
    return {
      schema: 1,
      name: name as BuildManifest['name'],
      version,
      contract,
      entry,
      format,
      preload: always,
      routes: routes.map((route) => {
        const own = chunksOf(route.page);
        return {
          ...route,
          preload: unique(own.flatMap((chunk) => chunk.files)).filter((file) => !always.includes(file)),
          needs: unique([...initial, ...own].flatMap((chunk) => chunk.consumes).filter(isLazy)),
        };
      }),
      views: [...views],
      needs: [
        ...(isShell ? [] : [FEDERATION]),
        ...unique(chunks.flatMap((chunk) => chunk.consumes).filter(isLazy)),
      ],
      shared: isShell ? providedVersions(versionOf) : acceptedRanges(versionOf, accepts),
      provides: Object.fromEntries([
        ...(isShell ? [[FEDERATION, []]] : []),
        ...LAZY_SHARES.map((share): [string, string[]] => [
          share,
          unique(
            broughtBy(
              (source) => source.startsWith('provide shared module') && source.includes(` ${share}@`),
            ).flatMap((chunk) => chunk.files),
          ),
        ]).filter(([, provided]) => provided.length > 0),
      ]),
    };
  }
}
