import { withTimeout } from '@leadping/service-kit/with-timeout';
import { LRUCache } from 'lru-cache';
import type { Device, License, Licenses } from '../licenses/license.model.ts';

/** `keyIndex` is the current key's. Writes compare it, so that a key that was just replaced changes nothing. */
export type KnownLicense = Pick<License, '_id' | 'status' | 'devices' | 'keyIndex' | 'trialEndsAt'>;

/**
 * A short cache of licenses by the index of their key, because the most frequent call asks for the same ones
 * repeatedly.
 */
export interface RecentLicenses {
  /** Reads the current license. */
  read: (keyIndex: string) => Promise<KnownLicense | null>;
  /**
   * The license as it was within the last second, if it was read since. A frequently requested license is refreshed in
   * the background.
   */
  findRead: (keyIndex: string) => KnownLicense | undefined;
  /** Called when this instance changes the license. Other instances see the change within a second. */
  forget: (keyIndex: string) => void;
}

/** Maximum age of a cached license, in ms: a revocation must be visible within a second at every instance. */
const KEPT_MS = 900;
/**
 * From this age on, in ms, a call refreshes the license in the background. Otherwise all callers would wait together
 * each second.
 */
const READ_AGAIN_MS = 700;
/** A read that takes longer, in ms, may use a dead connection. The next read then starts on another one. */
const STUCK_MS = 500;
const MAX_ENTRIES = 10_000;

export function recentLicenses(licenses: Licenses): RecentLicenses {
  const kept = new LRUCache<string, { license: KnownLicense; readAt: number; isReadAgain: boolean }>({
    max: MAX_ENTRIES,
  });
  /** Keys forgotten during each running read, because that read may return the state before the change. */
  const forgottenDuring = new Set<Set<string>>();
  const readTogether = together(async (keyIndexes) => {
    const forgotten = new Set<string>();
    forgottenDuring.add(forgotten);
    try {
      const readAt = performance.now();
      // Uses the driver, because mongoose documents would be slower and are not needed here.
      const found = await licenses.collection
        .find<KnownLicense & { keyIndex: string }>(
          { keyIndex: { $in: keyIndexes } },
          { projection: { keyIndex: 1, status: 1, devices: 1, trialEndsAt: 1 } },
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
        // After a failed refresh nothing newer is cached, and the next call reports the error.
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

/** Runs one read at a time, unless it is stuck. Keys requested during a read are read together by the next one. */
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
