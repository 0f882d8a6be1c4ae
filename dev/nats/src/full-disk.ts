import { statfs } from 'node:fs/promises';

/** Of a disk with less, a write may fail at any moment. */
const FULL_BYTES = 2 ** 20;

/**
 * What must be free for a server to start well: it takes three quarters of it for its limit, for as long as it runs, and the
 * services' five streams reserve 64 MB each.
 */
const MIN_FREE_BYTES = 448 * 2 ** 20;

/** How a disk is: `low` is neither full nor has it room for a start. */
export async function roomOf(
  folder: string,
  minFreeBytes = MIN_FREE_BYTES,
): Promise<'full' | 'low' | 'enough'> {
  const disk = await statfs(folder).catch(() => undefined);
  if (!disk) return 'low';
  const freeBytes = disk.bavail * disk.bsize;
  if (freeBytes < FULL_BYTES) return 'full';
  return freeBytes < minFreeBytes ? 'low' : 'enough';
}
