import type { Actor } from '@leadping/contracts/actor';
import { trusted } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { actorOf } from '../users/show-user.ts';
import { mustSetUpSecondFactor } from '../sign-in-policy/must-set-up.ts';
import { hasSecondFactor } from '../users/user.model.ts';
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
  const { signedInAt } = session;
  const end = sessionEnd(signedInAt, user.role);
  if (end <= new Date()) return { session: null };
  if (isWorthProlonging(session, end)) {
    await sessions.updateOne({ _id: session._id }, { $set: { expiresAt: end, usedAt: new Date() } });
  }
  const actor = actorOf(user, {
    signedInAt,
    // A password alone must not suffice to remove a second factor, which protects against a stolen password.
    isFresh:
      isFreshSignIn(signedInAt, clock.now()) && (session.hasSecondFactor === true || !hasSecondFactor(user)),
    mustSetUpSecondFactor: await mustSetUpSecondFactor(identity, user),
  });
  return { session: { sessionId: session._id, actor } };
}
