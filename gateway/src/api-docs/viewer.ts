import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compressNow, type Encoding } from '../http/encodings.ts';

/** The viewer's file by encoding, created on first request. After a failure the next request tries again. */
export function openViewer(read = readViewer): (encoding: Encoding) => Promise<Buffer> {
  const viewers = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const known = viewers.get(encoding);
    if (known) return known;
    const made = read().then((bytes) => compressNow(bytes, encoding));
    viewers.set(encoding, made);
    made.catch(() => viewers.delete(encoding));
    return made;
  };
}

/**
 * Reads only the viewer's file, because the rest of its package would occupy memory for a page that is seldom opened.
 */
async function readViewer(): Promise<Buffer> {
  const entry = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  return readFile(path.join(path.dirname(entry), 'js/standalone.js'));
}
