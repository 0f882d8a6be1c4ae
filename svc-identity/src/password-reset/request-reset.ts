import { passwordResetRequested } from '@leadping/contracts/identity/user-events';
import { mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import type { IdentityContext } from '../context.ts';
import { createSecretToken, hashSecretToken } from '../secret-token.ts';
import { findByEmail } from '../users/find-by-email.ts';
import { eventUserOf } from '../users/show-user.ts';

const LIFETIME_MS = 3_600_000;
/** More than one, so that a stranger's repeated requests do not void the link its owner is about to open. */
const LINKS_KEPT = 3;

/** Has a reset link mailed where the account exists. The token leaves sealed; only its hash is kept. */
export async function requestReset(
  { users, credentialSealer, relay }: IdentityContext,
  email: string,
): Promise<void> {
  const user = await findByEmail({ users }, email);
  if (!user) return;
  const token = createSecretToken();
  const tokenHash = hashSecretToken(token);
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  const entry = outboxEntry(passwordResetRequested, `password-reset:${tokenHash}`, {
    ...eventUserOf(user),
    sealedToken: credentialSealer.seal(token, mailedTokenPlace('password-resets', user._id.toHexString())),
    expiresAt: expiresAt.toISOString(),
  });
  await users.updateOne(
    { _id: user._id, email: user.email },
    { $push: { resets: { $each: [{ tokenHash, expiresAt }], $slice: -LINKS_KEPT }, outbox: entry } },
  );
  relay.flush();
}
