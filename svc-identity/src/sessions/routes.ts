import * as contracts from '@leadping/contracts/identity/session-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { IdentityContext } from '../context.ts';
import { getUser } from '../users/get-user.ts';
import { toUserReply } from '../users/user-reply.ts';
import { rememberDevice } from './attempt-source.ts';
import { closeSession, openSession } from './cookie.ts';
import { signIn } from './sign-in.ts';

export function registerSessionRoutes(identity: IdentityContext, route: RegisterRoute): void {
  route(contracts.getUser, async ({ actor }) => toUserReply(await getUser(identity, actor.userId)));
  route(contracts.login, async ({ body, ...exchange }) => {
    const user = await signIn(identity, body, exchange.request);
    await openSession(identity, user, exchange);
    rememberDevice(identity, user, exchange.reply);
    return toUserReply(user);
  });
  route(contracts.logout, async (exchange) => {
    await closeSession(identity, exchange);
    return { message: 'You have been successfully logged out' };
  });
}
