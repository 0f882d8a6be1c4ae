import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compressNow, type Encoding } from '../http/encodings.ts';

/** The viewer's file by encoding, made when it is first asked for; what fails is tried again by the next one who asks. */
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

/** Only the viewer's file is used of its package: the rest would stand in memory for a page that is seldom opened. */
async function readViewer(): Promise<Buffer> {
  const entry = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  return readFile(path.join(path.dirname(entry), 'js/standalone.js'));
}
