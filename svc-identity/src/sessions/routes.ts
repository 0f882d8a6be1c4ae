import * as contracts from '@leadping/contracts/identity/session-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { IdentityContext } from '../context.ts';
import { getUser } from '../users/get-user.ts';
import { beginSecondStep } from '../challenges/second-step.ts';
import { hasSecondFactor } from '../users/user.model.ts';
import { closeSession } from './cookie.ts';
import { finishSignIn, showSignedIn } from './finish-sign-in.ts';
import { signIn } from './sign-in.ts';

export function registerSessionRoutes(route: RegisterRoute, identity: IdentityContext): void {
  route(contracts.getUser, async ({ actor }) =>
    showSignedIn(identity, await getUser(identity, actor.userId)),
  );
  route(contracts.login, async ({ body, ...exchange }) => {
    const user = await signIn(identity, body, exchange.request);
    if (hasSecondFactor(user)) return beginSecondStep(identity, user, exchange.reply);
    return finishSignIn(identity, user, exchange, ['password']);
  });
  route(contracts.logout, async (exchange) => {
    await closeSession(identity, exchange);
    return { message: 'You have been successfully logged out' };
  });
}
