import type { Actor } from '@leadping/contracts/actor';
import { emailChanged } from '@leadping/contracts/identity/user-events';
import { DomainError } from '@leadping/service-kit/domain-error';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import { randomUUID } from 'node:crypto';
import type { IdentityContext } from '../context.ts';
import { toEventUser } from './user-reply.ts';
import { takenField, type User } from './user.model.ts';

const RECENT_MS = 15 * 60_000;

/** @throws {DomainError} RECENT_SIGN_IN_REQUIRED: who finds an open screen shall not take the account over by its e-mail. */
export function requireRecentSignIn(actor: Actor): void {
  if (Date.now() - actor.signedInAt > RECENT_MS) {
    throw new DomainError(
      'RECENT_SIGN_IN_REQUIRED',
      'To change your e-mail, please log out, sign in again and repeat the change.',
    );
  }
}

/**
 * Changes the e-mail, tells the old address, and voids reset links that went there.
 * @throws {DomainError} EMAIL_TAKEN, or CONFLICT where the e-mail was changed at the same time.
 */
export async function changeEmail(identity: IdentityContext, user: User, email: string): Promise<User> {
  if (email === user.email) return user;
  const told = outboxEntry(emailChanged, `email-changed:${randomUUID()}`, {
    ...toEventUser({ ...user, email }),
    previousEmail: user.email,
  });
  const changed = await identity.users
    .findOneAndUpdate(
      { _id: user._id, email: user.email },
      { $set: { email }, $unset: { resets: 1 }, $push: { outbox: told } },
      { returnDocument: 'after' },
    )
    .lean()
    .catch((cause: unknown) => {
      if (takenField(cause) !== 'email') throw cause;
      throw new DomainError('EMAIL_TAKEN', 'An account with this e-mail already exists.', { cause });
    });
  if (!changed) throw new DomainError('CONFLICT', 'The e-mail was changed meanwhile. Please look again.');
  identity.relay.flush();
  return changed;
}
