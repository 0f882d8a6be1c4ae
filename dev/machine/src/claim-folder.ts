import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { tryLock, type Lock } from './lock.ts';

export interface ClaimedFolder {
  folder: string;
  release(): Promise<void>;
}

const runPrefix = 'run-';

/** Removes the folders of ephemeral runs that were killed, because their locks are free. */
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
    // Another cleanup got the lock before the folder's creator.
    if (!lock) continue;
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755); // a server that runs as another user needs access
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
 * Claims a folder for this process until it releases the folder or dies. An ephemeral folder is an empty subfolder
 * that is removed at the end.
 * @param clean ends processes that a killed run may have left in its folder
 * @throws if another process holds the folder
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
