import { beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import { idOf } from '../src/stripe/objects/id-of.ts';
import { freshKey, errorReplyOf, sessionParams, useSandbox } from './kit.ts';

describe('lists', () => {
  const kit = useSandbox();
  const key = freshKey();
  let stripe: Stripe;
  const ids: string[] = [];

  beforeAll(async () => {
    stripe = kit.stripe(key);
    for (let index = 0; index < 23; index += 1)
      ids.unshift((await stripe.checkout.sessions.create(sessionParams())).id);
  });

  it('are sorted newest first, ten at a time', async () => {
    const page = await stripe.checkout.sessions.list();
    expect(page).toMatchObject({ object: 'list', has_more: true, url: '/v1/checkout/sessions' });
    expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 10));
  });

  it('are paged to the end by the library, forwards and backwards', async () => {
    const forwards: string[] = [];
    for await (const { id } of stripe.checkout.sessions.list({ limit: 7 })) forwards.push(id);
    expect(forwards).toEqual(ids);

    const backwards: string[] = [];
    for await (const { id } of stripe.checkout.sessions.list({ limit: 5, ending_before: ids.at(-1)! }))
      backwards.push(id);
    expect(backwards).toEqual(ids.slice(0, -1).toReversed());
  });

  it('are filtered by time and state', async () => {
    const { created } = await stripe.checkout.sessions.retrieve(ids[0]!);
    const listed = async (params: Stripe.Checkout.SessionListParams) =>
      (await stripe.checkout.sessions.list({ limit: 100, ...params })).data.length;

    expect(await listed({ created: { gte: created - 600 } })).toBe(23);
    expect(await listed({ created: { gt: created } })).toBe(0);
    expect(await listed({ created: { lt: created - 600 } })).toBe(0);
    expect(await listed({ status: 'open' })).toBe(23);
    expect(await listed({ status: 'complete' })).toBe(0);
  });

  async function payAlone(email: string) {
    const alone = kit.stripe();
    const { id } = await alone.checkout.sessions.create(sessionParams());
    await kit.call('POST', `/pay/${id}`, { email, outcome: 'paid' });
    return { stripe: alone, id };
  }

  it('of events are filtered by type, with wildcards', async () => {
    const { stripe } = await payAlone('jane@example.com');
    const types = async (params: Stripe.EventListParams) =>
      (await stripe.events.list(params)).data.map(({ type }) => type);

    expect(await types({ type: 'checkout.session.completed' })).toEqual(['checkout.session.completed']);
    expect(await types({ types: ['charge.succeeded', 'payment_intent.created'] })).toEqual([
      'charge.succeeded',
      'payment_intent.created',
    ]);
    expect(await types({ type: 'payment_intent.*' })).toEqual([
      'payment_intent.succeeded',
      'payment_intent.created',
    ]);
    const [event] = (await stripe.events.list({ limit: 1 })).data;
    expect((await stripe.events.retrieve(event!.id)).id).toBe(event!.id);
    expect(await errorReplyOf(stripe.events.list({ type: 'a', types: ['b'] }))).toMatchObject({
      param: 'type',
    });
  });

  it('find the session of a payment', async () => {
    const { stripe, id } = await payAlone('found@example.com');
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(id);
    const byIntent = await stripe.checkout.sessions.list({ payment_intent: idOf(intent) });
    const byEmail = await stripe.checkout.sessions.list({ customer_details: { email: 'found@example.com' } });
    expect(byIntent.data.map((session) => session.id)).toEqual([id]);
    expect(byEmail.data.map((session) => session.id)).toEqual([id]);
    expect((await stripe.charges.list({ payment_intent: idOf(intent) })).data).toHaveLength(1);
  });

  it('expand the objects that their items name', async () => {
    const { stripe } = await payAlone('jane@example.com');
    const { data } = await stripe.checkout.sessions.list({
      status: 'complete',
      expand: ['data.payment_intent.latest_charge', 'data.line_items'],
    });
    expect(data[0]!.payment_intent).toMatchObject({ latest_charge: { object: 'charge' } });
    expect(data[0]!.line_items!.data).toHaveLength(1);
  });

  it('accept the brackets that other clients write', async () => {
    const key = freshKey();
    const created = await kit.stripe(key).checkout.sessions.create(sessionParams());
    const path = `/v1/checkout/sessions/${created.id}?expand[]=line_items&expand[]=payment_intent`;
    const answer = await fetch(kit.url + path, { headers: { authorization: `Bearer ${key}` } });
    expect(await answer.json()).toMatchObject({ line_items: { object: 'list' }, payment_intent: null });
  });

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ starting_after: 'cs_test_none' }, 'starting_after'],
    [{ expand: ['data.color'] }, 'expand'],
    [{ expand: ['data.a.b.c.d.e'] }, 'expand'],
    [{ created: { gte: 1.5 } }, 'created[gte]'],
    [{ status: 'lost' as 'open' }, 'status'],
  ])('reject %j', async (params, param) => {
    expect(await errorReplyOf(stripe.checkout.sessions.list(params))).toMatchObject({
      statusCode: 400,
      param,
    });
  });
});
