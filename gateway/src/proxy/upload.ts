import { DomainError } from '@leadping/service-kit/domain-error';
import { Transform, type Readable } from 'node:stream';

/** Boundaries and part headers around the file itself. */
const ENVELOPE_BYTES = 16 * 1024;

/** Passes an upload on and breaks it off where it grows past its limit, whatever its Content-Length said. */
export function limitedUpload(upload: Readable, limit: number): Readable {
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
  return upload.pipe(limited);
}

/** Whether an upload says itself that it is past its limit. */
export function announcesExcess(contentLength: string | undefined, limit: number): boolean {
  return contentLength !== undefined && Number(contentLength) > limit + ENVELOPE_BYTES;
}

export const tooLarge = () => new DomainError('PAYLOAD_TOO_LARGE', 'The request is too large.');
