import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Dependencies = Partial<Record<'dependencies' | 'devDependencies', Record<string, string>>>;

/** The workspace folders that a package's build contains, its own first, according to `package.json`. */
export async function madeOf(root: string, folder: string): Promise<string[]> {
  const direct = await workspaceDependencies(root, folder, 'dependencies');
  const all = await Promise.all(direct.map((each) => madeOf(root, each)));
  return [...new Set([folder, ...all.flat()])];
}

export async function workspaceDependencies(
  root: string,
  folder: string,
  kind: keyof Dependencies,
): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as Dependencies;
  return Object.keys(manifest[kind] ?? {})
    .filter((name) => name.startsWith('@leadping/'))
    .map((name) => name.replace('@leadping/', '').replace(/^dev-/, 'dev/'));
}
