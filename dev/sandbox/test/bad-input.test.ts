import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sessionParams, useSandbox } from './kit.ts';

const KEY = { authorization: 'Bearer sk_test_fuzz' };
const FORM = { ...KEY, 'content-type': 'application/x-www-form-urlencoded' };
const TOKEN = { 'x-postmark-server-token': 'token' };

describe('bad input', () => {
  const kit = useSandbox();
  const send = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const answer = await fetch(kit.url + path, { method, headers, ...(body !== undefined && { body }) });
    const text = await answer.text();
    return { status: answer.status, body: JSON.parse(text) as Record<string, unknown> };
  };

  it.each([
    [
      'POST',
      '/v1/checkout/sessions',
      { ...KEY, 'content-type': 'application/json' },
      '{"mode":"payment"}',
      400,
    ],
    ['POST', '/v1/checkout/sessions', { ...KEY, 'content-type': 'text/xml' }, '<a/>', 400],
    ['POST', '/v1/checkout/sessions', FORM, 'a[b][c][d][e][f][g][h][i][j][k]=1', 400],
    ['POST', '/v1/checkout/sessions', FORM, `${'a=1&'.repeat(3_000)}b=1`, 400],
    ['POST', '/v1/checkout/sessions', FORM, `mode=${'x'.repeat(1_100_000)}`, 413],
    ['POST', '/v1/checkout/sessions', FORM, '%E0%A4%A', 400],
    ['POST', '/v1/checkout/sessions', FORM, '__proto__[polluted]=1&constructor[prototype][polluted]=1', 400],
    ['POST', '/v1/checkout/sessions', FORM, '', 400],
    ['GET', '/v1/checkout/sessions?limit=many', KEY, undefined, 400],
    ['GET', '/v1/checkout/sessions?created[gte]=x', KEY, undefined, 400],
    ['GET', '/v1/checkout/sessions/%E0%A4%A', KEY, undefined, 400],
    ['GET', `/v1/checkout/sessions/${'x'.repeat(400)}`, KEY, undefined, 414],
    ['GET', '/v1/nowhere', KEY, undefined, 404],
    ['DELETE', '/v1/charges/ch_1', KEY, undefined, 404],
  ] as const)("%s %s gets Stripe's error (%#)", async (method, path, headers, body, status) => {
    const answer = await send(method, path, headers, body);
    expect(answer.body).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.stringMatching(/./) },
    });
    expect([400, 404, 413, 414]).toContain(answer.status);
    expect(answer.status).toBe(status);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it.each([
    ['POST', '/email', { ...TOKEN, 'content-type': 'application/json' }, '{"From":', 422, 402],
    ['POST', '/email', { ...TOKEN, 'content-type': 'application/json' }, '[]', 422, 403],
    ['POST', '/email', { ...TOKEN, 'content-type': 'application/json' }, 'null', 422, 403],
    ['POST', '/email', { ...TOKEN, 'content-type': 'application/xml' }, '<a/>', 422, 403],
    [
      'POST',
      '/email',
      { ...TOKEN, 'content-type': 'application/json' },
      `"${'x'.repeat(10_100_000)}"`,
      413,
      413,
    ],
    ['POST', '/email/batch', { ...TOKEN, 'content-type': 'application/json' }, '{}', 422, 403],
    ['GET', '/messages/outbound', TOKEN, undefined, 422, 300],
    ['GET', '/messages/outbound?count=501&offset=0', TOKEN, undefined, 422, 300],
    ['GET', '/messages/outbound?count=1&offset=-1', TOKEN, undefined, 422, 300],
    ['GET', '/email/nowhere', TOKEN, undefined, 404, 404],
  ] as const)("%s %s gets Postmark's error (%#)", async (method, path, headers, body, status, code) => {
    const answer = await send(method, path, headers, body);
    expect(answer).toMatchObject({ status, body: { ErrorCode: code, Message: expect.stringMatching(/./) } });
  });

  it.each([
    ['PUT', '/hooks/a', '{'],
    ['PUT', '/sandbox/mail/rules', '[1]'],
    ['PUT', '/sandbox/webhooks/retries', '{"delaysMs":"x"}'],
    ['POST', '/sandbox/webhooks/faults', 'null1'],
    ['POST', '/pay/cs_test_none', '{}'],
    ['POST', '/sandbox/deliveries/none/replay', '{}'],
  ])('in %s %s with %s gets a plain error', async (method, path, body) => {
    const answer = await send(method, path, { 'content-type': 'application/json' }, body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it('of any kind never causes an internal error', async () => {
    const field = fc.oneof(
      fc.constantFrom(
        'mode',
        'line_items[0][quantity]',
        'line_items[0][price_data][unit_amount]',
        'expand[]',
        'metadata[a]',
      ),
      fc.string(),
    );
    const body = fc.array(fc.tuple(field, fc.string()), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(body, async (pairs) => {
        const { status } = await send(
          'POST',
          '/v1/checkout/sessions',
          FORM,
          new URLSearchParams(pairs).toString(),
        );
        expect([400, 404]).toContain(status);
      }),
      { numRuns: 100 },
    );
    await fc.assert(
      fc.asyncProperty(fc.json(), async (json) => {
        const headers = { ...TOKEN, 'content-type': 'application/json' };
        expect((await send('POST', '/email', headers, json)).status).toBe(422);
      }),
      { numRuns: 100 },
    );
  });

  it('in metadata names is returned unchanged', async () => {
    const name = fc
      .string({ minLength: 1, maxLength: 40 })
      .filter((text) => !/[[\]]/.test(text) && text !== '__proto__');
    const value = fc.string({ minLength: 1, maxLength: 200 });
    const stripe = kit.stripe();
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true }),
        async (metadata) => {
          const session = await stripe.checkout.sessions.create(sessionParams({ metadata }));
          expect(session.metadata).toEqual(metadata);
        },
      ),
      {
        numRuns: 60,
        examples: [[{ constructor: 'a', toString: 'b', 'a.b': 'c', 'a&b=c': 'd', 1: 'e' }]] as never,
      },
    );
  });
});

describe('health', () => {
  const kit = useSandbox();

  it('is reported by the health routes', async () => {
    expect((await kit.call('GET', '/healthz')).status).toBe(200);
    expect((await kit.call('GET', '/readyz')).status).toBe(200);
    const metrics = await fetch(`${kit.url}/metrics`);
    expect(metrics.headers.get('content-type')).toContain('text/plain');
    expect(await metrics.text()).toContain('sandbox_records{kind="sessions"} 0');
  });
});
