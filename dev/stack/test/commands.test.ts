import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../src/root.ts';

/** Runs a script to its end and returns what it said. */
async function runScript(
  cwd: string,
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['dev/start.mjs'], { cwd, env: { ...process.env, ...env } });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

describe('npm start says in one message what is in its way', () => {
  const cleanUps: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  });

  it('a port that is taken, and how to take another', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUps.push(async () => server.close());
    const { port } = server.address() as AddressInfo;
    const { code, output } = await runScript(ROOT, { PORT: String(port) });
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`Port ${port} is taken.*PORT=\\d+ npm start`));
  });

  it('a port that is none', async () => {
    const { code, output } = await runScript(ROOT, { PORT: 'eighty' });
    expect(code).toBe(1);
    expect(output).toContain('PORT must be a port');
  });

  it('a registry that cannot be reached', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unreachable-'));
    cleanUps.push(() => rm(folder, { recursive: true, force: true }));
    for (const path of ['package.json', 'package-lock.json', '.npmrc', 'dev/start.mjs', 'dev/bootstrap']) {
      await cp(join(ROOT, path), join(folder, path), { recursive: true });
    }
    const { code, output } = await runScript(folder, {
      npm_config_registry: 'http://127.0.0.1:1/',
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
    });
    expect(code).toBe(1);
    expect(output).toContain('The npm registry cannot be reached.');
  });
});
