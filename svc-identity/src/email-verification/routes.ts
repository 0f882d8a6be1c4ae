import * as contracts from '@leadping/contracts/identity/email-verification-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { IdentityContext } from '../context.ts';
import { showUser } from '../users/show-user.ts';
import { sendVerification } from './send-verification.ts';
import { verifyEmail } from './verify-email.ts';

export function registerEmailVerificationRoutes(route: RegisterRoute, identity: IdentityContext): void {
  route(contracts.verifyEmail, async ({ actor, body }) =>
    showUser(await verifyEmail(identity, actor.userId, body.token)),
  );
  route(contracts.sendVerification, async ({ actor }) => {
    await sendVerification(identity, actor.userId);
    return { message: 'The verification link is on its way.' };
  });
}
