import { resendLicense } from '@leadping/contracts/licensing/resend-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import { requestResend, type ResendContext } from './resend-keys.ts';

export function registerResendRoutes(route: RegisterRoute, context: ResendContext): void {
  route(resendLicense, async ({ body }) => {
    await requestResend(context, body.email);
    return { message: 'If a license was bought with this address, its key is on its way to you.' };
  });
}
