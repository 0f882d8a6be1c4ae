import type { Validation } from '@leadping/contracts/licensing/device-routes';
import { readStored, store, type StoredLicense } from '../storage.ts';
import { text, type Text } from '../text.ts';
import { describeRefusal } from './describe-refusal.ts';
import { verifyToken, type TokenKey } from './verify-token.ts';

export type LicenseState =
  | { status: 'none' }
  /** `isTrial`: the days are left until it ends, otherwise until the next contact. */
  | { status: 'active'; key: string; daysLeft: number; isTrial?: true }
  | { status: 'refused'; key: string; code: Validation['code']; detail: Text }
  /** The grace period has ended, or the token cannot be verified. */
  | { status: 'connect'; key: string; detail: Text };

const DAY_S = 24 * 3600;
/** Maximum clock skew tolerated, in seconds. */
const MAX_CLOCK_ERROR_S = DAY_S;
/** Maximum age of a freshly issued token, in seconds. The platform signs tokens for 24 hours. */
const MAX_TOKEN_AGE_S = DAY_S;
/** Show the offline warning after this many days without contact. */
export const WARN_DAYS = 7;

/** Evaluates the license from local state only, without network calls. */
export async function readLicenseState(now: number): Promise<LicenseState> {
  const { license, deviceId, latestTime = 0 } = await readStored('license', 'deviceId', 'latestTime');
  if (!license) return { status: 'none' };
  const { key, token, refusal } = license;
  if (refusal) return { status: 'refused', key, code: refusal.code, detail: describeRefusal(refusal) };
  const claims = token === null ? null : await verifyOnce(token, license.keys);
  if (!claims || claims.device !== deviceId) {
    return { status: 'connect', key, detail: text('connectOnce') };
  }
  const seconds = Math.max(now, latestTime) / 1000;
  if (now / 1000 < claims.iat - MAX_CLOCK_ERROR_S) {
    return { status: 'connect', key, detail: text('clockBehind') };
  }
  const { trialEndsAt } = license;
  if (trialEndsAt !== undefined && seconds * 1000 >= trialEndsAt) {
    return { status: 'refused', key, code: 'TRIAL_ENDED', detail: text('trialEnded') };
  }
  if (seconds >= claims.exp) {
    return { status: 'connect', key, detail: text(isAhead(license, claims) ? 'clockAhead' : 'graceEnded') };
  }
  const daysLeft = Math.ceil((claims.exp - seconds) / DAY_S);
  return { status: 'active', key, daysLeft, ...(trialEndsAt === undefined ? {} : { isTrial: true }) };
}

const isAhead = ({ checkedAt }: StoredLicense, { iat }: { iat: number }) =>
  checkedAt / 1000 > iat + MAX_TOKEN_AGE_S + MAX_CLOCK_ERROR_S;

/**
 * Compares this computer's clock with the platform. Resolves to `unknown` if the last contact was before
 * `since`. Without a license no contact is possible, and the clock counts as right.
 */
export async function checkClock(since: number): Promise<'right' | 'ahead' | 'unknown'> {
  const { license } = await readStored('license');
  if (!license) return 'right';
  if (license.checkedAt < since) return 'unknown';
  const claims =
    license.refusal || license.token === null ? null : await verifyOnce(license.token, license.keys);
  return claims && isAhead(license, claims) ? 'ahead' : 'right';
}

/** Whether two stored states show the same key and result. The time of the check is ignored. */
export function isSameLicense(one: unknown, other: unknown): boolean {
  const shown = (stored: unknown) => {
    const { key, refusal } = (stored ?? {}) as Partial<StoredLicense>;
    return JSON.stringify([key, refusal]);
  };
  return shown(one) === shown(other);
}

/** Records the time, so that setting the clock back later does not extend the grace period. */
export async function recordTime(now: number): Promise<void> {
  const { latestTime = 0 } = await readStored('latestTime');
  if (now > latestTime) await store({ latestTime: now });
}

let verified: { what: string; claims: ReturnType<typeof verifyToken> } | undefined;

/** Verifies a token once per lifetime of a worker or page. */
function verifyOnce(token: string, keys: readonly TokenKey[]): ReturnType<typeof verifyToken> {
  const what = JSON.stringify([token, keys]);
  if (verified?.what !== what) verified = { what, claims: verifyToken(token, keys) };
  return verified.claims;
}
