import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { onlyOnce } from '@leadping/dev-machine/once';
import { stopChild } from '@leadping/dev-machine/stop-process';
import { placeForServer } from '@leadping/dev-machine/unprivileged';
import { endLeftoverPostgres, removeDatabase } from './engine/data-folder.ts';
import { ensureEngine } from './install/ensure-engine.ts';
import type { ServeMessage, ServeOptions } from './process-messages.ts';

export interface DocumentDbOptions extends Partial<Omit<ServeOptions, 'engineFolder'>> {
  /** Must not be shared with others. */
  dataFolder: string;
  /** The folder of the unpacked engine, shared by all data folders of this machine. */
  cacheFolder: string;
  onProgress(line: string): void;
}

export interface DocumentDb {
  uri: string;
  port: number;
  /** Current process ids, also during a start. A killed process is restarted with another id. */
  pids(): { gateway: number; engine: number };
  stop(): Promise<void>;
}

interface Served {
  child: ChildProcess;
  port: number;
}

const require = createRequire(import.meta.url);
const loader = pathToFileURL(require.resolve('tsx')).href;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
const program = join(import.meta.dirname, 'serve.ts');

async function startServing(
  options: ServeOptions,
  onPid: { engine: (pid: number) => void; gateway: (pid: number) => void },
): Promise<Served> {
  const child = spawn(process.execPath, ['--import', loader, program, JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Ctrl-C is sent to a terminal's whole group, but the database must end after its clients.
    detached: true,
  });
  onPid.gateway(child.pid ?? 0);
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', (message: ServeMessage) => {
      if (message.kind === 'engine-up') onPid.engine(message.pid);
      if (message.kind === 'ready') resolve(message.port);
      if (message.kind === 'failed') reject(new Error(message.reason));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`the gateway ended with ${code ?? signal}`)));
  });
  // The channel must not keep a finished test run alive.
  child.unref();
  child.channel?.unref();
  return { child, port };
}

/** Starts the engine and the gateway in a separate process, and restarts it when it dies. */
export async function startDocumentDb(options: DocumentDbOptions): Promise<DocumentDb> {
  const { cacheFolder, onProgress, port: wantedPort = 0, ephemeral = false, ...limits } = options;
  const dataFolder = await placeForServer(options.dataFolder);
  if (dataFolder.startsWith('/var/tmp/local-stack')) {
    onProgress(`user nobody cannot enter ${options.dataFolder}: using ${dataFolder}`);
  }
  const engineFolder = await ensureEngine(cacheFolder, onProgress);
  const settings = { ...limits, engineFolder, dataFolder, ephemeral };
  const pids = { engine: 0, gateway: 0 };
  const serveOn = (port: number) =>
    startServing(
      { ...settings, port },
      { engine: (pid) => (pids.engine = pid), gateway: (pid) => (pids.gateway = pid) },
    );
  let served = await serveOn(wantedPort);
  const { port } = served;
  let isStopping = false;
  const stopping = new AbortController();

  const watch = async () => {
    while (!isStopping) {
      const { child } = served;
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      if (isStopping) return;
      onProgress('database gateway ended, restarting');
      await restart();
    }
  };
  /** Retries forever, because the stack needs the database and the cause may be temporary. */
  const restart = async () => {
    for (let pauseMs = FIRST_PAUSE_MS; !isStopping; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      try {
        served = await serveOn(port);
        if (isStopping) await stopChild(served.child, { signal: 'SIGKILL' });
        onProgress('database gateway restarted');
        return;
      } catch (error) {
        onProgress(`database down: ${String(error)}; next attempt in ${pauseMs / 1000} s`);
        await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  const watching = watch();

  return {
    uri: `mongodb://127.0.0.1:${port}/?replicaSet=rs0&directConnection=true`,
    port,
    pids: () => ({ ...pids }),
    stop: onlyOnce(async () => {
      isStopping = true;
      stopping.abort();
      const { child } = served;
      if (child.connected) {
        const exited = once(child, 'exit');
        child.ref();
        child.disconnect();
        await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 20_000).unref())]);
      }
      await stopChild(child, { signal: 'SIGKILL' });
      await watching;
      await endLeftoverPostgres(dataFolder);
      if (ephemeral) await removeDatabase(dataFolder);
    }),
  };
}
