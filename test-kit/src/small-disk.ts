import { run } from '@leadping/dev-machine/run';
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A separate disk that a test can fill. */
export interface SmallDisk {
  fill: () => Promise<void>;
  /** Removes everything that the test has added. */
  free: () => Promise<void>;
  unmount: () => Promise<void>;
}

const BLOCK = Buffer.alloc(2 ** 20);

/**
 * Mounts a RAM disk at a folder. @returns undefined if this machine does not allow mounting (Linux requires root)
 */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk | undefined> {
  await mkdir(folder, { recursive: true });
  const mounted = await run('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m,mode=0755`,
    'tmpfs',
    folder,
  ]).then(
    () => true,
    () => false,
  );
  if (!mounted) return undefined;
  const filler = join(folder, 'filler');
  return {
    fill: async () => {
      const file = await open(filler, 'w');
      try {
        for (let rest = await freeBytes(folder); rest > 0; rest = await freeBytes(folder))
          await file.write(BLOCK, 0, Math.min(rest, BLOCK.length));
      } catch (error) {
        // Another process wrote the last block.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler, { force: true }),
    unmount: async () => void (await run('umount', ['--lazy', folder])),
  };
}

export async function canMountDisks(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'disk-'));
  const disk = await mountSmallDisk(folder, 1);
  await disk?.unmount();
  await rm(folder, { recursive: true });
  return disk !== undefined;
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
