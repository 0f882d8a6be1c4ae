import { signInChanged, type SIGN_IN_CHANGES } from '@leadping/contracts/identity/user-events';
import { outboxEntry, type OutboxEntry } from '@leadping/service-kit/messaging/outbox';
import { randomUUID } from 'node:crypto';
import { eventUserOf } from '../users/show-user.ts';
import type { User } from '../users/user.model.ts';

/** The notice to the owner; it belongs in the write of the change. @param user as they are after it. */
export function signInChangedEntry(
  user: Pick<User, '_id' | 'username' | 'email' | 'recoveryCodes'>,
  change: (typeof SIGN_IN_CHANGES)[number],
  name: string | null = null,
): OutboxEntry {
  return outboxEntry(signInChanged, `sign-in-changed:${randomUUID()}`, {
    ...eventUserOf(user),
    change,
    name,
    recoveryCodesLeft: user.recoveryCodes?.length ?? 0,
    at: new Date().toISOString(),
  });
}
