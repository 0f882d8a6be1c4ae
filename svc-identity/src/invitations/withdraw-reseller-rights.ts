import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { removeSessionsOf } from '../sessions/end-sessions.ts';
import type { User } from '../users/user.model.ts';

/**
 * Withdraws the rights of a deleted reseller. Their user stays, with role `other` and without sessions. An invited user
 * who never chose a password loses the account, so that the address can be invited again. Later invitations are
 * refused.
 */
export async function withdrawResellerRights(identity: IdentityContext, resellerId: string): Promise<void> {
  const { withdrawnResellers } = identity;
  // Written first: an invitation that does not see this mark has written its user before the query below.
  await withdrawnResellers.updateOne(
    { _id: resellerId },
    { $setOnInsert: { withdrawnAt: new Date() } },
    { upsert: true },
  );
  const user = await endRights(identity, resellerId);
  if (user) await removeSessionsOf(identity, user._id);
}

async function endRights({ users }: IdentityContext, resellerId: string): Promise<User | null> {
  for (;;) {
    const invited = await users
      .findOneAndDelete({ resellerId, temporaryPasswordUntil: trusted({ $exists: true }) })
      .lean();
    if (invited) return invited;
    // Excludes a user who is being invited now. Without the reseller's id nobody would find that account again, and its
    // address would stay taken.
    const former = await users
      .findOneAndUpdate(
        { resellerId, temporaryPasswordUntil: trusted({ $exists: false }) },
        { $set: { role: 'other' }, $unset: { resellerId: 1 }, $inc: { sessionGeneration: 1 } },
      )
      .lean();
    if (former || !(await users.exists({ resellerId }))) return former;
  }
}
