import { trusted } from 'mongoose';
import type { Context } from '../context.ts';
import { resendEntry } from '../licenses/license-events.ts';
import { isIssued } from '../licenses/republish.ts';
import type { ResendRequest, ResendRequests } from './resend-request.model.ts';

const COOL_DOWN_MS = 10 * 60_000;
const KEPT_MS = 24 * 3600_000;
/** Keys mailed for one request: more have companies, who can ask support. */
const MAX_KEYS = 20;
const BATCH = 50;

export type ResendContext = Context & { requests: ResendRequests };

/** Notes the request; whether the address has a license is looked at later, so that the answer tells nothing. */
export async function requestResend({ requests }: ResendContext, email: string): Promise<void> {
  const requestedAt = new Date();
  await requests.create({ email, requestedAt, expiresAt: new Date(requestedAt.getTime() + KEPT_MS) });
}

/** Sees to the requests that wait. */
export async function handleRequests(context: ResendContext): Promise<void> {
  const waiting = await context.requests
    .find({ handledAt: trusted({ $exists: false }) })
    .sort({ requestedAt: 1 })
    .limit(BATCH)
    .lean();
  for (const request of waiting) await handleRequest(context, request);
}

async function handleRequest(context: ResendContext, request: ResendRequest): Promise<void> {
  const { licenses, relay, requests, record } = context;
  const isTooSoon = await requests.exists({
    email: request.email,
    handledAt: trusted({ $gt: new Date(Date.now() - COOL_DOWN_MS) }),
  });
  if (!isTooSoon) {
    const found = await licenses
      .find({ email: request.email, status: 'active', issuedAt: trusted({ $gt: new Date(0) }) })
      .sort({ issuedAt: -1 })
      .limit(MAX_KEYS)
      .lean();
    for (const license of found.filter(isIssued)) {
      const entry = resendEntry(license, String(request._id));
      await licenses.updateOne({ _id: license._id }, { $push: { outbox: entry } });
    }
    relay.flush();
    if (found.length > 0) {
      const data = { licenses: found.length };
      record({ level: 'info', category: 'license', message: 'License keys asked for again', data });
    }
  }
  // Dying before this tells the same events again, under the same ids.
  await requests.updateOne({ _id: request._id }, { $set: { handledAt: new Date() } });
}
