import { DomainError } from '@leadping/service-kit/domain-error';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SanitizeJob, SanitizeReply } from './sanitize-worker.ts';
import { UnsafeSvg } from './unsafe-svg.ts';

const START_MS = 15_000;
const TIME_MS = 1500;
const MEMORY_MB = 96;
const MAX_WAITING = 8;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `sanitizeSvg` in a separate thread with limits on time, memory and output, so that no file can block payments.
 * One runs at a time, and a few may wait.
 * @throws {UnsafeSvg} also for a file that exceeds the limits
 * @throws {DomainError} UNAVAILABLE if too many wait
 */
export async function sanitizeApart(source: string, maxLength: number): Promise<string> {
  if (waiting >= MAX_WAITING) {
    throw new DomainError(
      'UNAVAILABLE',
      'Too many images are being checked right now. Please try again in a moment.',
      {
        retryAfter: 5,
      },
    );
  }
  waiting += 1;
  const turn = last.then(() => runWorker({ source, maxLength }));
  last = turn.catch(() => {}).finally(() => (waiting -= 1));
  return turn;
}

function runWorker(job: SanitizeJob): Promise<string> {
  const worker = startWorker();
  return new Promise<string>((resolve, reject) => {
    let timer = setTimeout(() => reject(new Error('the worker did not start')), START_MS);
    worker.on('message', (reply: SanitizeReply) => {
      if (reply === 'ready') {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new UnsafeSvg('takes too long')), TIME_MS);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(job);
      } else if ('svg' in reply) resolve(reply.svg);
      else reject(new UnsafeSvg(reply.unsafe));
    });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnsafeSvg('takes too much memory') : error),
    );
    worker.on('exit', () => {
      clearTimeout(timer);
      reject(new Error('the worker ended without a result'));
    });
  }).finally(() => worker.terminate());
}

/** The compiled file in production; a test runs the sources, for which the thread needs its own loader. */
function startWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 };
  const isSource = extname(import.meta.url) === '.ts';
  const file = new URL(`./sanitize-worker${isSource ? '.ts' : '.js'}`, import.meta.url);
  if (!isSource) return new Worker(file, { resourceLimits });
  const program = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(file.href)})));`;
  return new Worker(program, { eval: true, resourceLimits });
}
