import type { IdentityContext } from '../context.ts';
import { removeSessionsOf } from '../sessions/end-sessions.ts';

/** The reseller is gone: their user stays, with role `other` and no session. */
export async function withdrawResellerRights(identity: IdentityContext, resellerId: string): Promise<void> {
  const user = await identity.users
    .findOneAndUpdate(
      { resellerId },
      { $set: { role: 'other' }, $unset: { resellerId: 1 }, $inc: { sessionGeneration: 1 } },
    )
    .lean();
  if (user) await removeSessionsOf(identity, user._id);
}
