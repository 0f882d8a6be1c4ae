import { sessionsEnded } from '@leadping/contracts/identity/user-events';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { Types } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { hashSecretToken } from '@leadping/service-kit/data/secret-token';
import type { Session } from './session.model.ts';

export async function endSession({ sessions, bus }: IdentityContext, token: string): Promise<void> {
  const sessionId = hashSecretToken(token);
  const { deletedCount } = await sessions.deleteOne({ _id: sessionId });
  if (deletedCount > 0) bus.broadcast(sessionsEnded, { sessionIds: [sessionId] });
}

/**
 * Removes sessions that a higher `sessionGeneration` has already invalidated, and notifies the gateways. A crash before
 * this call leaves no session valid.
 */
export async function removeSessionsOf(
  { sessions, bus }: IdentityContext,
  userId: Types.ObjectId,
): Promise<void> {
  const found = await sessions.find({ userId }, { _id: 1 }).lean();
  await sessions.deleteMany({ userId });
  broadcastEnded(bus, found);
}

/** A NATS message is limited to a megabyte, and an account may have any number of sessions. */
const IDS_OF_A_MESSAGE = 1000;

/** Tells the gateways to drop these sessions from their caches. */
export function broadcastEnded(bus: IdentityContext['bus'], ended: readonly Pick<Session, '_id'>[]): void {
  for (let start = 0; start < ended.length; start += IDS_OF_A_MESSAGE) {
    const sessionIds = ended.slice(start, start + IDS_OF_A_MESSAGE).map(({ _id }) => _id);
    bus.broadcast(sessionsEnded, { sessionIds });
  }
}

/**
 * Ends every session and begun sign-in of one account, or of all. Gateways forget the sessions within seconds.
 * @param username null for all accounts
 * @returns how many sessions there were
 * @throws {DomainError} NOT_FOUND
 */
export async function endAllSessions(
  { users, sessions }: Pick<IdentityContext, 'users' | 'sessions'>,
  username: string | null,
): Promise<number> {
  const user =
    username === null ? null : await users.findOne({ usernameKey: username.trim().toLowerCase() }).lean();
  if (username !== null && !user) throw new DomainError('NOT_FOUND', `There is no account ${username}.`);
  await users.updateMany(user ? { _id: user._id } : {}, { $inc: { sessionGeneration: 1 } });
  const { deletedCount } = await sessions.deleteMany(user ? { userId: user._id } : {});
  recordChange({
    target: user ? user._id.toHexString() : 'all accounts',
    before: { sessions: deletedCount },
    after: { sessions: 0 },
  });
  return deletedCount;
}
