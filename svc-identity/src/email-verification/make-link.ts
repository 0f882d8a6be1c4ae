import { emailVerificationRequested } from '@leadping/contracts/identity/user-events';
import { mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import { outboxEntry, type OutboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { IdentityContext } from '../context.ts';
import { createSecretToken, hashSecretToken } from '@leadping/service-kit/data/secret-token';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { findByVerifiedEmail } from '../users/find-by-email.ts';
import { eventUserOf } from '../users/show-user.ts';
import type { User } from '../users/user.model.ts';

export const LIFETIME_MS = 24 * 3_600_000;
/** More than one, so that a second mail does not void the link of the first. */
export const MAX_LINKS = 3;

export interface VerificationLink {
  link: NonNullable<User['emailVerifications']>[number];
  entry: OutboxEntry;
}

/**
 * A link that verifies this user's address, as its hash and as the event that has it mailed; both belong in the write
 * that sets the address. An address that another account has verified gets a notice to its owner, and the caller
 * cannot see the difference.
 */
export async function makeVerificationLink(
  { users, credentialSealer }: Pick<IdentityContext, 'users' | 'credentialSealer'>,
  user: Pick<User, '_id' | 'username' | 'email'>,
): Promise<VerificationLink> {
  const token = createSecretToken();
  const tokenHash = hashSecretToken(token);
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  const owner = await findByVerifiedEmail({ users }, user.email);
  return {
    link: { tokenHash, emailKey: canonicalEmail(user.email), expiresAt },
    entry: outboxEntry(emailVerificationRequested, `email-verification:${tokenHash}`, {
      ...eventUserOf(user),
      sealedToken: credentialSealer.seal(
        token,
        mailedTokenPlace('email-verifications', user._id.toHexString()),
      ),
      expiresAt: expiresAt.toISOString(),
      ownerUsername: owner?.username ?? null,
    }),
  };
}
