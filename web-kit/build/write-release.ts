import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { BuildManifest } from '../../contracts/src/release.ts';
import { precompress } from './precompress.ts';

/** The published files of a finished build: all except source maps, dot files and the files that this module writes. */
export async function listFiles(dir: string): Promise<string[]> {
  const entries = await fs.readdir(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !/\.(map|br|gz)$|^\./.test(file) && file !== 'release.json')
    .sort();
}

async function describeFile(dir: string, file: string): Promise<BuildManifest['files'][number]> {
  const content = await fs.readFile(path.join(dir, file));
  const integrity = `sha256-${createHash('sha256').update(content).digest('base64')}`;
  return { path: file, integrity, bytes: content.byteLength };
}

/** Writes `release.json` with the hash of each file, and puts a brotli and a gzip copy next to each text file. */
export async function writeRelease(dir: string, manifest: Omit<BuildManifest, 'files'>): Promise<void> {
  const files = await listFiles(dir);
  const described = await Promise.all(files.map((file) => describeFile(dir, file)));
  const text = JSON.stringify({ ...manifest, files: described }, null, 2);
  await fs.writeFile(path.join(dir, 'release.json'), `${text}\n`);
  // Excludes prerendered pages, because the gateway rewrites them for each visitor.
  const sent = files.filter((file) => !file.startsWith('prerendered/'));
  await Promise.all(sent.map((file) => precompress(path.join(dir, file))));
}
