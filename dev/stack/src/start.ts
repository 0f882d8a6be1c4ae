import { BRAND } from '@leadping/contracts/brand';
import { tryLock } from '@leadping/dev-machine/lock';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { styleText } from 'node:util';
import { buildAll, listPages } from './build.ts';
import { DATA_FOLDER, ROOT } from './root.ts';
import { beginStack, type Stack } from './stack.ts';
import { printedSteps } from './steps.ts';
import { rebuildOnChange } from './watch.ts';

/** Marks svc-identity's line with the sign-in of the admin that it made at the first start. */
const ADMIN_LINE = '(first sign-in, printed once)';

const port = portOf('PORT', 8080);
const sandboxPort = portOf('SANDBOX_PORT', 8090);
const print = (line: string) => console.log(line);
const steps = printedSteps(print);
const since = performance.now();
let stop: (() => Promise<void>) | undefined;
let stopping = false;
let adminSignIn = '';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll(0));
// Whoever started us was killed.
process.on('disconnect', () => void stopAll(0));

try {
  await requireFreePort(port, 'PORT', 'the platform');
  await requireFreePort(sandboxPort, 'SANDBOX_PORT', 'the sandbox');
  const lock = await tryLock(DATA_FOLDER);
  if (!lock)
    throw new Error('This checkout runs already: stop the other `npm start` first (Ctrl-C in its terminal).');
  await buildAll(ROOT, steps);
  const beginning = beginStack({
    root: ROOT,
    dataFolder: DATA_FOLDER,
    port,
    sandboxPort,
    steps,
    onLine: (name, line) => {
      if (line.includes(ADMIN_LINE)) adminSignIn = line;
      if (!stopping) print(`${styleText('cyan', name.replace('svc-', '').padEnd(9))} ${line}`);
    },
  });
  stop = beginning.stop;
  const stack = await beginning.started;
  printAddresses(stack);
  if (process.argv.includes('--watch'))
    rebuildOnChange({ root: ROOT, stack, pages: await listPages(ROOT), print });
} catch (error) {
  console.error(`\n${styleText('red', '✗')} ${explain(error)}\n`);
  await stopAll(1);
}

function printAddresses({ publicUrl, sandboxUrl, databaseProvider }: Stack): void {
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  print(`
${styleText('bold', `${BRAND.name} is running`)} (started in ${seconds} s, database: ${databaseProvider})

  shop           ${publicUrl}
  sign-in        ${publicUrl}/auth
  API            ${publicUrl}/api/docs
  sandbox        ${sandboxUrl.replace('127.0.0.1', 'localhost')}   payments, mails and webhooks of this machine
  admin          ${adminSignIn || 'as printed at the first start, or as ADMIN_USERNAME and ADMIN_PASSWORD said'}

Data is kept in .data/. Ctrl-C stops everything.
`);
}

async function stopAll(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  print('\nstopping …');
  await stop?.().catch(console.error);
  process.exit(code);
}

function portOf(name: string, fallback: number): number {
  const text = process.env[name];
  const value = text === undefined || text === '' ? fallback : Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65535) {
    console.error(`\n✗ ${name} must be a port from 1 to 65535, not ${JSON.stringify(text)}.\n`);
    process.exit(1);
  }
  return value;
}

async function requireFreePort(wanted: number, variable: string, what: string): Promise<void> {
  const server = createServer().listen(wanted, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    throw new Error(
      `Port ${wanted} is taken, perhaps by another npm start. Stop what uses it, or give ${what} another: ${variable}=${wanted + 1000} npm start`,
    );
  }
  server.close();
  await once(server, 'close');
}

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'The disk is full. Free some space and start again; nothing is lost.';
  return message;
}
