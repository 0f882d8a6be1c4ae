import { DomainError } from '@leadping/service-kit/domain-error';
import { durationText } from '@leadping/service-kit/durations';
import type { IdentityContext } from '../context.ts';
import { getUser } from '../users/get-user.ts';
import type { User } from '../users/user.model.ts';
import { LIFETIME_MS, makeVerificationLink, MAX_LINKS } from './make-link.ts';

/**
 * Interval of further links in ms, once the maximum number of links is valid. Limited because the address may be a
 * stranger's.
 */
const INTERVAL_MS = 300_000;

/**
 * Has the link mailed again; does nothing for an address that is verified.
 * @throws {DomainError} RATE_LIMITED
 */
export async function sendVerification(identity: IdentityContext, userId: string): Promise<void> {
  const user = await getUser(identity, userId);
  if (user.verifiedEmailKey === user.emailKey) return;
  limitLinks(user);
  const { link, entry } = await makeVerificationLink(identity, user);
  const newest = user.emailVerifications?.at(-1)?.tokenHash;
  await identity.users.updateOne(
    // Concurrent requests must not mail more links than are stored.
    { _id: user._id, emailKey: user.emailKey, 'emailVerifications.tokenHash': newest ?? null },
    { $push: { emailVerifications: { $each: [link], $slice: -MAX_LINKS }, outbox: entry } },
  );
  identity.relay.flush(identity.users);
}

function limitLinks({ emailKey, emailVerifications = [] }: User): void {
  const now = Date.now();
  const valid = emailVerifications.filter(
    (link) => link.emailKey === emailKey && link.expiresAt.getTime() > now,
  );
  const newestAt = Math.max(...valid.map((link) => link.expiresAt.getTime() - LIFETIME_MS));
  const retryAfter = Math.ceil((newestAt + INTERVAL_MS - now) / 1000);
  if (valid.length < MAX_LINKS || retryAfter <= 0) return;
  throw new DomainError(
    'RATE_LIMITED',
    `The last ${MAX_LINKS} links that we emailed are still valid. Please look into your spam folder too, or try again in ${durationText(retryAfter)}.`,
    { retryAfter },
  );
}
