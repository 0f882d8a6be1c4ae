import type { OwnSession } from '@leadping/contracts/identity/own-session-routes';
import { sessionsEnded } from '@leadping/contracts/identity/user-events';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted, Types } from 'mongoose';
import type { IdentityContext } from '../context.ts';
import { deviceName } from './device-name.ts';
import { broadcastEnded } from './end-sessions.ts';
import type { Session } from './session.model.ts';

/** A script may sign in for each of its calls. */
const LISTED = 100;

/** The sessions of an account that still open something, this one first, then the hundred used last. */
export async function listOwnSessions(
  { sessions, users }: IdentityContext,
  { userId, currentId }: { userId: string; currentId: string | null },
): Promise<OwnSession[]> {
  const user = await users.findById(userId).select({ sessionGeneration: 1 }).lean();
  if (!user) return [];
  const alive = {
    userId: user._id,
    generation: user.sessionGeneration,
    expiresAt: trusted({ $gt: new Date() }),
  };
  const latest = await sessions.aggregate<Session>([
    { $match: alive },
    { $set: { lastUse: { $ifNull: ['$usedAt', '$signedInAt'] } } },
    { $sort: { lastUse: -1 } },
    { $limit: LISTED },
  ]);
  const current = await sessions.findOne({ ...alive, _id: currentId ?? '' }).lean();
  const isCurrent = ({ _id }: Session) => _id === currentId;
  return [...(current ? [current] : []), ...latest.filter((session) => !isCurrent(session))]
    .slice(0, LISTED)
    .toSorted(
      (a, b) => Number(isCurrent(b)) - Number(isCurrent(a)) || lastUse(b).getTime() - lastUse(a).getTime(),
    )
    .map((session) => ({
      id: session._id,
      isCurrent: isCurrent(session),
      device: deviceName(session.userAgent ?? ''),
      address: session.address ?? '',
      signedInAt: session.signedInAt.toISOString(),
      usedAt: lastUse(session).toISOString(),
    }));
}

const lastUse = ({ usedAt, signedInAt }: Session) => usedAt ?? signedInAt;

/** @throws {DomainError} NOT_FOUND, also for another user's session */
export async function endOwnSession(
  { sessions, bus }: IdentityContext,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  const { deletedCount } = await sessions.deleteOne({ _id: sessionId, userId: new Types.ObjectId(userId) });
  if (deletedCount === 0) throw new DomainError('NOT_FOUND', 'This session has ended already.');
  bus.broadcast(sessionsEnded, { sessionIds: [sessionId] });
}

/** @returns how many ended. */
export async function endOtherSessions(
  { sessions, bus }: IdentityContext,
  { userId, currentId }: { userId: string; currentId: string | null },
): Promise<number> {
  const others = { userId: new Types.ObjectId(userId), _id: trusted({ $ne: currentId ?? '' }) };
  const found = await sessions.find(others).select({ _id: 1 }).lean();
  const { deletedCount } = await sessions.deleteMany(others);
  broadcastEnded(bus, found);
  return deletedCount;
}
