import * as contracts from '@leadping/contracts/identity/password-reset-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import { setTimeout as elapse } from 'node:timers/promises';
import type { IdentityContext } from '../context.ts';
import { requestReset } from './request-reset.ts';
import { resetPassword } from './reset-password.ts';

/** Longer than making a link takes: the time of the reply does not reveal whether there was one to make. */
const REPLY_AFTER_MS = 300;

export function registerPasswordResetRoutes(route: RegisterRoute, identity: IdentityContext): void {
  route(contracts.forgotPassword, async ({ body }) => {
    await Promise.all([requestReset(identity, body.email), elapse(REPLY_AFTER_MS)]);
    return { message: 'If an account exists for this email, a link to reset the password is on its way.' };
  });
  route(contracts.resetPassword, async ({ body, request }) => {
    await resetPassword(identity, body, request);
    return { message: 'Your password has been reset. You can sign in now.' };
  });
}
