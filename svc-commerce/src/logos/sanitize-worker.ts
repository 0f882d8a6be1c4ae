import { parentPort } from 'node:worker_threads';
import { sanitizeSvg } from './sanitize-svg.ts';
import { UnsafeSvg } from './unsafe-svg.ts';

/** Messages of the worker: `ready` once it is loaded, then the result of its only job. */
export type SanitizeReply = 'ready' | { svg: string } | { unsafe: string };

export interface SanitizeJob {
  source: string;
  maxLength: number;
}

const port = parentPort;
port?.once('message', ({ source, maxLength }: SanitizeJob) => {
  let reply: SanitizeReply;
  try {
    reply = { svg: sanitizeSvg(source, maxLength) };
  } catch (error) {
    if (!(error instanceof UnsafeSvg)) throw error;
    reply = { unsafe: error.message };
  }
  port.postMessage(reply);
});
port?.postMessage('ready' satisfies SanitizeReply);
