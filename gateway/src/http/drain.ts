import type { IncomingMessage } from 'node:http';

/** Enough for an upload that somebody picked by mistake; more is cut off. */
const MAX_BYTES = 80 * 1024 * 1024;
const MAX_MS = 15_000;

/**
 * Reads the rest of a body that is refused and drops it: a connection that closes under a client that still sends is reset,
 * and the client never sees why it was refused. Resolves at the end of the body, or where it continues for too long.
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
