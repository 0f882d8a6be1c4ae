import type { IncomingMessage } from 'node:http';

/** Maximum bytes to drain: enough for a file picked by mistake. */
const MAX_BYTES = 80 * 1024 * 1024;
const MAX_MS = 15_000;

/**
 * Reads and discards the rest of a refused body. Closing the connection while the client still sends would reset it,
 * and the client would not see the error. Resolves at the end of the body, or at the maximum.
 */
export function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES) stop();
    };
    const stop = () => {
      clearTimeout(timer);
      request.off('data', onData).off('end', stop).off('close', stop).off('error', stop);
      resolve();
    };
    const timer = setTimeout(stop, MAX_MS);
    request.on('data', onData).on('end', stop).on('close', stop).on('error', stop);
    request.resume();
  });
}
