import { DomainError } from '@leadping/service-kit/domain-error';
import type { IdentityContext } from '../context.ts';
import type { User } from './user.model.ts';

/** @throws {DomainError} UNAUTHENTICATED if the signed-in user no longer exists */
export async function getUser({ users }: IdentityContext, userId: string): Promise<User> {
  const user = await users.findById(userId).lean();
  if (!user) throw new DomainError('UNAUTHENTICATED', 'Unauthorized');
  return user;
}
