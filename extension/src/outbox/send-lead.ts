import type { Lead } from '../capture/lead.ts';
import { hostOf } from '../configurations/configuration.ts';
import type { Configuration } from '../storage.ts';
import { canRequestHosts, hasHostPermission } from '../configurations/host-permissions.ts';
import { writeBody } from '../configurations/map-lead.ts';
import { fetchWithin } from '../fetch-within.ts';
import type { Outcome } from './delivery.ts';
import { LATE, NO_PERMISSION, OFFLINE, readOutcome, UNCONFIRMED, UNREACHABLE } from './read-outcome.ts';

export const SEND_TIMEOUT_MS = 15_000;

export async function sendLead(
  { url, mapping, preset }: Pick<Configuration, 'url' | 'mapping' | 'preset'>,
  lead: Lead,
  idempotencyKey: string,
): Promise<Outcome> {
  const isAllowed = await hasHostPermission(url);
  if (!isAllowed && canRequestHosts()) return NO_PERMISSION;
  const request: RequestInit = {
    method: 'POST',
    body: writeBody(lead, mapping),
    credentials: 'omit',
    // A followed redirect would send the lead to an address that the user did not choose.
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  };
  const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
  try {
    return await fetchWithin(url, { ...request, headers }, SEND_TIMEOUT_MS, (reply) =>
      readOutcome(reply, hostOf(url), Date.now(), preset),
    );
  } catch (error) {
    // The request was sent and may have arrived, so do not repeat it immediately.
    if (isAllowed || isLate(error)) return unanswered(error);
    return sendUnconfirmed(url, { ...request, body: writeBody(lead, mapping, idempotencyKey) });
  }
}

/**
 * Fallback below Chrome 102, where a receiver without CORS refuses the preflight and gets nothing. A plain
 * text request arrives, but its reply is unreadable. Such receivers read JSON whatever the content type is.
 * The request must follow redirects (Fetch, 4.5), and the pages' content security policy limits those to
 * https. It cannot carry custom headers, so the key is in the body.
 */
async function sendUnconfirmed(url: string, request: RequestInit): Promise<Outcome> {
  try {
    const headers = { 'content-type': 'text/plain;charset=UTF-8' };
    const call: RequestInit = { ...request, redirect: 'follow', mode: 'no-cors', headers };
    return await fetchWithin(url, call, SEND_TIMEOUT_MS, () => UNCONFIRMED);
  } catch (error) {
    return unanswered(error);
  }
}

const isLate = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

function unanswered(error: unknown): Outcome {
  if (!navigator.onLine) return OFFLINE;
  return isLate(error) ? LATE : UNREACHABLE;
}
