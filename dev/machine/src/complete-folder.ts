import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { waitForLock } from './lock.ts';

const seal = '.complete';

async function isComplete(folder: string, version: string): Promise<boolean> {
  return (await readFile(join(folder, seal), 'utf8').catch(() => '')) === version;
}

export interface FolderRecipe {
  folder: string;
  /** A folder that was sealed with another version is rebuilt. */
  version: string;
  /** Fills an empty folder. The folder is renamed to its real name after this succeeds. */
  build(emptyFolder: string): Promise<void>;
  onProgress(line: string): void;
}

/**
 * Builds a folder once for all processes of this machine. Interrupted builds are discarded: a folder counts only
 * with its seal, and renaming it into place is the last step.
 */
export async function ensureCompleteFolder({
  folder,
  version,
  build,
  onProgress,
}: FolderRecipe): Promise<void> {
  if (await isComplete(folder, version)) return;
  await mkdir(dirname(folder), { recursive: true });
  const lock = await waitForLock(folder, () =>
    onProgress(`waiting for another process that prepares ${folder}`),
  );
  try {
    if (await isComplete(folder, version)) return;
    const partial = `${folder}.partial`;
    await rm(partial, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
    await mkdir(partial);
    await build(partial);
    await writeFile(join(partial, seal), version);
    await rename(partial, folder);
  } finally {
    await lock.release();
  }
}
