import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../machine/src/free-port.ts';
import { DATA_FOLDER, ROOT } from '../src/root.ts';

/** Runs the script of `npm start` or another command to its end and returns its output. */
async function runScript(
  cwd: string,
  env: Record<string, string>,
  [command = '', ...args]: string[] = [process.execPath, 'dev/start.mjs'],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** Copies the files that a fresh checkout needs to report a failed installation. */
async function copyBeginnings(folder: string): Promise<void> {
  for (const path of ['package.json', 'package-lock.json', '.npmrc', 'dev/start.mjs', 'dev/bootstrap']) {
    await cp(join(ROOT, path), join(folder, path), { recursive: true });
  }
}

/** A disk of some kilobytes in its own namespace, which ends with the command. */
const onTinyDisk = (kilobytes: number, folder: string, script: string) => [
  'unshare',
  '--map-root-user',
  '--mount',
  'sh',
  '-ec',
  `mount -t tmpfs -o size=${kilobytes}k tmpfs "${folder}"; ${script}`,
];
const [unshare = '', ...tryOut] = onTinyDisk(64, tmpdir(), 'true');
const whereDisksCanBeMade = spawnSync(unshare, tryOut).status === 0 ? it : it.skip;

describe('npm start explains in one message', () => {
  const cleanUps: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  });

  it('a used port, and how to choose another', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUps.push(async () => server.close());
    const { port } = server.address() as AddressInfo;
    const { code, output } = await runScript(ROOT, { PORT: String(port) });
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`Port ${port} is taken.*PORT=\\d+ npm start`));
  });

  it('an invalid port', async () => {
    const { code, output } = await runScript(ROOT, { PORT: 'eighty' });
    expect(code).toBe(1);
    expect(output).toContain('PORT must be a port');
  });

  it('an unreachable registry', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unreachable-'));
    cleanUps.push(() => rm(folder, { recursive: true, force: true }));
    await copyBeginnings(folder);
    const { code, output } = await runScript(folder, {
      npm_config_registry: 'http://127.0.0.1:1/',
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
    });
    expect(code).toBe(1);
    expect(output).toContain('The npm registry cannot be reached.');
  });

  it('an outdated Node.js', async () => {
    const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })`;
    const preload = `data:text/javascript,${encodeURIComponent(older)}`;
    const command = [process.execPath, '--import', preload, 'dev/start.mjs'];
    const { code, output } = await runScript(ROOT, {}, command);
    expect(code).toBe(1);
    expect(output.trim()).toBe(
      '✗ Node.js 20.19 or newer is needed, this is 18.20.4. Install it from https://nodejs.org and try again.',
    );
  });

  whereDisksCanBeMade('a disk without room for the packages', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'full-'));
    cleanUps.push(() => rm(folder, { recursive: true, force: true }));
    const [checkout, disk] = [join(folder, 'checkout'), join(folder, 'disk')];
    await mkdir(disk);
    await copyBeginnings(checkout);
    const script = `cp -R "${checkout}" "${disk}/"; exec "${process.execPath}" "${disk}/checkout/dev/start.mjs"`;
    const { code, output } = await runScript(folder, {}, onTinyDisk(4000, disk, script));
    expect(code).toBe(1);
    expect(output).toMatch(/^\s*✗ The disk has \d MB left, .* need 2 GB\. Free some and try again\.\s*$/);
  });

  whereDisksCanBeMade('a disk that is full when the stack starts', async () => {
    const fill = `dd if=/dev/zero of="${DATA_FOLDER}/filling" bs=1024 2>/dev/null || true`;
    const script = `${fill}; exec "${process.execPath}" dev/start.mjs`;
    const ports = { PORT: String(await findFreePort()), SANDBOX_PORT: String(await findFreePort()) };
    const { code, output } = await runScript(ROOT, ports, onTinyDisk(64, DATA_FOLDER, script));
    expect(code).toBe(1);
    expect(output).toContain('The disk is full. Free some space and start again; nothing is lost.');
  });
});

describe('npm run test:only', () => {
  /** Without our servers, as in a user's terminal. */
  const testOnly = (...args: string[]) =>
    runScript(ROOT, { MONGODB_URI: '', NATS_URL: '' }, [process.execPath, 'dev/test-only.mjs', ...args]);

  it('gives tests their own database and NATS', async () => {
    const { code, output } = await testOnly('svc-licensing/test/payment-status.test.ts');
    expect(output).toMatch(/✓ database .*✓ NATS .*Tests: +\d+ passed, \d+ total/s);
    expect(code).toBe(0);
  });

  it('fails if no test ran', async () => {
    const { code, output } = await testOnly('no-such-test');
    expect(output).toContain('No tests found');
    expect(code).toBe(1);
  });
});

describe('npm run mutate', () => {
  const mutate = (...args: string[]) =>
    runScript(ROOT, { MONGODB_URI: '', NATS_URL: '' }, [process.execPath, 'dev/mutate.mjs', ...args]);

  it('scores a rule, names a change that no test notices, and leaves the checkout as it was', async () => {
    const rule = join(ROOT, 'contracts/src/route-match.ts');
    const before = await readFile(rule, 'utf8');
    const { code, output } = await mutate(
      'contracts/src/route-match.ts:10-12',
      '--tests',
      'contracts/test/money.test.ts',
      '--tests',
      'contracts/test/route-match.test.ts',
    );
    expect(output).toMatch(/^contracts: \d+\.\d %, \d+ mutants, [1-9]\d* killed/m);
    expect(code).toBe(0);
    expect(await readFile(rule, 'utf8')).toBe(before);
  });

  it('refuses what it cannot mutate', async () => {
    const { code, output } = await mutate('nowhere');
    expect(output).toContain('nowhere is in no area.');
    expect(code).toBe(1);
  });
});
