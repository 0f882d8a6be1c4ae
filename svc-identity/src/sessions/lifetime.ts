import type { Role } from '@leadping/contracts/actor';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A session ends when it was not used for this long. */
const IDLE_MS = 7 * DAY_MS;
const LIFETIME_MS = 30 * DAY_MS;
/** NIST SP 800-63B-4, section 2.2.3: AAL2 asks for a new sign-in at least every 12 hours. */
const STAFF_LIFETIME_MS = 12 * HOUR_MS;
/** Use prolongs a session at most this often, so that not every request is a write. */
const PROLONG_EVERY_MS = HOUR_MS;

/** Maximum age of a sign-in for sensitive actions, in ms. */
const FRESH_MS = 10 * 60_000;

export function isFreshSignIn(signedInAt: Date, now: number): boolean {
  return now - signedInAt.getTime() < FRESH_MS;
}

/** How long a session may last with use, in ms. */
export function sessionLifetime(role: Role): number {
  return role === 'admin' || role === 'support' ? STAFF_LIFETIME_MS : LIFETIME_MS;
}

/** The end of a session that is used now. It is in the past if the account became staff after a long session began. */
export function sessionEnd(signedInAt: Date, role: Role): Date {
  return new Date(Math.min(Date.now() + IDLE_MS, signedInAt.getTime() + sessionLifetime(role)));
}

export function isWorthProlonging(session: { expiresAt: Date }, end: Date): boolean {
  return end.getTime() - session.expiresAt.getTime() >= PROLONG_EVERY_MS;
}
