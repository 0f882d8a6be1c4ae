import type { Lead } from '../capture/lead.ts';
import { hostOf, type Configuration } from '../configurations/configuration.ts';
import { canRequestHosts, hasHostPermission } from '../configurations/host-permissions.ts';
import { writeBody } from '../configurations/map-lead.ts';
import { fetchWithin } from '../fetch-within.ts';
import type { Outcome } from './delivery.ts';
import { LATE, NO_PERMISSION, OFFLINE, readOutcome, UNCONFIRMED, UNREACHABLE } from './read-outcome.ts';

export const SEND_TIMEOUT_MS = 15_000;

/** One attempt to deliver a lead. */
export async function sendLead(
  { url, mapping }: Pick<Configuration, 'url' | 'mapping'>,
  lead: Lead,
  idempotencyKey: string,
): Promise<Outcome> {
  const isAllowed = await hasHostPermission(url);
  if (!isAllowed && canRequestHosts()) return NO_PERMISSION;
  const request: RequestInit = {
    method: 'POST',
    body: writeBody(lead, mapping),
    credentials: 'omit',
    // A followed redirect would carry the lead to an address that nobody chose.
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  };
  const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
  try {
    return await fetchWithin(url, { ...request, headers }, SEND_TIMEOUT_MS, (reply) =>
      readOutcome(reply, hostOf(url), Date.now()),
    );
  } catch (error) {
    // It has been sent and may have arrived: not a second time at once.
    if (isAllowed || isLate(error)) return unanswered(error);
    return sendUnconfirmed(url, { ...request, body: writeBody(lead, mapping, idempotencyKey) });
  }
}

/**
 * Below Chrome 102 a receiver without CORS refuses the preflight, so nothing was sent. As plain text it arrives, and nobody
 * can read the reply; such a receiver reads JSON whatever the type says. Such a call must follow redirects (Fetch, 4.5): the
 * pages' policy lets it go on to https alone. It takes no header of ours either: the key is in the body.
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
