import { parentPort } from 'node:worker_threads';
import { sanitizeSvg } from './sanitize-svg.ts';
import { UnsafeSvg } from './unsafe-svg.ts';

/** What the worker posts: that it is loaded, then the one result of its one job. */
export type SanitizeReply = 'ready' | { svg: string } | { unsafe: string };

/** What the worker is given. */
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
