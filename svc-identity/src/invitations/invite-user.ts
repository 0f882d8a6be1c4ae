import { userAttachedToReseller } from '@leadping/contracts/identity/user-events';
import { DomainError } from '@leadping/service-kit/domain-error';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import { Types } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { insertUser } from '../users/insert-user.ts';
import { toEventUser } from '../users/user-reply.ts';
import { takenField, type User } from '../users/user.model.ts';
import { makeCredentials } from './credentials.ts';
import { usernameFromEmail, usernameNear } from './username-from-email.ts';

export interface Invitation {
  email: string;
  resellerId: string;
  businessName: string | null;
}

export interface Invited {
  user: User;
  outcome: 'invited' | 'attached' | 'unchanged';
}

/** Rounds until two invitations at the same time, or a taken user name, have settled. */
const ROUNDS = 6;

/**
 * Gives a reseller their sign-in: the account with this e-mail, else a new one. Doing it again for the same reseller
 * changes nothing.
 * @throws {DomainError} EMAIL_TAKEN where the e-mail belongs to staff or to another reseller.
 */
export async function inviteUser(identity: IdentityContext, invitation: Invitation): Promise<Invited> {
  let username = usernameFromEmail(invitation.email);
  for (let round = 0; round < ROUNDS; round++) {
    const present = await identity.users.findOne({ resellerId: invitation.resellerId }).lean();
    if (present) return { user: present, outcome: 'unchanged' };
    const account = await identity.users.findOne({ email: invitation.email }).lean();
    const user = account
      ? await attachAccount(identity, account, invitation)
      : await createResellerUser(identity, username, invitation);
    if (user) {
      identity.relay.flush();
      return { user, outcome: account ? 'attached' : 'invited' };
    }
    username = usernameNear(usernameFromEmail(invitation.email));
  }
  throw new DomainError('CONFLICT', 'The invitation met other changes. Please try again.');
}

async function attachAccount(
  identity: IdentityContext,
  account: User,
  { resellerId, businessName }: Invitation,
): Promise<User | null> {
  if (account.role !== 'other') {
    throw new DomainError('EMAIL_TAKEN', 'This e-mail belongs to a reseller or to staff already.');
  }
  const told = outboxEntry(
    userAttachedToReseller,
    `user-attached:${account._id.toHexString()}:${resellerId}`,
    {
      ...toEventUser(account),
      resellerId,
      businessName,
    },
  );
  return identity.users
    .findOneAndUpdate(
      { _id: account._id, role: 'other', email: account.email },
      { $set: { role: 'reseller', resellerId }, $push: { outbox: told } },
      { returnDocument: 'after' },
    )
    .lean()
    .catch(nullWhereTaken);
}

async function createResellerUser(
  identity: IdentityContext,
  username: string,
  { email, resellerId, businessName }: Invitation,
): Promise<User | null> {
  const { passwordHash, temporaryPasswordUntil, tell } = await makeCredentials(identity);
  const user = { _id: new Types.ObjectId(), username, email, role: 'reseller' as const, resellerId };
  return insertUser(identity.users, {
    ...user,
    passwordHash,
    temporaryPasswordUntil,
    outbox: [tell(user, businessName)],
  }).catch(nullWhereTaken);
}

/** Somebody was faster with the reseller, the e-mail or the user name: the next round sees it. */
function nullWhereTaken(error: unknown): null {
  const collision = error instanceof DomainError ? error.cause : error;
  if (takenField(collision)) return null;
  throw error;
}
