import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { tryLock, type Lock } from './lock.ts';

export interface ClaimedFolder {
  folder: string;
  release(): Promise<void>;
}

const runPrefix = 'run-';

/** Removes the folders of ephemeral runs that were killed: nobody holds their lock. */
async function removeAbandonedRuns(parent: string, clean: (folder: string) => Promise<void>): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(runPrefix)) continue;
    const folder = join(parent, name);
    const lock = await tryLock(folder);
    if (!lock) continue;
    await clean(folder);
    await rm(folder, { recursive: true, force: true });
    await lock.release();
  }
}

async function claimEphemeral(parent: string): Promise<ClaimedFolder> {
  for (;;) {
    const folder = await mkdtemp(join(parent, runPrefix));
    const lock = await tryLock(folder);
    // Somebody who cleans up was quicker with the lock than its maker.
    if (!lock) continue;
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755); // a server that runs as another user must reach what is in it
    return {
      folder,
      async release() {
        await rm(folder, { recursive: true, force: true });
        await lock.release();
      },
    };
  }
}

/**
 * Takes a folder for this process alone, until it lets go or dies. An ephemeral one is empty, lies in the folder
 * asked for and is removed at the end.
 * @param clean ends what a killed run may have left running on its folder
 * @throws when another process holds the folder
 */
export async function claimFolder(
  wanted: string,
  { ephemeral, clean }: { ephemeral: boolean; clean(folder: string): Promise<void> },
): Promise<ClaimedFolder> {
  const folder = resolve(wanted);
  await mkdir(folder, { recursive: true });
  if (ephemeral) {
    await removeAbandonedRuns(folder, clean);
    return claimEphemeral(folder);
  }
  const lock: Lock | undefined = await tryLock(folder);
  if (!lock) throw new Error(`another local stack is using ${folder}`);
  return { folder, release: () => lock.release() };
}
