import * as contracts from '@leadping/contracts/identity/account-routes';
import { register } from '@leadping/contracts/identity/session-routes';
import { requireFreshSession, type RegisterRoute } from '@leadping/service-kit/http/routes';
import type { IdentityContext } from '../context.ts';
import { changePassword } from '../passwords/change-password.ts';
import { openSession, sessionSource } from '../sessions/cookie.ts';
import { getSessionUser } from '../sessions/get-session-user.ts';
import { changeEmail } from './change-email.ts';
import { registerUser } from './register-user.ts';
import { updateProfile } from './update-profile.ts';
import { showUser } from '../users/show-user.ts';
import { hasSecondFactor } from '../users/user.model.ts';

export function registerAccountRoutes(route: RegisterRoute, identity: IdentityContext): void {
  route(register, async ({ body, ...exchange }) => {
    const user = await registerUser(identity, body);
    await openSession(identity, user, exchange, { hasSecondFactor: false });
    return showUser(user);
  });
  route(contracts.updateProfile, async ({ actor, body, request }) => {
    const user = await getSessionUser(identity, { actor, request });
    return showUser(await updateProfile(identity, { user, actor, profile: body }));
  });
  route(contracts.changeEmail, async ({ actor, body, request }) => {
    const user = await getSessionUser(identity, { actor, request });
    return showUser(await changeEmail(identity, user, body.email));
  });
  route(contracts.changePassword, async ({ actor, body, ...exchange }) => {
    const user = await getSessionUser(identity, { actor, ...exchange });
    const isTwoFactor = hasSecondFactor(user);
    if (isTwoFactor) requireFreshSession(actor);
    const changed = await changePassword(identity, user, {
      ...body,
      source: sessionSource(identity, exchange.request),
    });
    await openSession(identity, changed, exchange, { hasSecondFactor: isTwoFactor });
    return { message: 'Password changed successfully' };
  });
}
