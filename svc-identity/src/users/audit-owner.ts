import type { FastifyRequest } from 'fastify';
import type { IdentityContext } from '../context.ts';
import type { User } from './user.model.ts';

/**
 * Does what its owner does to an account without a session, such as a reset of the password. As within a session, staff and
 * resellers leave an entry in the audit log.
 */
export async function auditOwner<T>(
  { audit }: Pick<IdentityContext, 'audit'>,
  user: User,
  { request, summary, body }: { request: FastifyRequest; summary: string; body?: object },
  work: () => Promise<T>,
): Promise<T> {
  const { username, role, resellerId = null } = user;
  if (role === 'other') return work();
  const userId = user._id.toHexString();
  const action = `${request.method} ${request.routeOptions.url ?? ''}`;
  const actor = { userId, username, role, resellerId };
  return audit.audited({ actor, address: request.ip, action, summary, target: userId, body }, work);
}
