import { parentPort } from 'node:worker_threads';
import { sanitiseSvg, UnsafeSvg } from './sanitise-svg.ts';

/** What the worker posts: that it is loaded, then the one result of its one job. */
export type SanitiseReply = 'ready' | { svg: string } | { unsafe: string };

/** What the worker is given. */
export interface SanitiseJob {
  source: string;
  maxLength: number;
}

const port = parentPort;
port?.once('message', ({ source, maxLength }: SanitiseJob) => {
  let reply: SanitiseReply;
  try {
    reply = { svg: sanitiseSvg(source, maxLength) };
  } catch (error) {
    if (!(error instanceof UnsafeSvg)) throw error;
    reply = { unsafe: error.message };
  }
  port.postMessage(reply);
});
port?.postMessage('ready' satisfies SanitiseReply);
