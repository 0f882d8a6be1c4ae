import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import { getOwned } from '../get-owned.ts';
import { expandable } from '../params.ts';
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
  listByPayment(app, sandbox, '/refunds', refunds);
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/refunds/:id',
    params: z.strictObject(expandable),
    run: ({ scope, id }) => getOwned(refunds, scope, id, 'refund').object,
  });
}
