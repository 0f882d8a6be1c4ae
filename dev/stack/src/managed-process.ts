import { stopChild } from '@leadping/dev-machine/stop-process';
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

export interface ProcessOptions {
  name: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** Replies with 200 once the process accepts traffic. */
  readyUrl: string;
  onLine: (line: string) => void;
  /** Called when the process exits unexpectedly. It is then restarted. */
  onCrash: (how: string) => void;
}

export interface ManagedProcess {
  name: string;
  /** The pid of the running process. It changes with each restart. */
  pid: () => number | undefined;
  ready: () => Promise<void>;
  /**
   * Restarts the process, optionally with other environment variables, for example after a build or for a crash
   * test.
   */
  restart: (env?: Record<string, string>) => Promise<void>;
  stop: () => Promise<void>;
}

const END_WITH_PARENT = pathToFileURL(join(import.meta.dirname, 'end-with-parent.mjs')).href;
/** EX_CONFIG: the environment is invalid, so restarting does not help. */
const CONFIG_FAULT = 78;
/**
 * Timeout for a start in ms. It is far longer than a start takes on a busy machine, because crashes reveal a
 * process that cannot start.
 */
const READY_MS = 240_000;
const MAX_CRASHES = 5;
const MAX_PAUSE_MS = 10_000;
/** A process that ran this long has recovered, so the backoff starts again. In ms. */
const HEALTHY_MS = 30_000;

/** Runs a Node.js program, restarts it after crashes and tracks its readiness. */
export function manageProcess(options: ProcessOptions): ManagedProcess {
  let child: ChildProcess | undefined;
  let wanted = true;
  let env = options.env;
  let pauseMs = 250;
  let restartTimer: NodeJS.Timeout | undefined;
  let hasConfigFault = false;
  let crashes = 0;

  const start = () => {
    const startedAt = Date.now();
    const started = spawn(process.execPath, ['--import', END_WITH_PARENT, ...options.args], {
      cwd: options.cwd,
      // One arena, because one for each thread keeps tens of megabytes that nobody uses.
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', MALLOC_ARENA_MAX: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A separate process group, so that Ctrl-C reaches only this process and it stops the others in order.
      detached: true,
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', options.onLine);
    }
    started.once('exit', (code, signal) => {
      if (!wanted || child !== started) return;
      if (code === CONFIG_FAULT) {
        hasConfigFault = true;
        return;
      }
      crashes += 1;
      options.onCrash(`ended with ${signal ?? `code ${code}`}`);
      pauseMs = Date.now() - startedAt > HEALTHY_MS ? 250 : Math.min(pauseMs * 2, MAX_PAUSE_MS);
      restartTimer = setTimeout(start, pauseMs);
    });
  };
  const stop = async () => {
    wanted = false;
    clearTimeout(restartTimer);
    if (child) await stopChild(child, { withinMs: 25_000 });
  };
  const ready = () => {
    const before = crashes;
    return waitUntilReady(options, () => {
      if (hasConfigFault) return 'refused its environment; the list stands above.';
      return crashes - before >= MAX_CRASHES ? `ended ${MAX_CRASHES} times while it started.` : undefined;
    });
  };
  start();

  return {
    name: options.name,
    pid: () => child?.pid,
    ready,
    restart: async (changes = {}) => {
      await stop();
      env = { ...options.env, ...changes };
      wanted = true;
      start();
      await ready();
    },
    stop,
  };
}

async function waitUntilReady(
  { name, readyUrl }: ProcessOptions,
  whyNever: () => string | undefined,
): Promise<void> {
  const end = Date.now() + READY_MS;
  while (Date.now() < end) {
    const reason = whyNever();
    if (reason) throw new Error(`${name} ${reason}`);
    const answer = await fetch(readyUrl, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${name} was not ready within ${READY_MS / 1000} s; its last lines stand above.`);
}
