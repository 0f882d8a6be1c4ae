import { sessionsEnded } from '@leadping/contracts/identity/user-events';
import type { Types } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { hashSecretToken } from '../secret-token.ts';

export async function endSession({ sessions, bus }: IdentityContext, token: string): Promise<void> {
  const sessionId = hashSecretToken(token);
  const { deletedCount } = await sessions.deleteOne({ _id: sessionId });
  if (deletedCount > 0) bus.broadcast(sessionsEnded, { sessionIds: [sessionId] });
}

/**
 * Removes what a raised `sessionGeneration` has already made useless, and tells the gateways at once. Dying before this
 * leaves no session alive.
 */
export async function removeSessionsOf(
  { sessions, bus }: IdentityContext,
  userId: Types.ObjectId,
): Promise<void> {
  const found = await sessions.find({ userId }, { _id: 1 }).lean();
  await sessions.deleteMany({ userId });
  bus.broadcast(sessionsEnded, { sessionIds: found.map(({ _id }) => _id) });
}
