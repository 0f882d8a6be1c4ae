import { canonicalEmail } from '@leadping/contracts/email-address';
import { trusted } from 'mongoose';
import type { LicensingContext } from '../context.ts';
import { resendEntry } from '../licenses/license-events.ts';
import { isIssued } from '../licenses/is-issued.ts';
import type { ResendRequest } from './resend-request.model.ts';

const COOL_DOWN_MS = 10 * 60_000;
const KEPT_MS = 24 * 3600_000;
/** Maximum requests in that time for which keys are mailed. Anybody can ask, so this protects the owner's mailbox. */
const MAX_MAILED = 5;
/** Maximum keys mailed for one request. Companies with more licenses can ask support. */
const MAX_KEYS = 20;
const BATCH = 50;

/** Stores the request. Whether the address has a license is checked later, so that the reply reveals nothing. */
export async function requestResend(
  { resendRequests }: Pick<LicensingContext, 'resendRequests'>,
  email: string,
): Promise<void> {
  const requestedAt = new Date();
  await resendRequests.create({
    emailKey: canonicalEmail(email),
    requestedAt,
    expiresAt: new Date(requestedAt.getTime() + KEPT_MS),
  });
}

/** Handles the pending requests. */
export async function sendRequestedKeys(licensing: LicensingContext): Promise<void> {
  const waiting = await licensing.resendRequests
    .find({ handledAt: trusted({ $exists: false }) })
    .sort({ requestedAt: 1 })
    .limit(BATCH)
    .lean();
  for (const request of waiting) await sendRequestedKey(licensing, request);
}

async function sendRequestedKey(licensing: LicensingContext, request: ResendRequest): Promise<void> {
  const { licenses, relay, resendRequests, record, clock } = licensing;
  let isSent = false;
  if (await mayBeMailed(licensing, request.emailKey)) {
    const found = await licenses
      .find({ emailKey: request.emailKey, status: 'active', issuedAt: trusted({ $gt: new Date(0) }) })
      .sort({ issuedAt: -1 })
      .limit(MAX_KEYS)
      .lean();
    for (const license of found.filter(isIssued)) {
      const entry = resendEntry(license, String(request._id));
      // If the address was corrected meanwhile, the correction mails the key to the new address.
      await licenses.updateOne(
        { _id: license._id, emailKey: request.emailKey, status: 'active' },
        { $push: { outbox: entry } },
      );
    }
    relay.flush(licenses);
    isSent = found.length > 0;
    if (isSent) {
      const data = { licenses: found.length };
      record({ level: 'info', category: 'license', message: 'License keys sent again', data });
    }
  }
  // After a crash before this write, the same events are published again with the same ids.
  const handledAt = new Date(clock.now());
  await resendRequests.updateOne(
    { _id: request._id },
    { $set: { handledAt, ...(isSent ? { sentAt: handledAt } : {}) } },
  );
}

async function mayBeMailed(
  { resendRequests, clock }: Pick<LicensingContext, 'resendRequests' | 'clock'>,
  emailKey: string,
): Promise<boolean> {
  const now = clock.now();
  const mailed = await resendRequests
    .find({ emailKey, sentAt: trusted({ $gt: new Date(now - KEPT_MS) }) })
    .sort({ sentAt: -1 })
    .limit(MAX_MAILED)
    .lean();
  const last = mailed[0]?.sentAt?.getTime() ?? 0;
  return mailed.length < MAX_MAILED && last <= now - COOL_DOWN_MS;
}
