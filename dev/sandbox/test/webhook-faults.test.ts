import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { freshKey, listen, sessionParams, typesOf, useSandbox } from './kit.ts';

describe('webhooks with configured faults', () => {
  const kit = useSandbox();

  async function payWith(fault: object, enabledEvents = ['checkout.session.completed']) {
    const key = freshKey();
    const stripe = kit.stripe(key);
    const listener = await listen(kit, key, enabledEvents);
    await kit.call('POST', '/sandbox/webhooks/faults', { key, ...fault });
    const pay = async () => {
      const session = await stripe.checkout.sessions.create(sessionParams());
      await kit.call('POST', `/pay/${session.id}`, { email: 'jane@example.com', outcome: 'paid' });
      return session;
    };
    return { stripe, listener, pay, session: await pay() };
  }

  it('arrive more than once', async () => {
    const { listener } = await payWith({ duplicates: 4 });
    const requests = await listener.requests(5);
    const ids = requests.map(({ json }) => (json as { id: string }).id);
    expect(new Set(ids).size).toBe(1);
    expect(
      await listener.deliveries((all) => all.every(({ status }) => status === 'delivered')),
    ).toHaveLength(5);
  });

  it('arrive in another order', async () => {
    const { listener } = await payWith({ reorder: 4 }, ['*']);
    expect(typesOf(await listener.requests(4))).toEqual([
      'checkout.session.completed',
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ]);
  });

  it('are held until they are released', async () => {
    const { listener } = await payWith({ reorder: 10 }, ['charge.succeeded', 'checkout.session.completed']);
    expect((await listener.deliveries((all) => all.length === 2)).map(({ status }) => status)).toEqual([
      'held',
      'held',
    ]);
    expect(await listener.requests(0)).toEqual([]);
    await kit.call('POST', '/sandbox/webhooks/release');
    expect(typesOf(await listener.requests(2))).toEqual(['checkout.session.completed', 'charge.succeeded']);
  });

  it('arrive late', async () => {
    const before = Date.now();
    const { listener } = await payWith({ delayMs: 400 });
    const [request] = await listener.requests(1);
    expect(Date.parse(request!.receivedAt) - before).toBeGreaterThanOrEqual(400);
  });

  it('have an invalid signature, and a valid one when replayed', async () => {
    const { stripe, listener } = await payWith({ wrongSignature: true, times: 1 });
    const [wrong] = await listener.requests(1);
    const verify = ({ body, headers }: NonNullable<typeof wrong>) =>
      stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), listener.secret);
    expect(() => verify(wrong!)).toThrow(Stripe.errors.StripeSignatureVerificationError);

    const [delivery] = await listener.deliveries((all) => all[0]?.status === 'delivered');
    await kit.call('POST', `/sandbox/deliveries/${delivery!.id}/replay`);
    expect(verify((await listener.requests(2))[1]!).type).toBe('checkout.session.completed');
  });

  it('have a signature that is too old', async () => {
    const { stripe, listener } = await payWith({ signedSecondsAgo: 600 });
    const [request] = await listener.requests(1);
    const { body, headers } = request!;
    const verify = (tolerance: number) =>
      stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), listener.secret, tolerance);
    expect(() => verify(300)).toThrow('Timestamp outside the tolerance zone');
    expect(verify(900).type).toBe('checkout.session.completed');
  });

  it('never arrive, but the API has their events', async () => {
    const { stripe, listener, session, pay } = await payWith({ drop: true, times: 1 });
    expect((await listener.deliveries((all) => all.length === 1))[0]).toMatchObject({
      status: 'dropped',
      attempts: [],
    });
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
    expect(
      (await stripe.events.list({ type: 'checkout.session.completed', delivery_success: false })).data,
    ).toHaveLength(1);

    const next = await pay();
    const [request] = await listener.requests(1);
    expect(request!.json).toMatchObject({ data: { object: { id: next.id } } });
  });

  it('are limited to the named types and the named account', async () => {
    const { listener } = await payWith({ drop: true, events: ['charge.succeeded'] }, ['*']);
    expect(typesOf(await listener.requests(3))).not.toContain('charge.succeeded');
    const otherKey = freshKey();
    const other = await listen(kit, otherKey, ['charge.succeeded']);
    const session = await kit.stripe(otherKey).checkout.sessions.create(sessionParams());
    await kit.call('POST', `/pay/${session.id}`, { email: 'jane@example.com', outcome: 'paid' });
    expect(typesOf(await other.requests(1))).toEqual(['charge.succeeded']);
  });

  it('can be listed and removed, and are rejected if they are invalid', async () => {
    await kit.call('DELETE', '/sandbox/webhooks/faults');
    await kit.call('POST', '/sandbox/webhooks/faults', { duplicates: 1, times: 3 });
    expect((await kit.call('GET', '/sandbox/webhooks/faults')).body).toMatchObject([
      { duplicates: 1, left: 3 },
    ]);
    expect((await kit.call('DELETE', '/sandbox/webhooks/faults')).status).toBe(204);
    expect((await kit.call('GET', '/sandbox/webhooks/faults')).body).toEqual([]);
    for (const fault of [{ duplicates: -1 }, { color: 'red' }, [], 'x'])
      expect((await kit.call('POST', '/sandbox/webhooks/faults', fault)).status).toBe(400);
  });
});
