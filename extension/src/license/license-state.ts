import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { readStored, store } from '../storage.ts';
import { verifyToken, type TokenKey } from './verify-token.ts';

/** What the last contact with the platform left. */
export interface StoredLicense {
  key: string;
  /** The newest token; it stays when the platform cannot be reached. */
  token: string | null;
  keys: TokenKey[];
  /** Why the platform refused the key at the last contact. */
  refusal: { code: Validation['code']; detail: string } | null;
  /** When the platform was asked. */
  checkedAt: number;
}

export type LicenseState =
  | { status: 'none' }
  | { status: 'active'; key: string; daysLeft: number }
  /** Revoked, suspended, signed out. */
  | { status: 'refused'; key: string; code: Validation['code']; detail: string }
  /** The days of grace have ended, or the token cannot be verified. */
  | { status: 'connect'; key: string; detail: string };

const DAY_S = 24 * 3600;
/** A clock may be a day wrong before it is said so. */
const MAX_CLOCK_ERROR_S = DAY_S;
/** So old may a token be at the contact that brings it: the platform signs one for a day. */
const MAX_TOKEN_AGE_S = DAY_S;
/** From so many days on it is said that the platform was not reached for long. */
export const WARN_DAYS = 7;

/** How the license stands by what is on this device alone; no network. */
export async function readLicenseState(now: number): Promise<LicenseState> {
  const { license, deviceId, latestTime = 0 } = await readStored('license', 'deviceId', 'latestTime');
  if (!license) return { status: 'none' };
  const { key, token, refusal } = license;
  if (refusal) return { status: 'refused', key, ...refusal };
  const claims = token === null ? null : await verifyOnce(token, license.keys);
  if (!claims || claims.device !== deviceId) {
    return { status: 'connect', key, detail: 'Please connect to the internet once and open Leadping.' };
  }
  const seconds = Math.max(now, latestTime) / 1000;
  if (now / 1000 < claims.iat - MAX_CLOCK_ERROR_S) {
    return {
      status: 'connect',
      key,
      detail: 'The clock of this computer is behind. Set it to be set automatically.',
    };
  }
  if (seconds >= claims.exp) {
    const detail = isAhead(license, claims)
      ? 'The clock of this computer is ahead. Set it to be set automatically, then check again.'
      : 'Please connect: for 30 days the license could not be checked. Your captures are kept.';
    return { status: 'connect', key, detail };
  }
  return { status: 'active', key, daysLeft: Math.ceil((claims.exp - seconds) / DAY_S) };
}

/** Whether the clock was ahead of the platform's at the last contact. */
const isAhead = ({ checkedAt }: StoredLicense, { iat }: { iat: number }) =>
  checkedAt / 1000 > iat + MAX_TOKEN_AGE_S + MAX_CLOCK_ERROR_S;

/**
 * What the platform says of this computer's clock: `unknown` where it has not been reached since a time.
 * Without a license there is nothing to ask with, and the clock is taken as right.
 */
export async function checkClock(since: number): Promise<'right' | 'ahead' | 'unknown'> {
  const { license } = await readStored('license');
  if (!license) return 'right';
  if (license.checkedAt < since) return 'unknown';
  const claims =
    license.refusal || license.token === null ? null : await verifyOnce(license.token, license.keys);
  return claims && isAhead(license, claims) ? 'ahead' : 'right';
}

/** Whether two states of storage show the same: of the key and the refusal, not of when it was checked. */
export function isSameLicense(one: unknown, other: unknown): boolean {
  const shown = (stored: unknown) => {
    const { key, refusal } = (stored ?? {}) as Partial<StoredLicense>;
    return JSON.stringify([key, refusal]);
  };
  return shown(one) === shown(other);
}

/** Remembers the time, so that a clock that is set back later gives no more days. */
export async function recordTime(now: number): Promise<void> {
  const { latestTime = 0 } = await readStored('latestTime');
  if (now > latestTime) await store({ latestTime: now });
}

let verified: { token: string; claims: ReturnType<typeof verifyToken> } | undefined;

/** A token is verified once in the life of a worker or a page. */
function verifyOnce(token: string, keys: readonly TokenKey[]): ReturnType<typeof verifyToken> {
  if (verified?.token !== token) verified = { token, claims: verifyToken(token, keys) };
  return verified.claims;
}
