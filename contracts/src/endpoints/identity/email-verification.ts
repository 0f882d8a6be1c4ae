// Written by `npm run openapi` from `identity/email-verification-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../identity/email-verification-routes.ts';

export const sendVerification: Endpoint<typeof routes.sendVerification> = {
  method: 'POST',
  path: '/api/user/verify-email/send',
};
export const verifyEmail: Endpoint<typeof routes.verifyEmail> = {
  method: 'POST',
  path: '/api/user/verify-email',
};
