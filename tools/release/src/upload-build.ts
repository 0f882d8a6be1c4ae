import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuiltRemote } from './build-remote.ts';
import type { RegistryClient } from './registry-client.ts';

const AT_ONCE = 6;

/**
 * Uploads every file of a build to its immutable path and stops after the first failure. @returns the number of
 * uploaded files
 */
export async function uploadBuild(
  client: RegistryClient,
  { folder, manifest }: BuiltRemote,
  onProgress: (done: number, all: number) => void,
): Promise<number> {
  const waiting = [...manifest.files];
  let done = 0;
  let uploaded = 0;
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      try {
        const content = new Uint8Array(await readFile(path.join(folder, 'dist', file.path)));
        if (await client.upload(manifest, file.path, content)) uploaded += 1;
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
      done += 1;
      onProgress(done, manifest.files.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return uploaded;
}
