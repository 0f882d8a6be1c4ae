import { describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { freshKey, listen, errorReplyOf, sessionParams, typesOf, until, useSandbox } from './kit.ts';

describe('webhook deliveries', () => {
  const kit = useSandbox();

  async function paySomething(stripe: Stripe): Promise<Stripe.Checkout.Session> {
    const session = await stripe.checkout.sessions.create(sessionParams());
    await kit.call('POST', `/pay/${session.id}`, { email: 'jane@example.com', outcome: 'paid' });
    return session;
  }

  it('are accepted by the library with the secret from the API', async () => {
    const stripe = kit.stripe();
    const url = `${kit.url}/hooks/library`;
    const endpoint = await stripe.webhookEndpoints.create({
      url,
      enabled_events: ['checkout.session.completed'],
    });
    expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9]{32}$/);
    const session = await paySomething(stripe);

    const [request] = await until(
      async () =>
        (await kit.call('GET', '/hooks/library/requests')).body as {
          body: string;
          headers: Record<string, string>;
        }[],
      (all) => all.length > 0,
    );
    const event = stripe.webhooks.constructEvent(
      request!.body,
      request!.headers['stripe-signature']!,
      endpoint.secret!,
    );
    expect(event).toMatchObject({ type: 'checkout.session.completed', data: { object: { id: session.id } } });
    expect(() =>
      stripe.webhooks.constructEvent(request!.body, request!.headers['stripe-signature']!, 'whsec_other'),
    ).toThrow(Stripe.errors.StripeSignatureVerificationError);
  });

  it('go only to the endpoints of their own account and mode, and only with the wanted types', async () => {
    const name = freshKey().slice('sk_test_'.length);
    const own = await listen(kit, `sk_test_${name}`, ['charge.succeeded']);
    const live = await listen(kit, `sk_live_${name}`);
    const stranger = await listen(kit, freshKey());
    await paySomething(kit.stripe(`sk_test_${name}`));

    expect(typesOf(await own.requests(1))).toEqual(['charge.succeeded']);
    await own.deliveries((all) => all.every(({ status }) => status === 'delivered'));
    expect(await live.requests(0)).toEqual([]);
    expect(await stranger.requests(0)).toEqual([]);
  });

  it('are retried with a new signature until they are accepted', async () => {
    const key = freshKey();
    await kit.call('PUT', '/sandbox/webhooks/retries', { delaysMs: [1, 1, 1] });
    const listener = await listen(kit, key, ['checkout.session.completed']);
    const bin = listener.secret.split('_')[1];
    await kit.call('PUT', `/hooks/${bin}`, { status: 503, times: 2, body: 'later' });
    await paySomething(kit.stripe(key));

    const requests = await listener.requests(3);
    expect(requests.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(new Set(requests.map(({ body }) => body.replace(/"pending_webhooks": \d/, ''))).size).toBe(1);
    const [delivery] = await listener.deliveries((all) => all[0]?.status === 'delivered');
    expect(delivery!.attempts.map(({ status, response }) => [status, response])).toEqual([
      [503, 'later'],
      [503, 'later'],
      [200, 'ok'],
    ]);
  });

  it('fail after the last attempt, but a replay still delivers them', async () => {
    const key = freshKey();
    await kit.call('PUT', '/sandbox/webhooks/retries', { delaysMs: [1], timeoutMs: 5_000 });
    const listener = await listen(kit, key, ['checkout.session.completed']);
    const bin = listener.secret.split('_')[1];
    await kit.call('PUT', `/hooks/${bin}`, { redirectTo: 'http://127.0.0.1:9/' });
    await paySomething(kit.stripe(key));

    const [failed] = await listener.deliveries((all) => all[0]?.status === 'failed');
    expect(failed!.attempts.map(({ status }) => status)).toEqual([302, 302]);
    await kit.call('PUT', `/hooks/${bin}`, {});
    const replayed = await kit.call('POST', `/sandbox/deliveries/${failed!.id}/replay`);
    expect(replayed.body).toMatchObject({ status: 'delivered' });
    expect(await listener.requests(3)).toHaveLength(3);
  });

  it('without a listening endpoint are logged with the reason', async () => {
    const key = freshKey();
    await kit.call('PUT', '/sandbox/webhooks/retries', { delaysMs: [] });
    await kit.call('PUT', `/sandbox/accounts/${key}/webhook`, { url: 'http://127.0.0.1:9/none' });
    await paySomething(kit.stripe(key));
    const deliveries = await until(
      async () =>
        (
          (await kit.call('GET', '/sandbox/deliveries')).body as {
            url: string;
            status: string;
            attempts: { error: string }[];
          }[]
        ).filter(({ url }) => url === 'http://127.0.0.1:9/none'),
      (all) => all.length === 4 && all.every(({ status }) => status === 'failed'),
    );
    expect(deliveries[0]!.attempts[0]!.error).toBeTruthy();
  });

  it('decrease the pending webhooks of their event', async () => {
    const key = freshKey();
    const stripe = kit.stripe(key);
    const listener = await listen(kit, key);
    await paySomething(stripe);
    await listener.deliveries((all) => all.length === 4 && all.every(({ status }) => status === 'delivered'));
    expect((await stripe.events.list({ delivery_success: true })).data).toHaveLength(4);
    expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
  });
});

describe('webhook endpoints', () => {
  const kit = useSandbox();

  it('are listed, changed, disabled and removed, and their secret is shown once', async () => {
    const stripe = kit.stripe();
    const made = await stripe.webhookEndpoints.create({
      url: 'https://shop.example/hook',
      enabled_events: ['*'],
      metadata: { a: '1' },
    });
    const read = await stripe.webhookEndpoints.retrieve(made.id);
    expect(read).toMatchObject({ url: 'https://shop.example/hook', status: 'enabled', metadata: { a: '1' } });
    expect(read.secret).toBeUndefined();
    const changed = await stripe.webhookEndpoints.update(made.id, {
      disabled: true,
      enabled_events: ['charge.refunded'],
    });
    expect(changed).toMatchObject({ status: 'disabled', enabled_events: ['charge.refunded'] });
    expect((await stripe.webhookEndpoints.list()).data.map(({ id }) => id)).toEqual([made.id]);
    expect(await stripe.webhookEndpoints.del(made.id)).toMatchObject({ id: made.id, deleted: true });
    expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
    expect(await errorReplyOf(kit.stripe().webhookEndpoints.retrieve(made.id))).toMatchObject({
      statusCode: 404,
    });
  });

  it('need an address', async () => {
    const refusal = await errorReplyOf(
      kit.stripe().webhookEndpoints.create({ url: 'nowhere', enabled_events: ['*'] }),
    );
    expect(refusal).toMatchObject({ code: 'url_invalid', param: 'url' });
  });

  it('keep their id when a stack changes their secret', async () => {
    const path = `/sandbox/accounts/${freshKey()}/webhook`;
    const url = 'http://127.0.0.1:9/';
    const first = await kit.call('PUT', path, { url, secret: 'whsec_first' });
    const second = await kit.call('PUT', path, { url, secret: 'whsec_second' });
    expect(second.body).toMatchObject({ id: (first.body as { id: string }).id, secret: 'whsec_second' });
    expect((await kit.call('PUT', '/sandbox/accounts/sk_test_invalid/webhook', { url })).status).toBe(401);
    expect((await kit.call('PUT', path, { url: 'nowhere' })).status).toBe(400);
  });
});
