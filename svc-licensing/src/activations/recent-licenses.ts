import { LRUCache } from 'lru-cache';
import type { Device, License, Licenses } from '../licenses/license.model.ts';

export type KnownLicense = Pick<License, '_id' | 'status' | 'devices'>;

/** Licenses by the index of their key, kept for a moment: the busiest call asks for the same ones again and again. */
export interface RecentLicenses {
  /** As it stands now. */
  read: (keyIndex: string) => Promise<KnownLicense | null>;
  /** As it stood within the last second, where it was read since. One that is asked for again and again is read anew beside it. */
  findRead: (keyIndex: string) => KnownLicense | undefined;
  /** This instance changed the license; the others see it within the second. */
  forget: (keyIndex: string) => void;
}

/** A revocation must be seen within a second, whoever made it. */
const KEPT_MS = 900;
/** Who asks later than this after a read begins the next one and waits for nothing; with none, all of them wait together each second. */
const READ_AGAIN_MS = 700;
const MAX_ENTRIES = 10_000;

export function recentLicenses(licenses: Licenses): RecentLicenses {
  const kept = new LRUCache<string, { license: KnownLicense; readAt: number; isReadAgain: boolean }>({
    max: MAX_ENTRIES,
  });
  /** During the read that is under way: it may have found them as they were before. */
  const forgotten = new Set<string>();
  const readTogether = together(async (keyIndexes) => {
    forgotten.clear();
    const readAt = performance.now();
    // By the driver: mongoose documents would only be read here.
    const found = await licenses.collection
      .find<KnownLicense & { keyIndex: string }>(
        { keyIndex: { $in: keyIndexes } },
        { projection: { keyIndex: 1, status: 1, devices: 1 } },
      )
      .toArray();
    for (const license of found)
      if (!forgotten.has(license.keyIndex))
        kept.set(license.keyIndex, { license, readAt, isReadAgain: false });
    return new Map(found.map((license) => [license.keyIndex, license]));
  });
  const read = async (keyIndex: string) => (await readTogether(keyIndex)).get(keyIndex) ?? null;
  return {
    read,
    findRead: (keyIndex) => {
      const entry = kept.get(keyIndex);
      if (!entry) return undefined;
      const age = performance.now() - entry.readAt;
      if (age > KEPT_MS) return undefined;
      if (age > READ_AGAIN_MS && !entry.isReadAgain) {
        entry.isReadAgain = true;
        // Where it fails, nothing newer is kept and the next call says so.
        read(keyIndex).catch(() => {});
      }
      return entry.license;
    },
    forget: (keyIndex) => {
      kept.delete(keyIndex);
      forgotten.add(keyIndex);
    },
  };
}

export function findDevice(license: KnownLicense, deviceId: string): Device | undefined {
  return license.devices.find((device) => device.deviceId === deviceId);
}

/** One read at a time: what is asked for while it is under way is read together by the next one. */
function together<T>(readAll: (keys: string[]) => Promise<T>): (key: string) => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: { keys: Set<string>; read: Promise<T> } | undefined;
  return (key) => {
    if (!next) {
      const keys = new Set<string>();
      const read = underWay.then(() => {
        next = undefined;
        return readAll([...keys]);
      });
      underWay = read.catch(() => {});
      next = { keys, read };
    }
    next.keys.add(key);
    return next.read;
  };
}
