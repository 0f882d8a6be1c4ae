import { CommandError } from '../errors/command-error.ts';
import { headerLength, maxMessageLength } from './message.ts';

/** A frame has an impossible length, so nothing after it can be read. */
export class BrokenStream extends CommandError {
  readonly requestId: number;

  constructor(code: number, message: string, requestId: number) {
    super(code, message);
    this.requestId = requestId;
  }
}

/** Splits a TCP stream into frames, whatever its chunks are. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #wanted = headerLength;

  /** @throws BrokenStream */
  *push(chunk: Buffer): Generator<Buffer> {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    while (this.#length >= this.#wanted) {
      const bytes =
        this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
      const announced = bytes.readInt32LE(0);
      const requestId = bytes.readInt32LE(4);
      if (announced > maxMessageLength) {
        throw new BrokenStream(10334, `A message of ${announced} bytes is longer than allowed`, requestId);
      }
      if (announced < headerLength)
        throw new BrokenStream(17, `Message length ${announced} is invalid`, requestId);
      this.#wanted = announced;
      this.#chunks = [bytes];
      if (bytes.length < announced) return;
      this.#chunks = bytes.length > announced ? [bytes.subarray(announced)] : [];
      this.#length = bytes.length - announced;
      this.#wanted = headerLength;
      yield bytes.subarray(0, announced);
    }
  }
}
