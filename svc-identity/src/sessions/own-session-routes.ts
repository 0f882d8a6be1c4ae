import * as contracts from '@leadping/contracts/identity/own-session-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { IdentityContext } from '../context.ts';
import { currentSessionId } from './cookie.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';

/** Whose sessions they are comes from the session that makes the request, never from the request. */
export function registerOwnSessionRoutes(route: RegisterRoute, identity: IdentityContext): void {
  route(contracts.listOwnSessions, ({ actor: { userId }, request }) =>
    listOwnSessions(identity, { userId, currentId: currentSessionId(identity, request) }),
  );
  route(contracts.endOwnSession, async ({ actor: { userId }, params: { id: sessionId } }) => {
    await endOwnSession(identity, { userId, sessionId });
    return { message: 'The session has ended.' };
  });
  route(contracts.endOtherSessions, async ({ actor: { userId }, request }) => ({
    ended: await endOtherSessions(identity, { userId, currentId: currentSessionId(identity, request) }),
  }));
}
