import { DomainError } from '@leadping/service-kit/domain-error';
import type { Identity } from '../identity.ts';
import type { User } from './user.model.ts';

/** @throws {DomainError} UNAUTHENTICATED where the signed-in user is gone. */
export async function getUser({ users }: Identity, userId: string): Promise<User> {
  const user = await users.findById(userId).lean();
  if (!user) throw new DomainError('UNAUTHENTICATED', 'Unauthorized');
  return user;
}
