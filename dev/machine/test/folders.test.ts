import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { claimFolder } from '../src/claim-folder.ts';
import { ensureCompleteFolder } from '../src/complete-folder.ts';
import { tryLock, waitForLock } from '../src/lock.ts';

const require = createRequire(import.meta.url);
const loader = pathToFileURL(require.resolve('tsx')).href;
const sources = pathToFileURL(join(import.meta.dirname, '../src/')).href;
const quiet = { onProgress: () => undefined };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folders-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Starts another process that runs a line of code, prints a word and stays alive. */
async function otherProcess(code: string) {
  const program = `${code}; console.log('ready'); setInterval(() => undefined, 1000);`;
  const args = ['--import', loader, '--input-type=module', '-e', program];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

describe('a lock', () => {
  it('has one holder at a time, in one process and across two', async () => {
    const lock = await tryLock(folder);
    expect(await tryLock(folder)).toBeUndefined();
    await lock?.release();

    const other = await otherProcess(
      `const { tryLock } = await import('${sources}lock.ts'); await tryLock('${folder}')`,
    );
    expect(await tryLock(folder)).toBeUndefined();
    other.kill('SIGKILL');
    const mine = await waitForLock(folder);
    expect(mine).toBeDefined();
    await mine.release();
  });

  it('passes to a waiting process when it is released', async () => {
    const first = await waitForLock(folder);
    const order: string[] = [];
    const second = waitForLock(folder, () => order.push('waiting')).then(async (lock) => {
      order.push('second');
      await lock.release();
    });
    while (order.length === 0) await new Promise((resolve) => setImmediate(resolve));
    order.push('first lets go');
    await first.release();
    await second;

    expect(order).toEqual(['waiting', 'first lets go', 'second']);
  });
});

describe('a folder that is built once', () => {
  const recipe = (builds: string[], version = '1') => ({
    folder: join(folder, 'built'),
    version,
    ...quiet,
    async build(empty: string) {
      builds.push(version);
      expect(await readdir(empty)).toEqual([]);
      await writeFile(join(empty, 'content'), version);
    },
  });

  it('is built by one of several concurrent processes', async () => {
    const builds: string[] = [];
    await Promise.all([1, 2, 3].map(() => ensureCompleteFolder(recipe(builds))));

    expect(builds).toEqual(['1']);
    expect(await readFile(join(folder, 'built/content'), 'utf8')).toBe('1');
  });

  it('is rebuilt for another version', async () => {
    const builds: string[] = [];
    await ensureCompleteFolder(recipe(builds));
    await ensureCompleteFolder(recipe(builds, '2'));

    expect(builds).toEqual(['1', '2']);
    expect(await readFile(join(folder, 'built/content'), 'utf8')).toBe('2');
  });

  it('is rebuilt if the process that built it was killed halfway', async () => {
    const other = await otherProcess(
      `const { ensureCompleteFolder } = await import('${sources}complete-folder.ts');
       const { writeFile } = await import('node:fs/promises');
       await new Promise((resolve) => void ensureCompleteFolder({ folder: '${folder}/built', version: '1',
         onProgress() {}, async build(empty) {
           await writeFile(empty + '/half', ''); resolve(); await new Promise(() => {});
         } }))`,
    );
    other.kill('SIGKILL');
    await once(other, 'exit');

    const builds: string[] = [];
    await ensureCompleteFolder(recipe(builds));
    expect(builds).toEqual(['1']);
    expect(await readdir(folder)).toEqual(['built']);
  });

  it('is rebuilt if its seal is missing', async () => {
    await mkdir(join(folder, 'built'));
    await writeFile(join(folder, 'built/content'), 'half');
    await ensureCompleteFolder(recipe([]));

    expect(await readFile(join(folder, 'built/content'), 'utf8')).toBe('1');
  });

  it('does not exist after a failed build, and the next attempt starts again', async () => {
    const failing = { ...recipe([]), build: () => Promise.reject(new Error('no network')) };
    await expect(ensureCompleteFolder(failing)).rejects.toThrow('no network');
    await ensureCompleteFolder(recipe([]));

    expect(await readFile(join(folder, 'built/content'), 'utf8')).toBe('1');
  });
});

describe('a claimed folder', () => {
  const nothingToEnd = async () => undefined;

  it('is denied to a second stack until the first one releases it', async () => {
    const first = await claimFolder(folder, { ephemeral: false, clean: nothingToEnd });
    await expect(claimFolder(folder, { ephemeral: false, clean: nothingToEnd })).rejects.toThrow(
      `another local stack is using ${folder}`,
    );
    await first.release();
    const second = await claimFolder(folder, { ephemeral: false, clean: nothingToEnd });
    await second.release();
  });

  it('is a separate one for every ephemeral run, and is removed with it', async () => {
    const runs = await Promise.all(
      [1, 2, 3].map(() => claimFolder(folder, { ephemeral: true, clean: nothingToEnd })),
    );
    expect(new Set(runs.map((run) => run.folder)).size).toBe(3);
    await Promise.all(runs.map((run) => run.release()));

    expect(await readdir(folder)).toEqual([]);
  });

  it('of a killed ephemeral run is removed by the next run', async () => {
    const other = await otherProcess(
      `const { claimFolder } = await import('${sources}claim-folder.ts');
       await claimFolder('${folder}', { ephemeral: true, clean: async () => {} })`,
    );
    const [abandoned] = await readdir(folder);
    other.kill('SIGKILL');
    await once(other, 'exit');
    const cleaned: string[] = [];
    const clean = async (run: string) => void cleaned.push(run);
    const next = await claimFolder(folder, { ephemeral: true, clean });

    expect(cleaned).toEqual([join(folder, abandoned ?? '')]);
    expect(await readdir(folder)).toEqual([next.folder.slice(folder.length + 1)]);
    await next.release();
  });
});
