import type { Actor } from '@leadping/contracts/actor';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { actorOf } from '../users/show-user.ts';
import { mustSetUpSecondFactor } from '../sign-in-policy/must-set-up.ts';
import { isFreshSignIn, isWorthProlonging, sessionEnd } from './lifetime.ts';

interface Resolved {
  session: { sessionId: string; actor: Actor } | null;
}

/** Finds who a session belongs to; use prolongs the session. */
export async function resolveSession(identity: IdentityContext, cookieHash: string): Promise<Resolved> {
  const { sessions, users, clock } = identity;
  // The TTL index removes late: the time is compared here too.
  const session = await sessions.findOne({ _id: cookieHash, expiresAt: trusted({ $gt: new Date() }) }).lean();
  const user = session && (await users.findOne({ _id: session.userId }).lean());
  if (!session || !user || user.sessionGeneration !== session.generation) return { session: null };
  if (isWorthProlonging(session)) {
    await sessions.updateOne(
      { _id: session._id },
      { $set: { expiresAt: sessionEnd(session.signedInAt), usedAt: new Date() } },
    );
  }
  const { signedInAt } = session;
  const actor = actorOf(user, {
    signedInAt,
    isFresh: isFreshSignIn(signedInAt, clock.now()),
    mustSetUpSecondFactor: await mustSetUpSecondFactor(identity, user),
  });
  return { session: { sessionId: session._id, actor } };
}
