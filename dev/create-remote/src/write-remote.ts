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
  const entries = await readdir(path.join(TEMPLATE, 'remote'), { recursive: true });
  const files = entries.filter((entry) => entry.endsWith(SUFFIX));
  const written = [
    ...files.map((file) => ({
      from: path.join('remote', file),
      to: path.join(name, file.slice(0, -SUFFIX.length)),
    })),
    { from: 'workflow/remote.yml.template', to: path.join('.github/workflows', `${name}.yml`) },
  ];
  for (const { from, to } of written) {
    const text = await readFile(path.join(TEMPLATE, from), 'utf8');
    await mkdir(path.dirname(path.join(root, to)), { recursive: true });
    await writeFile(path.join(root, to), fill(text));
  }
  return written.map(({ to }) => to);
}

function filler({ name, route }: NewRemote, react: string): (text: string) => string {
  const words = name.slice('mfe-'.length).replaceAll('-', ' ');
  const values: Record<string, string> = {
    NAME: name,
    ROUTE: route,
    TITLE: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    SECRET: name.toUpperCase().replaceAll('-', '_'),
    REACT: react,
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
