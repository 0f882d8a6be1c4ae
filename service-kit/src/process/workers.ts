import cluster, { type Worker } from 'node:cluster';
import type { Log } from '../telemetry/log.ts';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
/** A worker that ran this long was well: the next one starts at once. */
const HEALTHY_MS = 30_000;
const ALIVE_MS = 2000;
/**
 * Maximum silence of a worker, in ms, before its event loop counts as blocked. A probe of the shared port would mostly
 * meet other workers.
 */
const MAX_SILENT_MS = 20_000;

export interface Workers {
  /** How many take connections at this moment. */
  listening: () => number;
  /** Every worker drains and ends. */
  close: () => void;
  /** The exit code for the whole, once no worker is left. */
  ended: Promise<number>;
}

/**
 * Runs this program `count` times on one port and restarts workers that die. If no worker ever listened, the start has
 * failed: the process ends with that worker's exit code.
 */
export function startWorkers(count: number, log: Log): Workers {
  const workers = new Map<Worker, { startedAt: number; seenAt: number; isListening: boolean }>();
  let isOpen = true;
  let hasListened = false;
  let exitCode = 0;
  let pauseMs = FIRST_PAUSE_MS;
  let end: (code: number) => void = () => {};
  const ended = new Promise<number>((resolve) => (end = resolve));

  const fork = () => {
    if (!isOpen) return;
    const worker = cluster.fork();
    const now = performance.now();
    workers.set(worker, { startedAt: now, seenAt: now, isListening: false });
    log.info({ worker: worker.process.pid }, 'worker started');
  };
  const close = () => {
    isOpen = false;
    for (const worker of workers.keys()) worker.process.kill('SIGTERM');
    if (workers.size === 0) end(exitCode);
  };
  cluster.on('listening', (worker) => {
    hasListened = true;
    const known = workers.get(worker);
    if (known) known.isListening = true;
  });
  cluster.on('message', (worker) => {
    const known = workers.get(worker);
    if (known) known.seenAt = performance.now();
  });
  cluster.on('exit', (worker, code, signal) => {
    const known = workers.get(worker);
    workers.delete(worker);
    if (!isOpen) {
      if (workers.size === 0) end(exitCode);
      return;
    }
    log.error({ worker: worker.process.pid, code, signal }, 'worker ended');
    if (!hasListened) {
      exitCode = code || 1;
      close();
      return;
    }
    const wasHealthy = known !== undefined && performance.now() - known.startedAt > HEALTHY_MS;
    pauseMs = wasHealthy ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, MAX_PAUSE_MS);
    setTimeout(fork, pauseMs);
  });
  endSilentWorkers(workers, log);
  for (let index = 0; index < count; index += 1) fork();
  return {
    listening: () => [...workers.values()].filter(({ isListening }) => isListening).length,
    close,
    ended,
  };
}

function endSilentWorkers(workers: Map<Worker, { seenAt: number; isListening: boolean }>, log: Log): void {
  let lookedAt = performance.now();
  setInterval(() => {
    const now = performance.now();
    // This process was blocked itself, so messages from the workers are still unread.
    const wasLate = now - lookedAt > 2 * ALIVE_MS;
    lookedAt = now;
    for (const [worker, known] of workers) {
      if (wasLate) known.seenAt = now;
      if (!known.isListening || now - known.seenAt < MAX_SILENT_MS) continue;
      log.error({ worker: worker.process.pid }, 'worker hangs');
      worker.process.kill('SIGKILL');
    }
  }, ALIVE_MS).unref();
}

/** In a worker: shows the primary that the event loop moves. */
export function reportAlive(): void {
  setInterval(() => process.send?.('alive'), ALIVE_MS).unref();
}
