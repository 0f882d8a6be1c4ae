import * as contracts from '@leadping/contracts/identity/session-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { IdentityContext } from '../context.ts';
import { getUser } from '../users/get-user.ts';
import { showUser } from '../users/show-user.ts';
import { rememberDevice } from './attempt-source.ts';
import { closeSession, openSession } from './cookie.ts';
import { signIn } from './sign-in.ts';

export function registerSessionRoutes(route: RegisterRoute, identity: IdentityContext): void {
  route(contracts.getUser, async ({ actor }) => showUser(await getUser(identity, actor.userId)));
  route(contracts.login, async ({ body, ...exchange }) => {
    const user = await signIn(identity, body, exchange.request);
    await openSession(identity, user, exchange);
    rememberDevice(identity, user, exchange.reply);
    return showUser(user);
  });
  route(contracts.logout, async (exchange) => {
    await closeSession(identity, exchange);
    return { message: 'You have been successfully logged out' };
  });
}
