import { afterEach, describe, expect, it } from '@jest/globals';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ROOT } from '../src/root.ts';

const SERVER = `require('node:http').createServer((request, response) => response.end('up'))
  .listen(Number(process.env.PORT), '127.0.0.1');`;

/** Like `start.ts`: manages a process and stops it on request, or when its parent is gone. */
const STACK = `import { manageProcess } from '@leadping/dev-stack/managed-process';
import { renameSync, writeFileSync } from 'node:fs';
const [folder = '', port = ''] = process.argv.slice(2);
const managed = manageProcess({
  name: 'server', args: ['server.cjs'], env: { PORT: port }, cwd: folder,
  readyUrl: 'http://127.0.0.1:' + port, onLine: () => {}, onCrash: () => {},
});
const stop = async () => { await managed.stop(); process.exit(0); };
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
process.on('disconnect', () => void stop());
await managed.ready();
writeFileSync(folder + '/pids.new', JSON.stringify({ stack: process.pid, bootstrap: process.ppid, server: managed.pid() }));
// Renamed, because the test reads it once it exists.
renameSync(folder + '/pids.new', folder + '/pids.json');
`;

interface Pids {
  stack: number;
  bootstrap: number;
  server: number;
}

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function until(condition: () => boolean, what: string): Promise<void> {
  for (const end = Date.now() + 50_000; !condition();) {
    if (Date.now() > end) throw new Error(`${what}: not within 50 s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('every process that npm start runs', () => {
  const folders: string[] = [];
  const started: number[] = [];
  afterEach(async () => {
    for (const pid of started.splice(0)) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  /** Starts npm, its shell, the script of the README's command, the stack in TypeScript and one of its processes. */
  async function startByNpm(): Promise<Pids & { npm: ChildProcess }> {
    await mkdir(join(ROOT, '.data'), { recursive: true });
    const folder = await mkdtemp(join(ROOT, '.data/parents-'));
    folders.push(folder);
    const port = String(await findFreePort());
    await writeFile(join(folder, 'server.cjs'), SERVER);
    await writeFile(join(folder, 'stack.ts'), STACK);
    await writeFile(
      join(folder, 'start.mjs'),
      `import { runTypeScript } from '../../dev/bootstrap/install.mjs';
      runTypeScript('.data/${basename(folder)}/stack.ts', ${JSON.stringify([folder, port])});`,
    );
    await writeFile(
      join(folder, 'package.json'),
      '{ "scripts": { "start": "node start.mjs" }, "type": "module" }',
    );
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore', detached: true });
    await until(() => existsSync(join(folder, 'pids.json')), 'the start');
    const pids = JSON.parse(await readFile(join(folder, 'pids.json'), 'utf8')) as Pids;
    started.push(npm.pid ?? 0, ...Object.values(pids));
    return { npm, ...pids };
  }

  const allEnd = ({ stack, bootstrap, server }: Pids) =>
    until(() => ![stack, bootstrap, server].some(isRunning), 'the end of all of it');

  it.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('ends when npm gets %s', async (signal) => {
    const { npm, ...pids } = await startByNpm();
    npm.kill(signal);
    await once(npm, 'exit');
    await allEnd(pids);
  });

  it('ends on Ctrl-C, which a terminal sends to the whole group', async () => {
    const { npm, ...pids } = await startByNpm();
    process.kill(-(npm.pid ?? 0), 'SIGINT');
    await allEnd(pids);
  });

  it.each(['bootstrap', 'stack'] as const)('ends when its %s process is killed', async (name) => {
    const { npm, ...pids } = await startByNpm();
    process.kill(pids[name], 'SIGKILL');
    await allEnd(pids);
    expect(npm.killed).toBe(false);
  });
});
