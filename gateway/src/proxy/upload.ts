import { DomainError } from '@leadping/service-kit/domain-error';
import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { drain } from '../http/drain.ts';

/** Boundaries and part headers around the file itself. */
const ENVELOPE_BYTES = 16 * 1024;

/**
 * Passes an upload on and breaks it off where it grows past its limit, whatever its Content-Length said. What nobody takes is read
 * all the same: the connection's next request stands behind it, and may be another person's where a proxy is in front.
 */
export function limitedUpload(upload: IncomingMessage, limit: number): Readable {
  let bytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes > limit + ENVELOPE_BYTES) done(tooLarge());
      else done(null, chunk);
    },
  });
  upload.on('error', (error) => limited.destroy(error));
  upload.on('aborted', () => limited.destroy(new Error('The upload was broken off')));
  upload.pipe(limited);
  // After the pipe's own end, which pauses what it read from.
  return limited.once('close', () => void drain(upload));
}

/** Whether an upload says itself that it is past its limit. */
export function announcesExcess(contentLength: string | undefined, limit: number): boolean {
  return contentLength !== undefined && Number(contentLength) > limit + ENVELOPE_BYTES;
}

export const tooLarge = () => new DomainError('PAYLOAD_TOO_LARGE', 'The request is too large.');
