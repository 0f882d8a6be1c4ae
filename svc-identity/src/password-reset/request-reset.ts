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
/** The interval of further ones: who requests a link in between has several valid ones in the mailbox. */
const INTERVAL_MS = 600_000;

/**
 * Has a reset link mailed where the account exists. The token leaves sealed; only its hash is kept. Nobody is refused,
 * whatever strangers request for the account: they only cost its owner a limited number of mails.
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
    // Of requests at the same time one has a link mailed.
    { _id: user._id, email: user.email, resets: user.resets ? trusted({ $size: user.resets.length }) : null },
    { $set: { resets: [...valid, { tokenHash, expiresAt }] }, $push: { outbox: entry } },
  );
  relay.flush(users);
}
