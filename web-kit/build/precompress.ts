import fs from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const TEXT = /\.(js|css|html|json|svg|vtt|txt)$/;
/** Below one packet a smaller copy saves nothing. */
const WORTHWHILE_BYTES = 1000;

/** Puts `file.br` and `file.gz` beside a text file, at the strongest settings: it is done once, at build. */
export async function precompress(file: string): Promise<void> {
  if (!TEXT.test(file)) return;
  const content = await fs.readFile(file);
  if (content.byteLength < WORTHWHILE_BYTES) return;
  const [br, gz] = await Promise.all([
    brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength } }),
    zip(content, { level: 9 }),
  ]);
  await Promise.all([fs.writeFile(`${file}.br`, br), fs.writeFile(`${file}.gz`, gz)]);
}
