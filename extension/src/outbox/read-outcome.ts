import type { Outcome } from './delivery.ts';

/** No row waits longer than this for its next attempt. */
export const MAX_RETRY_AFTER_MS = 24 * 3600_000;
/** Statuses of the 400s that mean "later". */
const LATER = new Set([408, 425, 429]);
/**
 * Google Apps Script runs `doPost` and then redirects to where its reply is read. A script that the public may not call
 * redirects too, to a sign-in page, and an unfollowed redirect does not show where it leads.
 */
const APPS_SCRIPT_HOST = 'script.google.com';

/** What a receiver's reply means, in the words of the guide on connections. */
export function readOutcome(
  reply: Pick<Response, 'ok' | 'status' | 'type' | 'headers'>,
  host: string,
  now: number,
): Outcome {
  const { ok, status, type } = reply;
  if (ok) return { kind: 'sent', text: 'Sent' };
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    return host === APPS_SCRIPT_HOST ? UNCONFIRMED : { kind: 'failed', text: 'Answered with a redirect' };
  if (LATER.has(status) || status >= 500) {
    const retryAfterMs = readRetryAfter(reply.headers.get('retry-after'), now);
    return { kind: 'retry', text: describeStatus(status), ...(retryAfterMs !== null && { retryAfterMs }) };
  }
  return { kind: 'failed', text: describeStatus(status) };
}

export const UNCONFIRMED: Outcome = { kind: 'unconfirmed', text: 'Sent, unconfirmed' };
export const UNREACHABLE: Outcome = { kind: 'retry', text: 'Could not be reached' };
/** After `SEND_TIMEOUT_MS`. */
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

/** What to look at, as in the guide on connections. */
export function adviceFor(text: string, host: string): string {
  switch (text) {
    case 'Sent, unconfirmed':
      return host === APPS_SCRIPT_HOST
        ? 'Google hides its reply. If the lead is missing, open Executions in Apps Script. “Anyone” must have access to the web app.'
        : '';
    case 'Could not be reached':
      return 'Check your connection, the URL, and Chrome’s permission for that address.';
    case 'Answered 401 or 403':
      return 'A token in the URL is wrong or has run out.';
    case 'Answered 404 or 410':
      return 'The tool has removed the webhook; make a new one.';
    case 'Answered 408':
    case 'Answered 425':
      return 'The tool was not ready for it; it is sent again by itself.';
    case 'Answered 429':
      return 'The tool is throttling; it is sent again when the tool allows it.';
    case 'Answered 500 and above':
      return 'The tool has a problem of its own; it is sent again by itself.';
    case 'Answered with a redirect':
      return 'The address has moved. Save the URL that your tool shows now.';
    case 'Chrome’s permission is missing':
      return 'Open Leadping and press Allow.';
    case 'Did not reply in 15 seconds':
      return 'It may have arrived. Let the tool reply first and do slow work afterwards.';
    case 'Webhook removed':
      return 'It was removed before the capture was sent. Add it again, then capture the profile again.';
    default:
      return text.startsWith('Answered 4')
        ? 'The tool refused the data. Compare the field names with what it expects.'
        : '';
  }
}

/** Retry-After as seconds or as a date (RFC 9110, 10.2.3), in milliseconds from now; null where there is none. */
function readRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS) : null;
}

const FIRST_WAIT_MS = 5000;
const MAX_WAIT_MS = 3600_000;

/** Doubles from 5 seconds to an hour; with jitter, so that a receiver that comes back is not met by all at once. */
export function waitAfter(attempts: number, random = Math.random()): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20)) * (0.75 + random / 2);
}
