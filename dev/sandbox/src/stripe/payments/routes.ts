import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import type { Collection } from '../../state/collection.ts';
import { getOwned } from '../get-owned.ts';
import { isWithin, objectsOf, paginate } from '../list.ts';
import type { Owned } from '../objects/types.ts';
import { expandable, metadata, pageable, range, text } from '../params.ts';
import { paramsFor } from '../params-for.ts';
import { stripeRoute } from '../route.ts';

const createdRange = { ...pageable, created: range().optional() };

export function paymentRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { paymentIntents, charges, balanceTransactions, customers, products } = sandbox.store;

  retrievable(paymentIntents, 'payment_intent', '/payment_intents');
  updatable(paymentIntents, 'payment_intent', '/payment_intents');
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/payment_intents',
    params: paramsFor<Stripe.PaymentIntentListParams>()(
      z.strictObject({ ...createdRange, customer: text().optional() }),
    ),
    run: ({ scope, params }) => {
      const matching = objectsOf(scope, paymentIntents.newestFirst())
        .filter(({ created }) => isWithin(created, params.created))
        .filter(({ customer }) => params.customer === undefined || customer === params.customer);
      return paginate(matching, params, '/v1/payment_intents');
    },
  });

  retrievable(charges, 'charge', '/charges');
  updatable(charges, 'charge', '/charges');
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/charges',
    params: paramsFor<Stripe.ChargeListParams>()(
      z.strictObject({
        ...createdRange,
        customer: text().optional(),
        payment_intent: text().optional(),
      }),
    ),
    run: ({ scope, params }) => {
      const { customer, payment_intent: intent } = params;
      const matching = objectsOf(scope, charges.newestFirst())
        .filter(({ created }) => isWithin(created, params.created))
        .filter((charge) => customer === undefined || charge.customer === customer)
        .filter((charge) => intent === undefined || charge.payment_intent === intent);
      return paginate(matching, params, '/v1/charges');
    },
  });

  retrievable(balanceTransactions, 'balance transaction', '/balance_transactions');
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: '/balance_transactions',
    params: paramsFor<Stripe.BalanceTransactionListParams>()(
      z.strictObject({ ...createdRange, source: text().optional(), type: text().optional() }),
    ),
    run: ({ scope, params }) => {
      const matching = objectsOf(scope, balanceTransactions.newestFirst())
        .filter(({ created }) => isWithin(created, params.created))
        .filter(({ source }) => params.source === undefined || source === params.source)
        .filter(({ type }) => params.type === undefined || type === params.type);
      return paginate(matching, params, '/v1/balance_transactions');
    },
  });

  retrievable(customers, 'customer', '/customers');
  retrievable(products, 'product', '/products');

  function retrievable<T extends { id: string }>(
    collection: Collection<Owned<T>>,
    kind: string,
    url: string,
  ): void {
    stripeRoute(app, sandbox, {
      method: 'GET',
      url: `${url}/:id`,
      params: z.strictObject(expandable),
      run: ({ scope, id }) => getOwned(collection, scope, id, kind).object,
    });
  }

  function updatable<T extends { id: string; metadata: Record<string, string>; description: string | null }>(
    collection: Collection<Owned<T>>,
    kind: string,
    url: string,
  ): void {
    stripeRoute(app, sandbox, {
      method: 'POST',
      url: `${url}/:id`,
      params: paramsFor<Stripe.ChargeUpdateParams & Stripe.PaymentIntentUpdateParams>()(
        z.strictObject({
          ...expandable,
          metadata: metadata().optional(),
          description: text(1_000).optional(),
        }),
      ),
      run: ({ scope, id, params }) => {
        const owned = getOwned(collection, scope, id, kind);
        const object = {
          ...owned.object,
          metadata: { ...owned.object.metadata, ...params.metadata },
          description: params.description ?? owned.object.description,
        };
        return collection.put({ ...owned, object }).object;
      },
    });
  }
}
