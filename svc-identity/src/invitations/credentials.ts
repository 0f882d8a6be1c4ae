import { userInvited } from '@leadping/contracts/identity/user-events';
import { invitationPlace } from '@leadping/service-kit/data/sealed-places';
import { outboxEntry, type OutboxEntry } from '@leadping/service-kit/messaging/outbox';
import { randomUUID } from 'node:crypto';
import type { IdentityContext } from '../context.ts';
import { generatePassword, temporaryPasswordEnd } from '../passwords/temporary-password.ts';
import { eventUserOf } from '../users/show-user.ts';
import type { User } from '../users/user.model.ts';

export interface Credentials {
  passwordHash: string;
  temporaryPasswordUntil: Date;
  /** The event that has the password mailed, sealed; belongs in the write that sets the rest. */
  invitationFor: (user: Invited, businessName: string | null) => OutboxEntry;
}

type Invited = Pick<User, '_id' | 'username' | 'email' | 'emailRevision' | 'role' | 'resellerId'>;

/** A temporary password that is mailed and must be changed. */
export async function makeCredentials({
  passwords,
  credentialSealer,
}: IdentityContext): Promise<Credentials> {
  const password = generatePassword();
  const invitationId = randomUUID();
  return {
    passwordHash: await passwords.hash(password),
    temporaryPasswordUntil: temporaryPasswordEnd(),
    invitationFor: (user, businessName) =>
      outboxEntry(userInvited, `user-invited:${invitationId}`, {
        ...eventUserOf(user),
        emailRevision: user.emailRevision ?? 0,
        role: user.role,
        resellerId: user.resellerId ?? null,
        businessName,
        sealedPassword: credentialSealer.seal(password, invitationPlace(invitationId)),
        invitationId,
      }),
  };
}
