import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aBuild, writeBuild } from '../../../gateway/test/builds.ts';
import { runOverride } from '../src/run-override.ts';
import { captured, runProcess } from './captured.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const PROGRAM = path.join(import.meta.dirname, '../src/override.ts');

const surroundings = {
  cwd: ROOT,
  env: { RELEASE_TOKEN: 'a'.repeat(40), GATEWAY_URL: 'http://127.0.0.1:1' },
};
const override = (...args: string[]) => captured(surroundings, (terminal) => runOverride(args, terminal));
const overrideProcess = (...args: string[]) =>
  runProcess(['--import', 'tsx', '--conditions=source', PROGRAM, ...args], surroundings);

describe('the override command', () => {
  let folder: string;
  let taken: Server;
  beforeAll(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'override-')), 'mfe-support');
    await mkdir(folder);
    await writeBuild(path.join(folder, 'dist'), aBuild({ name: 'mfe-support' }));
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
  });
  afterAll(async () => {
    taken.close();
    await rm(path.dirname(folder), { recursive: true });
  });

  it('shows its usage', async () => {
    const { code, stdout } = await overrideProcess('-h');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^leadping-override \[folder\]/);
  });

  it.each([
    [['--prot', '4508'], /^Unknown option '--prot'/],
    [['mfe-support', '--port', 'any'], /^--port takes 0 to 65535, not "any"\./],
    [['tools'], /^tools is no remote: name one, as in mfe-admin\./],
  ])('does not understand %j', async (args, message) => {
    const { code, stderr } = await override(...args);
    expect(stderr).toMatch(message);
    expect(stderr).toContain('`--help` shows every option.');
    expect(code).toBe(2);
  });

  it('reports the folder in which it found no remote', async () => {
    const { code, stderr } = await override('mfe-nowhere');
    expect(code).toBe(1);
    expect(stderr).toContain(
      `${path.join(ROOT, 'mfe-nowhere')} is not the folder of a remote: it has no package.json.`,
    );
  });

  it('reports the fault in a package.json', async () => {
    const file = path.join(folder, 'package.json');
    await writeFile(file, '{ "name": "mfe-support" "version": "1.0.0" }');
    const { code, stderr } = await override(folder, '--no-build');
    await rm(file);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^${file}: .*JSON`));
  });

  it('requests another port if the port is in use', async () => {
    const { port } = taken.address() as AddressInfo;
    const { code, stderr } = await overrideProcess(folder, '--no-build', '--port', String(port));
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} is in use on this machine. Choose another one: --port 0`);
  });
});
