import { DomainError } from '@leadping/service-kit/domain-error';
import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { drain } from '../http/drain.ts';

/** Size allowed for boundaries and part headers around the file. */
const ENVELOPE_BYTES = 16 * 1024;

/**
 * Forwards an upload and aborts it if it exceeds its limit, whatever its Content-Length says. The rest of the body is
 * still drained, because the next request on this connection follows it. Behind a proxy that request may come from
 * another person.
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
  // After the end of the pipe, because unpiping pauses its source.
  return limited.once('close', () => void drain(upload));
}

/** Whether the Content-Length of an upload exceeds its limit. */
export function announcesExcess(contentLength: string | undefined, limit: number): boolean {
  return contentLength !== undefined && Number(contentLength) > limit + ENVELOPE_BYTES;
}

export const tooLarge = () => new DomainError('PAYLOAD_TOO_LARGE', 'The request is too large.');
