import type Stripe from 'stripe';
import type { EventPage, Period } from '../payment-provider.ts';
import { callStripe } from './call-stripe.ts';
import { PAYMENT_EVENTS } from './provider-objects.ts';

const PAGE = 100;

export async function listEvents(
  stripe: Stripe,
  { from, until }: Period,
  after: string | undefined,
): Promise<EventPage> {
  const { data, has_more: hasMore } = await callStripe(() =>
    stripe.events.list({
      types: [...PAYMENT_EVENTS],
      created: { gte: Math.floor(from / 1000), lte: Math.ceil(until / 1000) },
      limit: PAGE,
      ...(after === undefined ? {} : { starting_after: after }),
    }),
  );
  return { events: data.map((event) => ({ id: event.id, type: event.type, payload: event })), hasMore };
}
