import { run } from '@leadping/dev-machine/run';
import { chmod, mkdir, readdir, readFile, rename, symlink } from 'node:fs/promises';
import path from 'node:path';

const OURS = path.resolve(import.meta.dirname, '../../node_modules');

/**
 * Installs the packed packages in `packages/` of a project as npm does. All other packages come from our own
 * `node_modules`, so that tests need no registry.
 */
export async function installPackages(project: string): Promise<void> {
  const modules = path.join(project, 'node_modules');
  await linkAll(OURS, modules, (name) => !name.startsWith('.') && name !== '@leadping');
  await linkAll(path.join(OURS, '.bin'), path.join(modules, '.bin'), (name) => !name.startsWith('leadping-'));
  const packages = path.join(project, 'packages');
  for (const packed of await readdir(packages)) await install(path.join(packages, packed), modules);
}

async function linkAll(from: string, to: string, isWanted: (name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of (await readdir(from)).filter(isWanted))
    await symlink(path.join(from, name), path.join(to, name));
}

async function install(packed: string, modules: string): Promise<void> {
  const unpacked = path.join(modules, '.unpacked');
  await mkdir(unpacked);
  await run('tar', ['-xzf', packed, '-C', unpacked, '--strip-components=1']);
  const { name, bin } = JSON.parse(await readFile(path.join(unpacked, 'package.json'), 'utf8')) as {
    name: string;
    bin?: Record<string, string>;
  };
  const folder = path.join(modules, name);
  await mkdir(path.dirname(folder), { recursive: true });
  await rename(unpacked, folder);
  for (const [command, file] of Object.entries(bin ?? {})) {
    await chmod(path.join(folder, file), 0o755);
    await symlink(path.join(folder, file), path.join(modules, '.bin', command));
  }
}
