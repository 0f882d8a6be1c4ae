// Written by `npm run openapi` from `licensing/resend-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../licensing/resend-routes.ts';

export const resendLicense: Endpoint<typeof routes.resendLicense> = {
  method: 'POST',
  path: '/api/license/resend',
};
