import Negotiator from 'negotiator';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const fromBrotli = promisify(brotliDecompress);
const toGzip = promisify(gzip);
const fromGzip = promisify(gunzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** What we have, the smallest first. */
const OFFERED: Encoding[] = ['br', 'gzip', 'identity'];

/** Below one packet a smaller copy saves nothing. */
export const WORTHWHILE_BYTES = 1000;

export const SUFFIX: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

/** At the strongest settings, for what is compressed once and sent often. */
export async function compressOnce(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    return toBrotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } });
  }
  return encoding === 'gzip' ? toGzip(bytes, { level: 9 }) : bytes;
}

/** At quick settings, for what is made for one reply. */
export async function compressNow(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return encoding === 'gzip' ? toGzip(bytes, { level: 5 }) : bytes;
}

/** @param most a copy that unpacks to more is refused: it is no copy of a file that is known to be smaller. */
export async function decompress(bytes: Buffer, encoding: Encoding, most: number): Promise<Buffer> {
  const options = { maxOutputLength: Math.max(most, 1) };
  if (encoding === 'br') return fromBrotli(bytes, options);
  return encoding === 'gzip' ? fromGzip(bytes, options) : bytes;
}

/** The smallest of our encodings that the client takes at all (RFC 9110 §12.5.3), else the file as it is. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings(OFFERED);
  return OFFERED.find((encoding) => accepted.includes(encoding)) ?? 'identity';
}
