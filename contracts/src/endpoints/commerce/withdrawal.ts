// Written by `npm run openapi` from `commerce/withdrawal-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/withdrawal-routes.ts';

export const answerResellerWithdrawal: Endpoint<typeof routes.answerResellerWithdrawal> = {
  method: 'POST',
  path: '/api/resellers/orders/:id/withdrawal/answer',
};
export const answerWithdrawal: Endpoint<typeof routes.answerWithdrawal> = {
  method: 'POST',
  path: '/api/admin/orders/:id/withdrawal/answer',
};
export const withdraw: Endpoint<typeof routes.withdraw> = { method: 'POST', path: '/api/withdrawals' };
