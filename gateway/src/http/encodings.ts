import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const fromBrotli = promisify(brotliDecompress);
const toGzip = promisify(gzip);
const fromGzip = promisify(gunzip);

export type Encoding = 'br' | 'gzip' | 'identity';

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

/** The best encoding that the client takes. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  const accepted = new Set(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((item) => item.split(';').map((part) => part.trim()))
      .filter(([, weight]) => !(weight?.startsWith('q=') && Number(weight.slice(2)) === 0))
      .map(([name]) => name),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : 'identity';
}
