import path from 'node:path';
import { listRules } from '@leadping/guides/build/rules';
import { federation } from '@module-federation/vite';
import type { Plugin, Rolldown, UserConfig } from 'vite';
import { containerName, FEDERATION, REMOTE_CONTRACT } from '../../contracts/src/remote.ts';
import type { BuildManifest } from '../../contracts/src/release.ts';
import { buildOf, type RemoteApp, type Tables, versionOf } from './remote-app.ts';
import { ImportedNames } from './shared-names.ts';
import { acceptedRanges, eagerShareMessage, SHARES, sharesOf } from './shared.ts';
import { writeRelease } from './write-release.ts';

const ENTRY = 'remoteEntry.module.js';

/** Every part that the shell shares. None of them is in the bundle. */
const sharesFor = ({ accepts }: RemoteApp) =>
  Object.fromEntries(
    Object.entries(sharesOf('remote', versionOf, accepts)).map(([name, { requiredVersion }]) => [
      name,
      {
        singleton: true,
        import: false as const,
        requiredVersion: requiredVersion || '*',
        version: versionOf(name),
      },
    ]),
  );

/** Whether an import names a part that the shell shares. */
const isShared = (source: string) => (SHARES as string[]).includes(source);

const WEB_KIT = path.resolve(import.meta.dirname, '..');

/**
 * Modules of the web kit also get the shared parts from the shell, because the federation plugin skips a package's own
 * parts.
 */
function sharedWithinWebKit({ dir }: RemoteApp): Plugin {
  return {
    name: 'leadping-shared',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!isShared(source) || !importer?.startsWith(WEB_KIT)) return undefined;
      return this.resolve(source, path.join(dir, 'src/remote.tsx'), { skipSelf: true });
    },
  };
}

/** Turns lists of guides into values, because a browser cannot read files. */
const guideLists: Plugin = {
  name: 'leadping-guide-lists',
  load: (id) => listRules.find(({ test }) => test === id)?.options.source(),
};

/**
 * Keeps all exports of shared parts. The federation plugin drops exports without an import, but treats 10 ms without a
 * new module as the end of all imports. On a busy machine it missed some (`MISSING_EXPORT`). A part that the entry
 * imports as a whole keeps all exports.
 */
function wholeShares({ dir }: RemoteApp): Plugin {
  const entry = path.join(dir, 'src/remote.tsx');
  const never = SHARES.map((name) => `import(${JSON.stringify(name)});`);
  return {
    name: 'leadping-whole-shares',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (id === entry ? `${code}\nif (false) { ${never.join(' ')} }` : undefined),
  };
}

/** Writes `release.json` once the files exist. */
function release(app: Tables & RemoteApp, version: string): Plugin {
  const imported = new ImportedNames();
  let loaded: LoadedFiles | undefined;
  return {
    name: 'leadping-release',
    apply: 'build',
    // Runs before the federation plugin, which rewrites imports.
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?', 1)[0] ?? '';
      if (/\.[jt]sx?$/.test(file)) imported.add(file, code);
    },
    generateBundle() {
      const eager = findEagerShare(this, path.join(app.dir, 'src/remote.tsx'));
      if (eager) this.error(eagerShareMessage(app.name, eager));
    },
    // Not earlier, because Vite removes chunks that contained only styles, and lists their files elsewhere.
    writeBundle(_, bundle) {
      loaded = findLoadedFiles(app.dir, bundle);
    },
    closeBundle: async () => {
      // Also called after a failed build.
      if (!loaded) return;
      const sharedNames = imported.names();
      await writeRelease(path.join(app.dir, 'dist'), { ...manifestOf(app, version, loaded), sharedNames });
    },
  };
}

/** The first shared part that a module imports statically, directly or indirectly. */
function findEagerShare(context: Rolldown.PluginContext, from: string): string | undefined {
  const seen = new Set([from]);
  for (const id of seen) {
    const [, share] = /__loadShare__(.+)__loadShare__/.exec(id) ?? [];
    if (share) return share;
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) seen.add(imported);
  }
  return undefined;
}

interface LoadedFiles {
  /** Files that every page loads, the entry first. */
  always: string[];
  /** Additional files of each page, by the path of its module in `src/routes`. */
  pages: Map<string, string[]>;
}

function findLoadedFiles(dir: string, bundle: Rolldown.OutputBundle): LoadedFiles {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  // The entry imports the runtime statically. It loads the shared parts and the remote by `import()` on every page.
  const always = filesWith([ENTRY, ...(named.get(ENTRY)?.dynamicImports ?? [])], named);
  const pages = chunks.flatMap(({ facadeModuleId, fileName }): [string, string[]][] => {
    if (!facadeModuleId?.startsWith(path.join(dir, 'src/routes'))) return [];
    return [[facadeModuleId, filesWith([fileName], named).filter((file) => !always.includes(file))]];
  });
  return { always, pages: new Map(pages) };
}

/** The files of these chunks, their static imports and their styles. */
function filesWith(
  fileNames: readonly string[],
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): string[] {
  const scripts = new Set(fileNames);
  const styles = new Set<string>();
  // Iteration includes files that are added meanwhile.
  for (const fileName of scripts) {
    const chunk = chunks.get(fileName);
    for (const imported of chunk?.imports ?? []) scripts.add(imported);
    for (const style of chunk?.viteMetadata?.importedCss ?? []) styles.add(style);
  }
  return [...scripts, ...styles];
}

function manifestOf(
  { name, dir, routes, views, accepts }: Tables & RemoteApp,
  version: string,
  { always, pages }: LoadedFiles,
): Omit<BuildManifest, 'files' | 'sharedNames'> {
  const filesOf = (page: string) => {
    const files = pages.get(path.join(dir, `src/routes/${page}.tsx`));
    if (!files) throw new Error(`${name}: there is no page src/routes/${page}.tsx`);
    return files;
  };
  for (const { page } of views) filesOf(page);
  return {
    schema: 1,
    name: name as BuildManifest['name'],
    version,
    contract: REMOTE_CONTRACT,
    entry: ENTRY,
    format: 'module',
    preload: always,
    routes: routes.map((route) => ({ ...route, preload: filesOf(route.page), needs: [] })),
    views: [...views],
    needs: [FEDERATION],
    shared: acceptedRanges(versionOf, accepts),
    provides: {},
  };
}

/** The Vite configuration of a remote: `export default remote({ name, dir: import.meta.dirname, routes: ROUTES })`. */
export function remote({ views = [], ...app }: RemoteApp): UserConfig {
  const { version } = buildOf(app);
  // The manifest takes its version only from this variable.
  process.env.MF_BUILD_VERSION = version;
  return {
    root: app.dir,
    base: `/assets/${app.name}/${version}/`,
    define: { __APP__: JSON.stringify({ name: app.name, version }) },
    build: {
      target: 'es2022',
      outDir: 'dist',
      modulePreload: false,
      rolldownOptions: { input: { remote: path.join(app.dir, 'src/remote.tsx') } },
    },
    css: { modules: { generateScopedName: `${app.name}-[hash:base64:6]` } },
    plugins: [
      guideLists,
      sharedWithinWebKit(app),
      wholeShares(app),
      federation({
        name: containerName(app.name),
        filename: ENTRY,
        exposes: { './remote': './src/remote.tsx' },
        shared: sharesFor(app),
        dts: false,
        manifest: true,
      }),
      release({ ...app, views }, version),
    ],
  };
}
