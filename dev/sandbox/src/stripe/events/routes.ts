import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import { StripeError } from '../errors.ts';
import { getOwned } from '../get-owned.ts';
import { isWithin, objectsOf, paginate } from '../list.ts';
import { expandable, flag, list, pageable, range, text } from '../params.ts';
import { paramsFor } from '../params-for.ts';
import { stripeRoute } from '../route.ts';

const listParams = paramsFor<Stripe.EventListParams>()(
  z.strictObject({
    ...pageable,
    created: range().optional(),
    delivery_success: flag().optional(),
    type: text().optional(),
    types: list(text(), 20).optional(),
  }),
);

export function eventRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { events } = sandbox.store;
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/events',
    params: listParams,
    run: ({ scope, params }) => {
      const { created, delivery_success: isDelivered, type, types } = params;
      if (type !== undefined && types !== undefined)
        throw new StripeError('You may only specify one of these parameters: type, types.', {
          param: 'type',
        });
      const wanted = types ?? (type === undefined ? undefined : [type]);
      const matching = objectsOf(scope, events.newestFirst())
        .filter((event) => isWithin(event.created, created))
        .filter((event) => wanted === undefined || wanted.some((each) => matches(event.type, each)))
        .filter((event) => isDelivered === undefined || (event.pending_webhooks === 0) === isDelivered);
      return paginate(matching, params, '/v1/events');
    },
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/events/:id',
    params: z.strictObject(expandable),
    run: ({ scope, id }) => getOwned(events, scope, id, 'event').object,
  });
}

/** `charge.*` matches every event of a charge. */
function matches(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}
