import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { removeSessionsOf } from '../sessions/end-sessions.ts';

/**
 * The reseller was deleted: their user stays, with role `other` and no session. Who was invited and never chose a
 * password loses the account, so that the address can be invited again. Invitations that arrive later are refused.
 */
export async function withdrawResellerRights(identity: IdentityContext, resellerId: string): Promise<void> {
  const { users, withdrawnResellers } = identity;
  // First: an invitation that does not see this mark has written its user before we look for it.
  await withdrawnResellers.updateOne(
    { _id: resellerId },
    { $setOnInsert: { withdrawnAt: new Date() } },
    { upsert: true },
  );
  const neverSignedIn = await users
    .findOneAndDelete({ resellerId, temporaryPasswordUntil: trusted({ $exists: true }) })
    .lean();
  const user =
    neverSignedIn ??
    (await users
      .findOneAndUpdate(
        { resellerId },
        { $set: { role: 'other' }, $unset: { resellerId: 1 }, $inc: { sessionGeneration: 1 } },
      )
      .lean());
  if (user) await removeSessionsOf(identity, user._id);
}
