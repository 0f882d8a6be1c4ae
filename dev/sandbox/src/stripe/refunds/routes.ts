import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import { getOwned } from '../get-owned.ts';
import { isWithin, objectsOf, paginate } from '../list.ts';
import { expandable, pageable, range, text } from '../params.ts';
import { stripeRoute } from '../route.ts';
import { createRefund, createRefundParams } from './create-refund.ts';

export function refundRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { refunds } = sandbox.store;
  stripeRoute(app, sandbox, {
    method: 'POST',
    url: '/refunds',
    params: createRefundParams,
    run: ({ scope, params, cause }) => createRefund(sandbox, scope, params, cause),
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/refunds',
    params: z.strictObject({
      ...pageable,
      charge: text().optional(),
      payment_intent: text().optional(),
      created: range().optional(),
    }),
    run: ({ scope, params }) => {
      const { charge, payment_intent: intent } = params;
      const matching = objectsOf(scope, refunds.newestFirst())
        .filter(({ created }) => isWithin(created, params.created))
        .filter((refund) => charge === undefined || refund.charge === charge)
        .filter((refund) => intent === undefined || refund.payment_intent === intent);
      return paginate(matching, params, '/v1/refunds');
    },
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/refunds/:id',
    params: z.strictObject(expandable),
    run: ({ scope, id }) => getOwned(refunds, scope, id, 'refund').object,
  });
}
