import { withTimeout } from '@leadping/service-kit/with-timeout';
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
/** A read that takes longer may have met a connection that is dead: the next one begins beside it, on another. */
const STUCK_MS = 500;
const MAX_ENTRIES = 10_000;

export function recentLicenses(licenses: Licenses): RecentLicenses {
  const kept = new LRUCache<string, { license: KnownLicense; readAt: number; isReadAgain: boolean }>({
    max: MAX_ENTRIES,
  });
  /** What was forgotten during each read that is under way: it may have found that as it was before. */
  const forgottenDuring = new Set<Set<string>>();
  const readTogether = together(async (keyIndexes) => {
    const forgotten = new Set<string>();
    forgottenDuring.add(forgotten);
    try {
      const readAt = performance.now();
      // By the driver: mongoose documents would only be read here.
      const found = await licenses.collection
        .find<KnownLicense & { keyIndex: string }>(
          { keyIndex: { $in: keyIndexes } },
          { projection: { keyIndex: 1, status: 1, devices: 1 } },
        )
        .toArray();
      for (const license of found) {
        const { keyIndex } = license;
        const isOutrun = (kept.peek(keyIndex)?.readAt ?? 0) > readAt;
        if (!isOutrun && !forgotten.has(keyIndex))
          kept.set(keyIndex, { license, readAt, isReadAgain: false });
      }
      return new Map(found.map((license) => [license.keyIndex, license]));
    } finally {
      forgottenDuring.delete(forgotten);
    }
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
      for (const forgotten of forgottenDuring) forgotten.add(keyIndex);
    },
  };
}

export function findDevice(license: KnownLicense, deviceId: string): Device | undefined {
  return license.devices.find((device) => device.deviceId === deviceId);
}

/** One read at a time, unless it is stuck: what is asked for while it is under way is read together by the next one. */
function together<T>(readAll: (keys: string[]) => Promise<T>): (key: string) => Promise<T> {
  let before: Promise<unknown> = Promise.resolve();
  let next: { keys: Set<string>; read: Promise<T> } | undefined;
  return (key) => {
    if (!next) {
      const keys = new Set<string>();
      const read = before.then(() => {
        next = undefined;
        const reading = readAll([...keys]);
        before = withTimeout(STUCK_MS, reading);
        return reading;
      });
      next = { keys, read };
    }
    next.keys.add(key);
    return next.read;
  };
}
