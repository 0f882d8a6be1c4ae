import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { findExecutable } from '@leadping/dev-machine/find-executable';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { stopChild } from '@leadping/dev-machine/stop-process';
import { roomOf } from './full-disk.ts';
import type { Nats, NatsOptions } from './nats.ts';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
const DISK_CHECK_MS = 500;
/** Timeout of an orderly shutdown in ms. After a failed write a server may wait for its own lock forever. */
const END_MS = 1000;

interface Server {
  program: string;
  folder: string;
  port: number;
  /**
   * Cluster settings: the node's name and port, its route for peers, and the peers' routes such as
   * `nats://127.0.0.1:6222`.
   */
  peers?: { name: string; port: number; route: string; others: string[] };
  /** The address for clients, such as `127.0.0.1:4222`, if it differs from the server's own. */
  advertise?: string | undefined;
  users?: NatsOptions['users'];
  minFreeBytes?: number | undefined;
  onProgress(line: string): void;
}

const pidFileIn = (folder: string) => join(folder, 'nats-server.pid');

/** Stops the server that a killed stack left running in the folder. */
export async function endLeftoverServer(folder: string): Promise<void> {
  const pid = Number(await readFile(pidFileIn(folder), 'utf8').catch(() => ''));
  if (!pid) return;
  const isOurs = async () => {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.split('\0').includes(pidFileIn(folder));
  };
  if (await isOurs()) process.kill(pid, 'SIGTERM');
  while (await isOurs()) await new Promise((resolve) => setTimeout(resolve, 20));
  await rm(pidFileIn(folder), { force: true });
}

/** On Linux the server ends with its parent, even if that is killed. */
async function boundToUs(program: string, args: string[]): Promise<[string, string[]]> {
  const setpriv = process.platform === 'linux' ? await findExecutable('setpriv') : undefined;
  return setpriv ? [setpriv, ['--pdeathsig', 'TERM', program, ...args]] : [program, args];
}

const clusterArguments = ({ name, port, route, others }: NonNullable<Server['peers']>) => [
  '--server_name',
  name,
  '--cluster_name',
  'local',
  '--cluster',
  `nats://127.0.0.1:${port}`,
  '--routes',
  others.join(','),
  // The address for peers. Version 2.9 compares it with its routes before it reconnects.
  '--cluster_advertise',
  new URL(route).host,
];

async function launch({
  program,
  folder,
  port,
  peers,
  advertise,
  users,
  onProgress,
}: Server): Promise<ChildProcess> {
  await endLeftoverServer(folder);
  await mkdir(join(folder, 'store'), { recursive: true });
  const store = ['--jetstream', '--store_dir', join(folder, 'store')];
  const address = ['--addr', '127.0.0.1', '--port', String(port), '--pid', pidFileIn(folder)];
  const cluster = peers ? clusterArguments(peers) : [];
  if (advertise) cluster.push('--client_advertise', advertise);
  const config = users ? ['--config', users.configFile] : [];
  const child = spawn(...(await boundToUs(program, [...config, ...address, ...store, ...cluster])), {
    env: { ...process.env, ...users?.env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // Ctrl-C goes to the stack, which stops the clients first
  });
  const lastLines: string[] = [];
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > 10) lastLines.shift();
      if (line.includes('Server is ready')) resolve();
      // A user tried an action that is not permitted.
      if (line.includes('Violation')) onProgress(line);
    });
  });
  const ended = Promise.race([
    once(child, 'exit').then(() => lastLines.join('\n')),
    once(child, 'error').then(([error]) => String(error)),
  ]);
  const reason = await Promise.race([ready, ended]);
  if (typeof reason === 'string') throw new Error(`nats-server did not start:\n${reason}`);
  return child;
}

/** Runs nats-server on a store. Restarts it when it exits, or when its disk was full and has space again. */
export async function runServer(wanted: Server): Promise<Omit<Nats, 'provider' | 'hasUsers'>> {
  const server = { ...wanted, port: wanted.port || (await findFreePort()) };
  let child: ChildProcess | undefined;
  let isStopping = false;
  const stopping = new AbortController();
  const watch = (watched: ChildProcess) => {
    watched.once('exit', () => {
      if (isStopping || watched !== child) return;
      server.onProgress('nats-server ended, restarting');
      restarting = startForEver();
    });
  };
  const start = async () => {
    child = await launch(server);
    watch(child);
  };
  let restarting: Promise<void> | undefined;
  const startForEver = async () => {
    for (let pauseMs = FIRST_PAUSE_MS; !isStopping; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        return await start();
      } catch (error) {
        server.onProgress(`NATS down: ${String(error)}; next attempt in ${pauseMs / 1000} s`);
        await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  await start();
  const watching = restartAfterFullDisk(server, () => child, stopping.signal);

  return {
    url: `nats://127.0.0.1:${server.port}`,
    pid: () => child?.pid ?? 0,
    async restart() {
      const old = child;
      old?.removeAllListeners('exit');
      if (old) await stopChild(old);
      await start();
    },
    async stop() {
      isStopping = true;
      stopping.abort();
      await Promise.all([restarting, watching]);
      if (child) await stopChild(child);
      await rm(pidFileIn(server.folder), { force: true });
    },
  };
}

/**
 * Stops a server after its disk was full, once there is space. It is then restarted as after any exit. After a failed
 * write, nats-server 2.9 accepts no events until a restart, and neither its log nor `/healthz` shows this, because it
 * waits for its own lock forever. Restarting a server that did not write in the meantime is unnecessary but harmless.
 */
async function restartAfterFullDisk(
  { folder, minFreeBytes, onProgress }: Server,
  current: () => ChildProcess | undefined,
  signal: AbortSignal,
): Promise<void> {
  let hindered: ChildProcess | undefined;
  while (!signal.aborted) {
    const room = await roomOf(folder, minFreeBytes);
    const child = current();
    if (room === 'full' && hindered !== child) {
      onProgress('the disk of nats-server is full');
      hindered = child;
    } else if (room === 'enough' && hindered) {
      onProgress('the disk of nats-server has room again');
      if (hindered === child && !signal.aborted) await stopChild(hindered, { withinMs: END_MS });
      hindered = undefined;
    }
    await pause(DISK_CHECK_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}
