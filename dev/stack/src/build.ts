import { run } from '@leadping/dev-machine/run';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { madeOf } from './made-of.ts';
import type { Steps } from './steps.ts';

/** Inputs of every build besides its own packages. */
const READ_BY_ALL = [
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.node.json',
  'tsconfig.web.json',
];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'test', 'README.md']);

export interface Builds {
  services: Promise<void>;
  pages: Promise<void>;
}

/** Starts the builds of everything that changed: the services by the compiler, then each page by rspack. */
export function beginBuilds(root: string, steps: Steps): Builds {
  const services = steps.run('services built', (detail) => buildServices(root, detail));
  const pages = services.then(() =>
    steps.run('pages built', async (detail) => {
      // Sequential, because each build already uses every core.
      for (const page of await listPages(root)) {
        detail(page);
        await buildPage(root, page);
      }
    }),
  );
  // Callers await these later and get the error there.
  services.catch(() => {});
  pages.catch(() => {});
  return { services, pages };
}

export async function buildAll(root: string, steps: Steps): Promise<void> {
  await beginBuilds(root, steps).pages;
}

const BUNDLER_CONFIG = /^(?:rspack|vite|webpack)\.config\.ts$/;

/** The folders of the shell and every remote. New remotes are found without a list. */
export async function listPages(root: string): Promise<string[]> {
  const names = ['shell', ...(await readdir(root)).filter((name) => name.startsWith('mfe-')).sort()];
  const found = await Promise.all(names.map((name) => readdir(join(root, name)).catch(() => [] as string[])));
  return names.filter((_, index) => found[index]?.some((file) => BUNDLER_CONFIG.test(file)));
}

export async function buildServices(root: string, detail: (line: string) => void = () => {}): Promise<void> {
  const { references } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8')) as {
    references: { path: string }[];
  };
  const packages = references.map(({ path }) => path);
  // Types are checked by `npm run verify`, because that takes eight times as long as the output.
  await unlessUnchanged({ root, name: 'services', sources: packages, outputs: packages }, () =>
    run(process.execPath, ['node_modules/typescript/bin/tsc', '-b', '--noCheck'], {
      cwd: root,
      onLine: detail,
    }),
  );
}

export async function buildPage(root: string, page: string): Promise<void> {
  await unlessUnchanged({ root, name: page, sources: await madeOf(root, page), outputs: [page] }, () =>
    run('npm', ['run', 'build', '--silent', '-w', page], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    }),
  );
}

interface Build {
  root: string;
  name: string;
  sources: string[];
  /** The folders that get a `dist`. */
  outputs: string[];
}

/** Runs a build unless the fingerprint of its sources is unchanged. */
async function unlessUnchanged(
  { root, name, sources, outputs }: Build,
  build: () => Promise<unknown>,
): Promise<void> {
  const folder = join(root, '.data/builds');
  const marker = join(folder, name);
  const fingerprint = await fingerprintOf(root, [...sources, ...READ_BY_ALL]);
  const isBuilt = await Promise.all(
    outputs.map((output) => stat(join(root, output, 'dist')).catch(() => null)),
  );
  const last = await readFile(marker, 'utf8').catch(() => '');
  if (last === fingerprint && isBuilt.every(Boolean)) return;
  await build();
  await mkdir(folder, { recursive: true });
  await writeFile(marker, fingerprint);
}

async function fingerprintOf(root: string, sources: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) await addToHash(hash, join(root, source));
  return hash.digest('hex');
}

async function addToHash(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return;
  if (!found.isDirectory()) {
    hash.update(path).update(await readFile(path));
    return;
  }
  const names = (await readdir(path)).filter((name) => !NOT_SOURCES.has(name)).sort();
  for (const name of names) await addToHash(hash, join(path, name));
}
