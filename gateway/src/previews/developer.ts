import type { Actor } from '@leadping/contracts/actor';
import type { FastifyRequest } from 'fastify';
import type { Sessions } from '../guards/sessions.ts';

/** The admin who makes the request. Only admins can release by hand, so only they see unreleased builds. */
export async function developerOf(sessions: Sessions, request: FastifyRequest): Promise<Actor | null> {
  const signedIn = await sessions.resolve(request);
  return signedIn?.actor.role === 'admin' ? signedIn.actor : null;
}
