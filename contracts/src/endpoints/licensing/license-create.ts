// Written by `npm run openapi` from `licensing/license-create-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../licensing/license-create-routes.ts';

export const licenseCreateWebhook: Endpoint<typeof routes.licenseCreateWebhook> = {
  method: 'POST',
  path: '/api/webhook/license-create',
};
