import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import { getOwned } from '../get-owned.ts';
import { recordEvent } from '../events/record-event.ts';
import { expandable, metadata } from '../params.ts';
import { paramsFor } from '../params-for.ts';
import { listByPayment } from '../payments/list-by-payment.ts';
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
    method: 'POST',
    url: '/refunds/:id',
    params: paramsFor<Stripe.RefundUpdateParams>()(
      z.strictObject({ ...expandable, metadata: metadata().optional() }),
    ),
    run: ({ scope, id, params, cause }) => {
      const owned = getOwned(refunds, scope, id, 'refund');
      const changed = { ...owned.object.metadata, ...params.metadata };
      const object = { ...owned.object, metadata: changed };
      recordEvent(sandbox, owned, 'refund.updated', object, {
        cause,
        previous: { metadata: owned.object.metadata },
      });
      return refunds.put({ ...owned, object }).object;
    },
  });
  listByPayment(app, sandbox, '/refunds', refunds);
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/refunds/:id',
    params: z.strictObject(expandable),
    run: ({ scope, id }) => getOwned(refunds, scope, id, 'refund').object,
  });
}
