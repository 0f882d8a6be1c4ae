import { passwordResetRequested } from '@leadping/contracts/identity/user-events';
import { mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import { trusted } from 'mongoose';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { IdentityContext } from '../context.ts';
import { createSecretToken, hashSecretToken } from '@leadping/service-kit/data/secret-token';
import { findByEmail } from '../users/find-by-email.ts';
import { eventUserOf } from '../users/show-user.ts';

const LIFETIME_MS = 3_600_000;
/** Links that are mailed as fast as they are requested; each stays valid for its hour, so that no request voids another. */
const FREE_LINKS = 5;
/** Interval of further links, in ms. The user already has several valid links in the mailbox. */
const INTERVAL_MS = 600_000;

/**
 * Mails a reset link if the account exists. The token is sealed in the event, and only its hash is stored. No request
 * is refused because of strangers' requests, but the owner gets a limited number of mails.
 */
export async function requestReset(
  { users, credentialSealer, relay }: IdentityContext,
  email: string,
): Promise<void> {
  const user = await findByEmail({ users }, email);
  if (!user) return;
  const now = Date.now();
  const valid = (user.resets ?? []).filter((link) => link.expiresAt.getTime() > now);
  const newestAt = Math.max(...valid.map((link) => link.expiresAt.getTime() - LIFETIME_MS));
  if (valid.length >= FREE_LINKS && newestAt > now - INTERVAL_MS) return;
  const token = createSecretToken();
  const tokenHash = hashSecretToken(token);
  const expiresAt = new Date(now + LIFETIME_MS);
  const entry = outboxEntry(passwordResetRequested, `password-reset:${tokenHash}`, {
    ...eventUserOf(user),
    sealedToken: credentialSealer.seal(token, mailedTokenPlace('password-resets', user._id.toHexString())),
    expiresAt: expiresAt.toISOString(),
  });
  await users.updateOne(
    // Only one of several concurrent requests mails a link.
    { _id: user._id, email: user.email, resets: user.resets ? trusted({ $size: user.resets.length }) : null },
    { $set: { resets: [...valid, { tokenHash, expiresAt }] }, $push: { outbox: entry } },
  );
  relay.flush(users);
}
