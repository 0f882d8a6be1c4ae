import { guessPreset } from '../configurations/presets.ts';
import type { Outcome } from './delivery.ts';

/** Maximum wait before the next attempt of a row, in ms. */
export const MAX_RETRY_AFTER_MS = 24 * 3600_000;
/** Client error statuses that ask for a retry. */
const LATER = new Set([408, 425, 429]);
/**
 * Google Apps Script runs `doPost` and then redirects to the reply. A script without public access redirects
 * to a sign-in page instead. An unfollowed redirect does not reveal its target.
 */
export const APPS_SCRIPT_HOST = 'script.google.com';

/** Interprets a receiver's reply. Rows store the English words, and `describe-outcome.ts` translates them. */
export function readOutcome(
  reply: Pick<Response, 'ok' | 'status' | 'type' | 'headers'>,
  host: string,
  now: number,
  preset: string = guessPreset(host),
): Outcome {
  const { ok, status, type } = reply;
  if (ok) return { kind: 'sent', text: 'Sent' };
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    return host === APPS_SCRIPT_HOST ? UNCONFIRMED : { kind: 'failed', text: 'Answered with a redirect' };
  const retryAfterMs = readRetryAfter(reply.headers.get('retry-after'), now);
  if (LATER.has(status) || status >= 500)
    return { kind: 'retry', text: describeStatus(status), ...(retryAfterMs !== null && { retryAfterMs }) };
  // Make answers 400 while the queue of a webhook is full (help.make.com/webhooks).
  if (status === 400 && (retryAfterMs !== null || [preset, guessPreset(host)].includes('make')))
    return { kind: 'retry', text: 'Answered 400, busy', ...(retryAfterMs !== null && { retryAfterMs }) };
  return { kind: 'failed', text: describeStatus(status) };
}

export const UNCONFIRMED: Outcome = { kind: 'unconfirmed', text: 'Sent, unconfirmed' };
export const UNREACHABLE: Outcome = { kind: 'retry', text: 'Could not be reached' };
export const LATE: Outcome = { kind: 'retry', text: 'Did not reply in 15 seconds' };
export const OFFLINE: Outcome = { ...UNREACHABLE, isLocal: true };
export const NO_PERMISSION: Outcome = {
  kind: 'retry',
  text: 'Chrome’s permission is missing',
  isLocal: true,
};

function describeStatus(status: number): string {
  if (status === 401 || status === 403) return 'Answered 401 or 403';
  if (status === 404 || status === 410) return 'Answered 404 or 410';
  return status >= 500 ? 'Answered 500 and above' : `Answered ${status}`;
}

/**
 * Reads Retry-After as seconds or as a date (RFC 9110, 10.2.3). Returns ms from now, or null if it is
 * missing.
 */
function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS) : null;
}

const FIRST_WAIT_MS = 5000;
const MAX_WAIT_MS = 3600_000;

/**
 * Exponential backoff from 5 seconds to one hour, in ms. The jitter spreads the retries to a recovered
 * receiver.
 */
export function waitAfter(attempts: number, random = Math.random()): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20)) * (0.75 + random / 2);
}
