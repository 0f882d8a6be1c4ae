import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { NewRemote } from './arguments.ts';

const TEMPLATE = path.join(import.meta.dirname, '../template');
const SUFFIX = '.template';

/**
 * Writes a working remote into `root`, with its workflow beside those of the others.
 * @returns the files, relative to the root.
 * @throws {Error} where the folder is there already: nothing is overwritten.
 */
export async function writeRemote(root: string, remote: NewRemote): Promise<string[]> {
  const { name } = remote;
  if (await stat(path.join(root, name)).catch(() => null)) throw new Error(`${name} is there already.`);
  const fill = filler(remote, await reactVersion(root));
  const written = [
    ...(await templatesIn('remote', name)),
    ...(await templatesIn(remote.bundler, name)),
    { from: 'workflow/remote.yml.template', to: path.join('.github/workflows', `${name}.yml`) },
  ];
  for (const { from, to } of written) {
    const text = await readFile(path.join(TEMPLATE, from), 'utf8');
    await mkdir(path.dirname(path.join(root, to)), { recursive: true });
    await writeFile(path.join(root, to), fill(text));
  }
  return written.map(({ to }) => to);
}

async function templatesIn(folder: string, name: string): Promise<{ from: string; to: string }[]> {
  const entries = await readdir(path.join(TEMPLATE, folder), { recursive: true });
  return entries
    .filter((entry) => entry.endsWith(SUFFIX))
    .map((file) => ({ from: path.join(folder, file), to: path.join(name, file.slice(0, -SUFFIX.length)) }));
}

/** Loads the configuration, which is TypeScript, and the packages of this repository from their sources. */
const FROM_SOURCES = "NODE_OPTIONS='--import tsx --conditions=source'";

const SCRIPTS: Record<NewRemote['bundler'], { build: string; dev: string; help: string }> = {
  rspack: {
    build: 'rspack build',
    dev: 'rspack serve --mode development',
    help: 'this remote alone, with hot reload, inside the shell',
  },
  vite: {
    build: `${FROM_SOURCES} vite build`,
    dev: `${FROM_SOURCES} vite build --watch`,
    help: 'builds again at every change',
  },
  webpack: {
    build: `${FROM_SOURCES} webpack build`,
    dev: `${FROM_SOURCES} webpack build --watch`,
    help: 'builds again at every change',
  },
};

function filler({ name, route, bundler }: NewRemote, react: string): (text: string) => string {
  const words = name.slice('mfe-'.length).replaceAll('-', ' ');
  const values: Record<string, string> = {
    NAME: name,
    ROUTE: route,
    TITLE: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    SECRET: name.toUpperCase().replaceAll('-', '_'),
    REACT: react,
    BUILD: SCRIPTS[bundler].build,
    DEV: SCRIPTS[bundler].dev,
    DEVHELP: SCRIPTS[bundler].help,
  };
  return (text) => text.replaceAll(/%([A-Z]+)%/g, (mark, key: string) => values[key] ?? mark);
}

/** Versions of shared libraries stand once: a new remote takes the web kit's React. */
async function reactVersion(root: string): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(path.join(root, 'web-kit/package.json'), 'utf8')) as {
    dependencies: { react: string };
  };
  return dependencies.react;
}
