import { userAttachedToReseller } from '@leadping/contracts/identity/user-events';
import { DomainError } from '@leadping/service-kit/domain-error';
import { outboxEntry } from '@leadping/service-kit/messaging/outbox';
import { trusted, Types } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { removeSessionsOf } from '../sessions/end-sessions.ts';
import { canonicalEmail } from '@leadping/contracts/email-address';
import { findByVerifiedEmail } from '../users/find-by-email.ts';
import { insertUser } from '../users/insert-user.ts';
import { eventUserOf } from '../users/show-user.ts';
import { MAILED_LINKS, SECOND_FACTORS_OF_USER, takenField, type User } from '../users/user.model.ts';
import { makeCredentials } from './credentials.ts';
import { usernameFromEmail, usernameNear } from './username-from-email.ts';
import { withdrawResellerRights } from './withdraw-reseller-rights.ts';

export interface Invitation {
  email: string;
  resellerId: string;
  businessName: string | null;
}

export interface Invited {
  user: User;
  outcome: 'invited' | 'attached' | 'unchanged';
}

/** Maximum rounds until concurrent invitations or a taken user name are settled. */
const ROUNDS = 6;

/**
 * Gives a reseller their sign-in. Rights attach to an account that has verified the address. An account that only
 * claims the address may be a stranger's, so it gets a new password that only the mailbox can read. Idempotent by
 * `resellerId`.
 * @throws {DomainError} EMAIL_TAKEN if the email belongs to staff or to another reseller; CONFLICT if the reseller was
 * withdrawn
 */
export async function inviteUser(identity: IdentityContext, invitation: Invitation): Promise<Invited> {
  const invited = await settleInvitation(identity, invitation);
  // Checked after the write, so that a concurrent invitation or withdrawal sees the other.
  if (await identity.withdrawnResellers.exists({ _id: invitation.resellerId })) {
    await withdrawResellerRights(identity, invitation.resellerId);
    throw new DomainError('CONFLICT', 'This reseller was deleted.');
  }
  if (invited.outcome !== 'unchanged') identity.relay.flush(identity.users);
  return invited;
}

async function settleInvitation(identity: IdentityContext, invitation: Invitation): Promise<Invited> {
  const { users } = identity;
  let username = usernameFromEmail(invitation.email);
  for (let round = 0; round < ROUNDS; round++) {
    const present = await users.findOne({ resellerId: invitation.resellerId }).lean();
    if (present) return { user: present, outcome: 'unchanged' };
    const owner = await findByVerifiedEmail(identity, invitation.email);
    if (owner && owner.role !== 'other') {
      throw new DomainError('EMAIL_TAKEN', 'This email belongs to a reseller or to staff already.', {
        field: 'email',
      });
    }
    if (owner && !owner.temporaryPasswordUntil) {
      const user = await attachAccount(identity, owner, invitation);
      if (user) return { user, outcome: 'attached' };
    } else {
      const claimant = owner ?? (await findClaimant(identity, invitation.email));
      const user = claimant
        ? await replaceCredentials(identity, claimant, invitation)
        : await createResellerUser(identity, username, invitation);
      if (user) return { user, outcome: 'invited' };
    }
    username = usernameNear(usernameFromEmail(invitation.email));
  }
  throw new DomainError('CONFLICT', 'The account was changed in the meantime. Please try again.');
}

/** The newest account without a role that claims the address. Staff and resellers never lose theirs this way. */
async function findClaimant({ users }: IdentityContext, email: string): Promise<User | null> {
  return users
    .findOne({ emailKey: canonicalEmail(email), role: 'other' })
    .sort({ createdAt: -1, _id: -1 })
    .lean();
}

async function attachAccount(
  identity: IdentityContext,
  account: User,
  { resellerId, businessName }: Invitation,
): Promise<User | null> {
  const effectId = `user-attached:${account._id.toHexString()}:${resellerId}`;
  const attached = outboxEntry(userAttachedToReseller, effectId, {
    ...eventUserOf(account),
    emailRevision: account.emailRevision ?? 0,
    resellerId,
    businessName,
  });
  return identity.users
    .findOneAndUpdate(
      {
        _id: account._id,
        role: 'other',
        verifiedEmailKey: account.emailKey,
        emailRevision: account.emailRevision ?? null,
      },
      { $set: { role: 'reseller', resellerId }, $push: { outbox: attached } },
      { returnDocument: 'after' },
    )
    .lean()
    .catch(nullWhereTaken);
}

/**
 * Replaces everything that opened the account in one write, because its password, links and sessions may be a
 * stranger's.
 */
async function replaceCredentials(
  identity: IdentityContext,
  account: User,
  { email, resellerId, businessName }: Invitation,
): Promise<User | null> {
  const { passwordHash, temporaryPasswordUntil, invitationFor } = await makeCredentials(identity);
  const { _id, emailKey } = account;
  const invited = { ...account, email, role: 'reseller' as const, resellerId };
  const user = await identity.users
    .findOneAndUpdate(
      {
        _id,
        role: 'other',
        emailKey,
        emailRevision: account.emailRevision ?? null,
        passwordHash: account.passwordHash,
        resellerId: trusted({ $exists: false }),
      },
      {
        $set: {
          role: 'reseller',
          resellerId,
          email,
          verifiedEmailKey: emailKey,
          passwordHash,
          temporaryPasswordUntil,
        },
        $unset: { ...MAILED_LINKS, ...SECOND_FACTORS_OF_USER },
        $inc: { sessionGeneration: 1 },
        $push: { outbox: invitationFor(invited, businessName) },
      },
      { returnDocument: 'after' },
    )
    .lean()
    .catch(nullWhereTaken);
  if (user) await removeSessionsOf(identity, _id);
  return user;
}

async function createResellerUser(
  identity: IdentityContext,
  username: string,
  { email, resellerId, businessName }: Invitation,
): Promise<User | null> {
  const { passwordHash, temporaryPasswordUntil, invitationFor } = await makeCredentials(identity);
  const user = { _id: new Types.ObjectId(), username, email, role: 'reseller' as const, resellerId };
  return insertUser(
    identity,
    { ...user, passwordHash, temporaryPasswordUntil, outbox: [invitationFor(user, businessName)] },
    { isEmailVerified: true },
  ).catch(nullWhereTaken);
}

/** Returns null if a concurrent write took the reseller, the email or the user name. The next round sees that. */
function nullWhereTaken(error: unknown): null {
  const collision = error instanceof DomainError ? error.cause : error;
  if (takenField(collision)) return null;
  throw error;
}
