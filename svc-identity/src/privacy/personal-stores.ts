import type { Person, PersonalStore } from '@leadping/service-kit/privacy/serve-privacy';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { endCustomerSessions } from '../customers/open-session.ts';
import { removeSessionsOf } from '../sessions/end-sessions.ts';
import type { User } from '../users/user.model.ts';

/**
 * Staff and resellers act for somebody, so their rights must end first: by a call for resellers, by an operator's
 * command for staff.
 */
const ERASABLE = { role: 'other' as const };

/** The personal data that identity stores: the account and the records that belong to it. */
export function personalStores(identity: IdentityContext): PersonalStore[] {
  const { users, sessions, customerLinks, customerSessions, addressChanges } = identity;
  return [
    {
      collection: 'users',
      read: async ({ emailKey }) => (await users.find({ emailKey }).lean()).map(withSignInMethods),
      erase: async ({ emailKey }) => {
        const found = await users.find({ emailKey, ...ERASABLE }).lean();
        for (const { _id: userId } of found) {
          await removeSessionsOf(identity, userId);
          // All other records of an account, such as its sign-in keys, refer to it by this field.
          for (const model of Object.values(users.db.models)) {
            if (model !== (users as unknown) && model.schema.path('userId'))
              await model.deleteMany({ userId });
          }
        }
        const { deletedCount } = await users.deleteMany({ emailKey, ...ERASABLE });
        return { removed: deletedCount, kept: 0 };
      },
    },
    {
      collection: 'sessions',
      read: async ({ emailKey }) => {
        const userIds = await users.distinct('_id', { emailKey });
        return sessions
          .find({ userId: trusted({ $in: userIds }) })
          .select({ _id: 0 })
          .lean();
      },
      // Deleted with the account.
      erase: async () => ({ removed: 0, kept: 0 }),
    },
    {
      collection: 'customer_sessions',
      read: ({ emailKey }) => customerSessions.find({ emailKey }).select({ _id: 0 }).lean(),
      erase: async ({ emailKey }) => {
        await customerLinks.deleteMany({ emailKey });
        return { removed: await endCustomerSessions(identity, { emailKey }), kept: 0 };
      },
    },
    {
      collection: 'address_changes',
      read: ({ emailKey }) =>
        addressChanges
          .find({ $or: [{ emailKey }, { newEmailKey: emailKey }] })
          .select({ _id: 0, email: 1, newEmail: 1, confirmedAt: 1, newConfirmedAt: 1 })
          .lean(),
      erase: async ({ emailKey }) => {
        const { deletedCount } = await addressChanges.deleteMany({
          $or: [{ emailKey }, { newEmailKey: emailKey }],
        });
        return { removed: deletedCount, kept: 0 };
      },
    },
  ];
}

/** Lists sign-in methods by name and date only. Every export omits the keys of a passkey, like other secrets. */
function withSignInMethods(user: User): object {
  const signInMethods = [
    ...(user.passkeys ?? []).map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
    ...(user.authenticator ? [{ name: 'Authenticator app', createdAt: user.authenticator.createdAt }] : []),
  ];
  return signInMethods.length > 0 ? { ...user, signInMethods } : user;
}

export async function findObstacle(
  { users }: Pick<IdentityContext, 'users'>,
  { emailKey }: Pick<Person, 'emailKey'>,
): Promise<string | null> {
  const user = await users.findOne({ emailKey, role: trusted({ $ne: 'other' as const }) }).lean();
  if (!user) return null;
  return user.role === 'reseller'
    ? `${user.username} signs in as a reseller. Delete the reseller first.`
    : `${user.username} is an account of the staff (${user.role}). It has to be ended first.`;
}
