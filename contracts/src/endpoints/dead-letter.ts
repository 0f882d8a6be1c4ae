// Written by `npm run openapi` from `dead-letter-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../endpoint.ts';
import type * as routes from '../dead-letter-routes.ts';

export const commerceDeadLetters: {
  list: Endpoint<typeof routes.commerceDeadLetters.list>;
  replay: Endpoint<typeof routes.commerceDeadLetters.replay>;
} = {
  list: { method: 'GET', path: '/api/admin/dead-letters/commerce' },
  replay: { method: 'POST', path: '/api/admin/dead-letters/commerce/replay' },
};
export const identityDeadLetters: {
  list: Endpoint<typeof routes.identityDeadLetters.list>;
  replay: Endpoint<typeof routes.identityDeadLetters.replay>;
} = {
  list: { method: 'GET', path: '/api/admin/dead-letters/identity' },
  replay: { method: 'POST', path: '/api/admin/dead-letters/identity/replay' },
};
export const licensingDeadLetters: {
  list: Endpoint<typeof routes.licensingDeadLetters.list>;
  replay: Endpoint<typeof routes.licensingDeadLetters.replay>;
} = {
  list: { method: 'GET', path: '/api/admin/dead-letters/licensing' },
  replay: { method: 'POST', path: '/api/admin/dead-letters/licensing/replay' },
};
export const supportDeadLetters: {
  list: Endpoint<typeof routes.supportDeadLetters.list>;
  replay: Endpoint<typeof routes.supportDeadLetters.replay>;
} = {
  list: { method: 'GET', path: '/api/admin/dead-letters/support' },
  replay: { method: 'POST', path: '/api/admin/dead-letters/support/replay' },
};
