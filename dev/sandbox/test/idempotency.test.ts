import { describe, expect, it } from '@jest/globals';
import { freshKey, errorReplyOf, sessionParams, useSandbox } from './kit.ts';

describe('an idempotency key', () => {
  const kit = useSandbox();

  it('repeats the first reply and creates nothing twice', async () => {
    const stripe = kit.stripe();
    const options = { idempotencyKey: 'double-click' };
    const [first, second] = await Promise.all([
      stripe.checkout.sessions.create(sessionParams(), options),
      stripe.checkout.sessions.create(sessionParams(), options),
    ]);
    expect(second.id).toBe(first.id);
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
    const third = await stripe.checkout.sessions.create(sessionParams(), options);
    expect(third.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  it('is rejected while the first call is running', async () => {
    const stripe = kit.stripe();
    const options = { idempotencyKey: 'in-use' };
    await kit.call('PUT', '/sandbox/stripe/faults', { kind: 'slow', delayMs: 1000 });
    const [first, second] = await Promise.allSettled([
      stripe.checkout.sessions.create(sessionParams(), options),
      stripe.checkout.sessions.create(sessionParams(), options),
    ]);
    const made = [first, second].find(({ status }) => status === 'fulfilled');
    expect([first, second].find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { statusCode: 409, code: 'idempotency_key_in_use' },
    });
    const again = await stripe.checkout.sessions.create(sessionParams(), options);
    expect(made).toMatchObject({ value: { id: again.id } });
  });

  it('rejects other parameters', async () => {
    const stripe = kit.stripe();
    const options = { idempotencyKey: 'reused' };
    await stripe.checkout.sessions.create(sessionParams(), options);
    const refusal = await errorReplyOf(stripe.checkout.sessions.create(sessionParams({}, 5_000), options));
    expect(refusal).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    expect(refusal.message).toContain("Try using a key other than 'reused'");
  });

  it('rejects another call', async () => {
    const stripe = kit.stripe();
    const options = { idempotencyKey: 'elsewhere' };
    await stripe.checkout.sessions.create(sessionParams(), options);
    expect(await errorReplyOf(stripe.refunds.create({ charge: 'ch_none' }, options))).toMatchObject({
      type: 'StripeIdempotencyError',
    });
  });

  it('belongs to one account', async () => {
    const options = { idempotencyKey: 'common' };
    const a = await kit.stripe().checkout.sessions.create(sessionParams(), options);
    const b = await kit.stripe().checkout.sessions.create(sessionParams(), options);
    expect(b.id).not.toBe(a.id);
  });

  it('keeps an error of the call itself, but not an error of its parameters', async () => {
    const stripe = kit.stripe();
    const options = { idempotencyKey: 'refused' };
    const unknown = { ...sessionParams(), color: 'red' };
    expect(await errorReplyOf(stripe.checkout.sessions.create(unknown, options))).toMatchObject({
      code: 'parameter_unknown',
    });
    expect((await stripe.checkout.sessions.create(sessionParams(), options)).status).toBe('open');

    const refund = { idempotencyKey: 'refused-refund' };
    await errorReplyOf(stripe.refunds.create({ charge: 'ch_none' }, refund));
    const again = await errorReplyOf(stripe.refunds.create({ charge: 'ch_none' }, refund));
    expect(again.headers?.['idempotent-replayed']).toBe('true');
  });

  it('returns the result of a call whose reply was lost', async () => {
    const stripe = kit.stripe(undefined, { maxNetworkRetries: 2 });
    await kit.call('PUT', '/sandbox/stripe/faults', { kind: 'lost-reply' });
    const session = await stripe.checkout.sessions.create(sessionParams());
    expect(session.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  });
});

describe('configured failures of the API', () => {
  const kit = useSandbox();

  it.each([
    [500, 'StripeAPIError'],
    [503, 'StripeAPIError'],
    [429, 'StripeRateLimitError'],
  ])('reply with %d the configured number of times', async (status, type) => {
    const stripe = kit.stripe();
    await kit.call('PUT', '/sandbox/stripe/faults', { status, times: 2 });
    expect(await errorReplyOf(stripe.balance.retrieve())).toMatchObject({ type, statusCode: status });
    expect(await errorReplyOf(stripe.balance.retrieve())).toMatchObject({ type, statusCode: status });
    expect((await stripe.balance.retrieve()).object).toBe('balance');
  });

  it('cut the connection or never reply', async () => {
    const key = freshKey();
    const create = (timeout: number) =>
      errorReplyOf(kit.stripe(key, { timeout }).checkout.sessions.create(sessionParams()));
    // The library tries a reset connection once more by itself.
    await kit.call('PUT', '/sandbox/stripe/faults', { kind: 'reset', times: 2 });
    expect(await create(20_000)).toMatchObject({ type: 'StripeConnectionError' });
    await kit.call('PUT', '/sandbox/stripe/faults', { kind: 'hang' });
    expect(await create(300)).toMatchObject({ type: 'StripeConnectionError' });
    expect((await kit.stripe(key).checkout.sessions.list()).data).toEqual([]);
  });

  it('affect only the calls of one key', async () => {
    const [key, other] = [freshKey(), freshKey()];
    await kit.call('PUT', '/sandbox/stripe/faults', { key });
    expect((await kit.stripe(other).balance.retrieve()).object).toBe('balance');
    expect(await errorReplyOf(kit.stripe(key).balance.retrieve())).toMatchObject({ statusCode: 500 });
    expect((await kit.call('PUT', '/sandbox/mail/faults', { key })).status).toBe(400);
  });

  it('affect only the named path, or only slow it down', async () => {
    const stripe = kit.stripe();
    await kit.call('PUT', '/sandbox/stripe/faults', { path: '/v1/checkout/sessions' });
    expect((await stripe.balance.retrieve()).object).toBe('balance');
    expect(await errorReplyOf(stripe.checkout.sessions.create(sessionParams()))).toMatchObject({
      statusCode: 500,
    });

    await kit.call('PUT', '/sandbox/stripe/faults', { kind: 'slow', delayMs: 100 });
    const started = Date.now();
    expect((await stripe.checkout.sessions.create(sessionParams())).status).toBe('open');
    expect(Date.now() - started).toBeGreaterThanOrEqual(95);
  });

  it('are rejected if they are invalid', async () => {
    expect((await kit.call('PUT', '/sandbox/stripe/faults', { kind: 'explode' })).status).toBe(400);
    expect((await kit.call('GET', '/sandbox/stripe/faults')).body).toEqual({ next: null });
  });
});
