import { afterEach, describe, expect, it } from '@jest/globals';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manageProcess, type ManagedProcess } from '../src/managed-process.ts';

const SERVER = `
  const http = require('node:http');
  console.log('saying ' + process.env.WORD);
  if (process.env.WORD === 'wrong') process.exit(78);
  if (process.env.WORD === 'dead') process.exit(3);
  http.createServer((request, response) => {
    if (request.url === '/die') process.exit(3);
    response.end(process.env.WORD);
  }).listen(Number(process.env.PORT), '127.0.0.1');
`;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a managed process', () => {
  let folder: string;
  let managed: ManagedProcess | undefined;
  const lines: string[] = [];
  const crashes: string[] = [];

  afterEach(async () => {
    await managed?.stop();
    await rm(folder, { recursive: true, force: true });
    lines.length = 0;
    crashes.length = 0;
  });

  async function start(word: string): Promise<{ process: ManagedProcess; url: string }> {
    folder = await mkdtemp(join(tmpdir(), 'managed-'));
    await writeFile(join(folder, 'server.cjs'), SERVER);
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}/`;
    managed = manageProcess({
      name: 'server',
      args: ['server.cjs'],
      env: { PORT: String(port), WORD: word },
      cwd: folder,
      readyUrl: url,
      onLine: (line) => lines.push(line),
      onCrash: (how) => crashes.push(how),
    });
    return { process: managed, url };
  }

  it('is ready once it replies, forwards its lines, and ends when it is stopped', async () => {
    const { process, url } = await start('hello');
    await process.ready();
    expect(await (await fetch(url)).text()).toBe('hello');
    expect(lines).toContain('saying hello');
    await process.stop();
    await expect(fetch(url)).rejects.toThrow();
    expect(crashes).toEqual([]);
  });

  it('is reported and restarted after a crash', async () => {
    const { process, url } = await start('hello');
    await process.ready();
    const pid = process.pid();
    await fetch(`${url}die`).catch(() => {});
    await until(() => crashes.length === 1);
    await process.ready();
    expect(crashes).toEqual(['ended with code 3']);
    expect(process.pid()).not.toBe(pid);
  });

  it('restarts with another environment', async () => {
    const { process, url } = await start('hello');
    await process.ready();
    await process.restart({ WORD: 'goodbye' });
    expect(await (await fetch(url)).text()).toBe('goodbye');
  });

  it('is not restarted if it rejects its environment', async () => {
    const { process } = await start('wrong');
    await expect(process.ready()).rejects.toThrow(/refused its environment/);
    expect(crashes).toEqual([]);
  });

  it('is given up for repeated crashes instead of a timeout if it never becomes ready', async () => {
    const { process } = await start('dead');
    await expect(process.ready()).rejects.toThrow(/ended 5 times while it started/);
  });
});
