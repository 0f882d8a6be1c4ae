import { BRAND } from '@leadping/contracts/brand';
import { tryLock } from '@leadping/dev-machine/lock';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { styleText } from 'node:util';
import { beginBuilds, listPages } from './build.ts';
import { passedOn } from './passed-on.ts';
import { DATA_FOLDER, ROOT } from './root.ts';
import { beginStack, type Stack } from './stack.ts';
import { printedSteps } from './steps.ts';
import { rebuildOnChange } from './watch.ts';

/** Marks the log line of svc-identity with the admin's first sign-in. */
const ADMIN_LINE = '(first sign-in, printed once)';

/** `npm run cluster`: three NATS servers, and several instances of each process behind a balancer. */
const isCluster = process.argv.includes('--cluster');
const dataFolder = isCluster ? join(DATA_FOLDER, 'cluster') : DATA_FOLDER;
const port = portOf('PORT', 8080);
const sandboxPort = portOf('SANDBOX_PORT', 8090);
const print = (line: string) => console.log(line);
const steps = printedSteps(print);
/** The start time of the command, before it installed the packages. */
const since = Number(process.env.START_BEGAN ?? Date.now());
let stop: (() => Promise<void>) | undefined;
let stopping = false;
let adminSignIn = '';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll(0));
// The parent process was killed.
process.on('disconnect', () => void stopAll(0));

try {
  await requireFreePort(port, 'PORT', 'the platform');
  await requireFreePort(sandboxPort, 'SANDBOX_PORT', 'the sandbox');
  await mkdir(dataFolder, { recursive: true });
  const lock = await tryLock(dataFolder);
  if (!lock)
    throw new Error('This checkout runs already: stop the other `npm start` first (Ctrl-C in its terminal).');
  const beginning = beginStack({
    root: ROOT,
    builds: beginBuilds(ROOT, steps),
    dataFolder,
    ...(isCluster ? { instances: instancesWanted(), natsCluster: true } : {}),
    port,
    sandboxPort,
    env: passedOn(process.env),
    steps,
    onLine: (name, line) => {
      if (line.includes(ADMIN_LINE)) adminSignIn = line;
      if (!stopping) print(`${styleText('cyan', name.replace('svc-', '').padEnd(9))} ${line}`);
    },
  });
  stop = beginning.stop;
  const stack = await beginning.started;
  printAddresses(stack);
  if (isCluster) printInstances(stack);
  if (process.argv.includes('--watch'))
    await rebuildOnChange({ root: ROOT, stack, pages: await listPages(ROOT), print });
} catch (error) {
  console.error(`\n${styleText('red', '✗')} ${explain(error)}\n`);
  await stopAll(1);
}

function printAddresses({ publicUrl, sandboxUrl, databaseProvider }: Stack): void {
  const seconds = ((Date.now() - since) / 1000).toFixed(1);
  print(`
${styleText('bold', `${BRAND.name} is running`)} (started in ${seconds} s, database: ${databaseProvider})

  shop           ${publicUrl}
  sign-in        ${publicUrl}/auth
  API            ${publicUrl}/api/docs
  sandbox        ${sandboxUrl.replace('127.0.0.1', 'localhost')}   payments, mails and webhooks of this machine
  admin          ${adminSignIn || 'as printed at the first start, or as ADMIN_USERNAME and ADMIN_PASSWORD said'}

Data is kept in ${relative(ROOT, dataFolder)}/. Ctrl-C stops everything.
`);
}

function printInstances({ instances, natsNodes }: Stack): void {
  for (const [name, all] of Object.entries(instances))
    print(`  ${name.padEnd(14)} ${all.map((each) => `127.0.0.1:${each.port}`).join('  ')}`);
  print(`  ${'nats-server'.padEnd(14)} ${natsNodes.length} as a cluster, each event on all of them\n`);
}

async function stopAll(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  print('\nstopping …');
  await stop?.().catch(console.error);
  process.exit(code);
}

function instancesWanted(): number {
  const value = Number(process.env.INSTANCES ?? 2);
  if (!Number.isInteger(value) || value < 2 || value > 5) {
    console.error(
      `\n✗ INSTANCES must be a number from 2 to 5, not ${JSON.stringify(process.env.INSTANCES)}.\n`,
    );
    process.exit(1);
  }
  return value;
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
