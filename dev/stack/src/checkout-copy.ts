import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './root.ts';

/**
 * Copies the checkout, with changes that are not committed. Its packages are those of the original, but `@leadping/*`
 * resolves to the copy.
 * @returns the files, relative to the root
 */
export async function copyCheckout(target: string): Promise<string[]> {
  await mkdir(target, { recursive: true });
  const files = await listFiles();
  for (const folder of new Set(files.map((file) => dirname(file)))) {
    await mkdir(join(target, folder), { recursive: true });
  }
  await Promise.all(
    files.map(async (file) => {
      // A deleted file is listed until the deletion is committed.
      await cp(join(ROOT, file), join(target, file), { verbatimSymlinks: true }).catch(ignoreMissing);
    }),
  );
  const packages = new Set(
    files.filter((file) => /(^|\/)package\.json$/.test(file)).map((file) => dirname(file)),
  );
  for (const folder of packages) await linkPackages(join(folder, 'node_modules'), target);
  return files;
}

async function listFiles(): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    { cwd: ROOT, maxBuffer: 64 * 1024 ** 2 },
  );
  return stdout.split('\0').filter(Boolean);
}

/** Links every package of a `node_modules` folder. A relative link, as npm makes for workspaces, is kept. */
async function linkPackages(folder: string, target: string): Promise<void> {
  const entries = await readdir(join(ROOT, folder), { withFileTypes: true }).catch(() => []);
  if (entries.length > 0) await mkdir(join(target, folder), { recursive: true });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name === '@leadping') {
      await linkPackages(path, target);
      continue;
    }
    const link = entry.isSymbolicLink() ? await readlink(join(ROOT, path)) : undefined;
    await symlink(link !== undefined && !isAbsolute(link) ? link : join(ROOT, path), join(target, path));
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
