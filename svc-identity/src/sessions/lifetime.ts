const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A session ends when it was not used for this long, */
const IDLE_MS = 7 * DAY_MS;
/** and after this long in any case. */
export const ABSOLUTE_MS = 30 * DAY_MS;
/** Use prolongs a session at most this often, so that not every request is a write. */
const PROLONG_EVERY_MS = HOUR_MS;

/** A sign-in of so long ago is recent enough for what is worth a stolen session. */
const FRESH_MS = 10 * 60_000;

export function isFreshSignIn(signedInAt: Date, now: number): boolean {
  return now - signedInAt.getTime() < FRESH_MS;
}

/** When a session that is used now ends. */
export function sessionEnd(signedInAt: Date): Date {
  return new Date(Math.min(Date.now() + IDLE_MS, signedInAt.getTime() + ABSOLUTE_MS));
}

export function isWorthProlonging(session: { signedInAt: Date; expiresAt: Date }): boolean {
  return sessionEnd(session.signedInAt).getTime() - session.expiresAt.getTime() >= PROLONG_EVERY_MS;
}
