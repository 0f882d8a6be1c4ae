import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import type { Store } from '../../store.ts';
import { isWithin, objectsOf, paginate } from '../list.ts';
import type { Dispute, Refund } from '../objects/types.ts';
import { pageable, range, text } from '../params.ts';
import { paramsFor } from '../params-for.ts';
import { stripeRoute } from '../route.ts';

/** Registers a list of objects that belong to payments: all of them, or those of one charge or payment intent. */
export function listByPayment(
  app: FastifyInstance,
  sandbox: Sandbox,
  url: '/disputes' | '/refunds',
  records: Store['disputes'] | Store['refunds'],
): void {
  stripeRoute(app, sandbox, {
    method: 'GET',
    url,
    params: paramsFor<Stripe.DisputeListParams & Stripe.RefundListParams>()(
      z.strictObject({
        ...pageable,
        charge: text().optional(),
        payment_intent: text().optional(),
        created: range().optional(),
      }),
    ),
    run: ({ scope, params }) => {
      const { charge, payment_intent: intent } = params;
      const matching = objectsOf<Dispute | Refund>(scope, records.newestFirst())
        .filter(({ created }) => isWithin(created, params.created))
        .filter((one) => charge === undefined || one.charge === charge)
        .filter((one) => intent === undefined || one.payment_intent === intent);
      return paginate(matching, params, `/v1${url}`);
    },
  });
}
