import { LRUCache } from 'lru-cache';
import type { Device, License, Licenses } from '../licenses/license.model.ts';

export type KnownLicense = Pick<License, '_id' | 'status' | 'devices'>;

/** Licenses by the index of their key, kept for a moment: the busiest call asks for the same ones again and again. */
export interface RecentLicenses {
  /** As it stands now. */
  read: (keyIndex: string) => Promise<KnownLicense | null>;
  /** As it stood within the last second. */
  readRecent: (keyIndex: string) => Promise<KnownLicense | null>;
  /** This instance changed the license; the others see it within the second. */
  forget: (keyIndex: string) => void;
}

/** A revocation must be seen within a second, whoever made it. */
const KEPT_MS = 900;
const MOST_KEPT = 10_000;

export function recentLicenses(licenses: Licenses): RecentLicenses {
  const kept = new LRUCache<string, KnownLicense>({ max: MOST_KEPT, ttl: KEPT_MS });
  const read = async (keyIndex: string) => {
    // By the driver: a mongoose document would only be read here.
    const license = await licenses.collection.findOne<KnownLicense>(
      { keyIndex },
      { projection: { status: 1, devices: 1 } },
    );
    if (license) kept.set(keyIndex, license);
    return license;
  };
  return {
    read,
    readRecent: async (keyIndex) => kept.get(keyIndex) ?? read(keyIndex),
    forget: (keyIndex) => void kept.delete(keyIndex),
  };
}

export function findDevice(license: KnownLicense, deviceId: string): Device | undefined {
  return license.devices.find((device) => device.deviceId === deviceId);
}
