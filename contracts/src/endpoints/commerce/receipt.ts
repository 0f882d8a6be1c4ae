// Written by `npm run openapi` from `commerce/receipt-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../commerce/receipt-routes.ts';

export const getReceipt: Endpoint<typeof routes.getReceipt> = {
  method: 'POST',
  path: '/api/receipts/:orderId',
};
