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

/** Every part that the shell shares, and none of them in the bundle. */
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

/** Whether a module is imported by the name of a part that the shell shares. */
const isShared = (source: string) => (SHARES as string[]).includes(source);

const WEB_KIT = path.resolve(import.meta.dirname, '..');

/** Modules of the web kit take the shared parts from the shell too: the federation plugin leaves out a package's own. */
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

/** Lists of guides as values: a browser reads no files. */
const guideLists: Plugin = {
  name: 'leadping-guide-lists',
  load: (id) => listRules.find(({ test }) => test === id)?.options.source(),
};

/**
 * The federation plugin leaves out what nobody imports of a shared part, and takes 10 ms without a new module for the end
 * of all imports: on a busy machine it missed some (`MISSING_EXPORT`). What the entry names as a whole stays whole.
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

/** Writes `release.json` when the files are there. */
function release(app: Tables & RemoteApp, version: string): Plugin {
  const imported = new ImportedNames();
  let loaded: LoadedFiles | undefined;
  return {
    name: 'leadping-release',
    apply: 'build',
    // Before the federation plugin, which writes other imports.
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?', 1)[0] ?? '';
      if (/\.[jt]sx?$/.test(file)) imported.add(file, code);
    },
    generateBundle() {
      const eager = findEagerShare(this, path.join(app.dir, 'src/remote.tsx'));
      if (eager) this.error(eagerShareMessage(app.name, eager));
    },
    // Not before: Vite takes chunks out that held styles alone, and names their files elsewhere.
    writeBundle(_, bundle) {
      loaded = findLoadedFiles(app.dir, bundle);
    },
    closeBundle: async () => {
      // It is called after a build that failed, too.
      if (!loaded) return;
      const sharedNames = imported.names();
      await writeRelease(path.join(app.dir, 'dist'), { ...manifestOf(app, version, loaded), sharedNames });
    },
  };
}

/** A shared part that a module takes itself, or by what it imports at once. */
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
  /** By every page, the entry first. */
  always: string[];
  /** Besides, by each module of `src/routes`, by its path. */
  pages: Map<string, string[]>;
}

function findLoadedFiles(dir: string, bundle: Rolldown.OutputBundle): LoadedFiles {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  // What it imports at once is the runtime; by `import()` come, whatever the page, the shared parts and the remote.
  const always = filesWith([ENTRY, ...(named.get(ENTRY)?.dynamicImports ?? [])], named);
  const pages = chunks.flatMap(({ facadeModuleId, fileName }): [string, string[]][] => {
    if (!facadeModuleId?.startsWith(path.join(dir, 'src/routes'))) return [];
    return [[facadeModuleId, filesWith([fileName], named).filter((file) => !always.includes(file))]];
  });
  return { always, pages: new Map(pages) };
}

/** The files of these chunks and of all that they import at once, and their styles. */
function filesWith(
  fileNames: readonly string[],
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): string[] {
  const scripts = new Set(fileNames);
  const styles = new Set<string>();
  // A set that grows is walked to its end.
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
  // The only way to name it in the manifest.
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
