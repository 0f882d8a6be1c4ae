import { LicenseCreateBody } from '@leadping/contracts/licensing/license-create-routes';
import type { Route } from '@leadping/contracts/route';
import fc from 'fast-check';
import {
  PAYMENT_EVENTS,
  SESSION_EVENTS,
} from '../../../svc-commerce/src/payment-provider/stripe/provider-objects.ts';
import { almost, fitting, plainText, schemaOf, type StoredOf } from './arbitrary-values.ts';
import type { KnownCheckout, KnownValues } from './known-values.ts';

interface Sent {
  params: Record<string, unknown>;
  body: unknown;
}

/**
 * Signed requests of other systems: events about stored payments and checkouts, and bodies of license-create. Null
 * for routes without a signature.
 */
export function signedRequestsTo(
  { path }: Pick<Route, 'path'>,
  known: KnownValues,
  storedOf: StoredOf,
): fc.Arbitrary<Partial<Sent>> | null {
  const bodies = (...arbitraries: fc.Arbitrary<unknown>[]) =>
    fc.oneof(...arbitraries.map((arbitrary) => arbitrary.map((body) => ({ body }))));
  switch (path) {
    case '/api/stripe-webhook': {
      const own = known.checkouts.filter(({ resellerId }) => resellerId === null);
      return bodies(paymentEvents(storedOf), ...own.slice(0, 1).map(() => eventsOfAny(own)));
    }
    case '/api/stripe-webhook/reseller/:resellerId': {
      const theirs = known.checkouts.filter(({ resellerId }) => resellerId !== null);
      const fromSeller = theirs
        .slice(0, 1)
        .map(() =>
          fc
            .constantFrom(...theirs)
            .chain((checkout) =>
              eventsOf(checkout).map((body) => ({ params: { resellerId: checkout.resellerId }, body })),
            ),
        );
      return fc.oneof(bodies(paymentEvents(storedOf)), ...fromSeller);
    }
    case '/api/webhook/license-create': {
      const body = fitting(schemaOf(LicenseCreateBody), storedOf);
      return bodies(body, almost(body));
    }
    default:
      return null;
  }
}

/** The provider's events about stored payments, unchanged or with one field changed. */
function paymentEvents(storedOf: StoredOf): fc.Arbitrary<unknown> {
  const objectId = fc.stringMatching(/^[a-z]{2}_[a-z0-9]{6}$/);
  const orNew = (values: readonly string[]) =>
    values.length === 0 ? objectId : fc.oneof(fc.constantFrom(...values), objectId);
  const amount = fc.constantFrom(0, 1, 3950, 7900, 7901, 2 ** 40);
  const object = fc.record({
    object: fc.constantFrom('checkout.session', 'charge', 'refund', 'dispute'),
    id: orNew(storedOf('session_id')),
    livemode: fc.boolean(),
    status: fc.constantFrom('complete', 'open', 'succeeded', 'failed', 'won', 'lost', 'needs_response'),
    payment_status: fc.constantFrom('paid', 'unpaid', 'no_payment_required'),
    payment_intent: orNew(storedOf('payment_intent')),
    amount_total: amount,
    amount_refunded: amount,
    amount,
    currency: fc.constantFrom('usd', 'jpy', 'USD', ''),
    metadata: fc.oneof(fc.constant(null), fc.dictionary(fc.constantFrom('checkoutId', 'terms'), plainText())),
    customer_email: fc.oneof(fc.constant(null), fc.emailAddress()),
  });
  return fc.record({
    id: objectId.map((text) => `evt_${text}`),
    type: fc.constantFrom(...PAYMENT_EVENTS),
    livemode: fc.boolean(),
    created: fc.integer({ min: 0, max: 4e9 }),
    data: fc.record({ object: fc.oneof(object, almost(object)) }),
  });
}

const eventsOfAny = (checkouts: readonly KnownCheckout[]) =>
  fc.constantFrom(...checkouts).chain((checkout) => eventsOf(checkout));

/** The provider's events about a checkout, unchanged or with one field changed. */
function eventsOf(checkout: KnownCheckout): fc.Arbitrary<unknown> {
  const { id, sessionId, livemode, amountMinor, currency, productType, terms } = checkout;
  const email = fc.oneof(fc.constant(null), fc.emailAddress());
  const session = fc.record({
    object: fc.constant('checkout.session'),
    id: fc.constant(sessionId),
    livemode: fc.constant(livemode),
    status: fc.constant('complete'),
    payment_status: fc.constantFrom('paid', 'unpaid'),
    amount_total: fc.constant(amountMinor),
    currency: fc.constant(currency.toLowerCase()),
    payment_intent: fc.constant(`pi_${id}`),
    metadata: fc.constant({ checkoutId: id, productType, terms }),
    customer_email: email,
    customer_details: fc.record({ email, name: plainText(), business_name: plainText() }),
  });
  return fc.record({
    id: fc.stringMatching(/^evt_[a-z0-9]{12}$/),
    type: fc.constantFrom(...SESSION_EVENTS),
    livemode: fc.constant(livemode),
    created: fc.integer({ min: 0, max: 4e9 }),
    data: fc.record({
      object: fc.oneof({ arbitrary: session, weight: 3 }, { arbitrary: almost(session), weight: 2 }),
    }),
  });
}
