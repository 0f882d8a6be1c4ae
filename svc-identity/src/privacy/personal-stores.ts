import type { Person, PersonalStore } from '@leadping/service-kit/privacy/serve-privacy';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { removeSessionsOf } from '../sessions/end-sessions.ts';
import type { User } from '../users/user.model.ts';

/** Staff and resellers act for somebody: their rights are ended first, by a call for resellers and an operator's command for staff. */
const ERASABLE = { role: 'other' as const };

/** What identity stores of a person: their account, and what belongs to it alone. */
export function personalStores(identity: IdentityContext): PersonalStore[] {
  const { users, sessions } = identity;
  return [
    {
      collection: 'users',
      read: async ({ emailKey }) => (await users.find({ emailKey }).lean()).map(withSignInMethods),
      erase: async ({ emailKey }) => {
        const found = await users.find({ emailKey, ...ERASABLE }).lean();
        for (const { _id: userId } of found) {
          await removeSessionsOf(identity, userId);
          // Whatever else an account has, such as its sign-in keys, names it by this field.
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
      // They went with their account.
      erase: async () => ({ removed: 0, kept: 0 }),
    },
  ];
}

/** By name and date: what a passkey consists of is left out of every export with the other secrets. */
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
