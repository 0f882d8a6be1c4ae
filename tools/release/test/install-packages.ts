import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Installs what `npm pack` makes of these folders, with what they depend on from our own `node_modules`: a test asks no registry. */
export async function installPackages(project: string, folders: string[]): Promise<void> {
  for (const folder of folders) {
    const from = path.join(ROOT, folder);
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', project], { cwd: from });
    const manifest = JSON.parse(await readFile(path.join(from, 'package.json'), 'utf8')) as {
      name: string;
      dependencies?: Record<string, string>;
    };
    const to = placeOf(project, manifest.name);
    await mkdir(to, { recursive: true });
    const packed = path.join(project, stdout.trim().split('\n').at(-1) ?? '');
    await run('tar', ['-xzf', packed, '-C', to, '--strip-components=1']);
    const foreign = Object.keys(manifest.dependencies ?? {}).filter((name) => !name.startsWith('@leadping/'));
    for (const name of foreign) await link(project, name);
  }
}

async function link(project: string, name: string): Promise<void> {
  const to = placeOf(project, name);
  await mkdir(path.dirname(to), { recursive: true });
  await symlink(placeOf(ROOT, name), to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

const placeOf = (project: string, name: string) => path.join(project, 'node_modules', name);
