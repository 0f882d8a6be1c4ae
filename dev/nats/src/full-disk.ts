import { statfs } from 'node:fs/promises';

/** With less free space a write may fail at any moment. */
const FULL_BYTES = 2 ** 20;

/**
 * Free space required for a start. The server limits itself to three quarters of it until it ends, and the services'
 * five streams reserve 64 MB each.
 */
const MIN_FREE_BYTES = 448 * 2 ** 20;

/** The state of a disk. `low`: not full, but without space for a start. */
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
