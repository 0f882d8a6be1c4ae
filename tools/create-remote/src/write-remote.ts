import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { NewRemote } from './arguments.ts';
import { FROM_SOURCES } from './scripts.ts';
import { sizeBudgetFor } from './size-budget.ts';
import { marksOf, writeTemplates } from './templates.ts';

/**
 * Writes a working remote into `root`.
 * @returns the files, relative to the root.
 * @throws {Error} if the folder exists, so that nothing is overwritten.
 */
export async function writeRemote(root: string, remote: NewRemote): Promise<string[]> {
  const { name, bundler } = remote;
  const folder = path.join(root, name);
  if (await stat(folder).catch(() => null)) throw new Error(`${name} is there already.`);
  const { build, dev, help } = SCRIPTS[bundler];
  const marks = {
    ...marksOf(remote),
    BUDGET: JSON.stringify(sizeBudgetFor(bundler)),
    BUILD: build,
    DEV: dev,
    DEVHELP: help,
  };
  const written = [
    ...(await writeTemplates('remote', folder, marks)),
    ...(await writeTemplates('source', path.join(folder, 'src'), marks)),
    ...(await writeTemplates(bundler, folder, marks)),
  ];
  return written.map((file) => path.relative(root, file));
}

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
