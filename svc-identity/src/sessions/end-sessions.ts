import { sessionsEnded } from '@leadping/contracts/identity/user-events';
import type { Types } from 'mongoose';
import type { Identity } from '../identity.ts';
import { hashSecretToken } from '../secret-token.ts';

export async function endSession({ sessions, bus }: Identity, token: string): Promise<void> {
  const sessionId = hashSecretToken(token);
  const { deletedCount } = await sessions.deleteOne({ _id: sessionId });
  if (deletedCount > 0) bus.broadcast(sessionsEnded, { sessionIds: [sessionId] });
}

/**
 * Removes what a raised `sessionGeneration` has already made useless, and tells the gateways at once. Dying before this
 * leaves no session alive.
 */
export async function removeSessionsOf(identity: Identity, userId: Types.ObjectId): Promise<void> {
  const sessionIds = await sessionIdsOf(identity, userId);
  await identity.sessions.deleteMany({ userId });
  identity.bus.broadcast(sessionsEnded, { sessionIds });
}

/** The user's role or e-mail changed: gateways forget what they keep of the sessions and ask again. The sessions live on. */
export async function refreshSessionsOf(identity: Identity, userId: Types.ObjectId): Promise<void> {
  identity.bus.broadcast(sessionsEnded, { sessionIds: await sessionIdsOf(identity, userId) });
}

async function sessionIdsOf({ sessions }: Identity, userId: Types.ObjectId): Promise<string[]> {
  const found = await sessions.find({ userId }, { _id: 1 }).lean();
  return found.map(({ _id }) => _id);
}
