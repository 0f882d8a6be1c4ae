import Negotiator from 'negotiator';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const fromBrotli = promisify(brotliDecompress);
const toGzip = promisify(gzip);
const fromGzip = promisify(gunzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Encodings that we offer, in order of size. */
const OFFERED: Encoding[] = ['br', 'gzip', 'identity'];

/** Minimum size for compression. A smaller file fits in one packet anyway. */
export const WORTHWHILE_BYTES = 1000;

export const SUFFIX: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

/** Strongest settings, for files that are compressed once and sent often. */
export async function compressOnce(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    return toBrotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } });
  }
  return encoding === 'gzip' ? toGzip(bytes, { level: 9 }) : bytes;
}

/** Fast settings, for content of a single reply. */
export async function compressNow(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return encoding === 'gzip' ? toGzip(bytes, { level: 5 }) : bytes;
}

/** @param most maximum size. A larger result cannot be a copy of the file, whose size is known. */
export async function decompress(bytes: Buffer, encoding: Encoding, most: number): Promise<Buffer> {
  const options = { maxOutputLength: Math.max(most, 1) };
  if (encoding === 'br') return fromBrotli(bytes, options);
  return encoding === 'gzip' ? fromGzip(bytes, options) : bytes;
}

/** The smallest of our encodings that the client accepts (RFC 9110 §12.5.3), otherwise `identity`. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings(OFFERED);
  return OFFERED.find((encoding) => accepted.includes(encoding)) ?? 'identity';
}
