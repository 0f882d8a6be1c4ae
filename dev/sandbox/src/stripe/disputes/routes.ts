import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import { getOwned } from '../get-owned.ts';
import { isWithin, objectsOf, paginate } from '../list.ts';
import { expandable, pageable, range, text } from '../params.ts';
import { stripeRoute } from '../route.ts';
import { closeDispute } from './close-dispute.ts';

export function disputeRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { disputes } = sandbox.store;
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/disputes',
    params: z.strictObject({
      ...pageable,
      charge: text().optional(),
      payment_intent: text().optional(),
      created: range().optional(),
    }),
    run: ({ scope, params }) => {
      const { charge, payment_intent: intent } = params;
      const matching = objectsOf(scope, disputes.newestFirst())
        .filter(({ created }) => isWithin(created, params.created))
        .filter((dispute) => charge === undefined || dispute.charge === charge)
        .filter((dispute) => intent === undefined || dispute.payment_intent === intent);
      return paginate(matching, params, '/v1/disputes');
    },
  });
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
    // Closing is giving in: the seller accepts the loss.
    run: ({ scope, id, cause }) =>
      closeDispute(sandbox, getOwned(disputes, scope, id, 'dispute'), 'lost', cause),
  });
}
