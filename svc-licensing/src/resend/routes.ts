import { resendLicense } from '@leadping/contracts/licensing/resend-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { LicensingContext } from '../context.ts';
import { requestResend } from './resend-keys.ts';

export function registerResendRoutes(route: RegisterRoute, licensing: LicensingContext): void {
  route(resendLicense, async ({ body }) => {
    await requestResend(licensing, body.email);
    return { message: 'If a license was bought with this address, its key is on its way to you.' };
  });
}
