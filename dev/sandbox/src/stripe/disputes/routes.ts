import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import { getOwned } from '../get-owned.ts';
import { expandable } from '../params.ts';
import { listByPayment } from '../payments/list-by-payment.ts';
import { stripeRoute } from '../route.ts';
import { closeDispute } from './close-dispute.ts';

export function disputeRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { disputes } = sandbox.store;
  listByPayment(app, sandbox, '/disputes', disputes);
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/disputes/:id',
    params: z.strictObject(expandable),
    run: ({ scope, id }) => getOwned(disputes, scope, id, 'dispute').object,
  });
  stripeRoute(app, sandbox, {
    method: 'POST',
    url: '/disputes/:id/close',
    params: z.strictObject(expandable),
    // Closing means that the seller accepts the loss.
    run: ({ scope, id, cause }) =>
      closeDispute(sandbox, getOwned(disputes, scope, id, 'dispute'), 'lost', cause),
  });
}
