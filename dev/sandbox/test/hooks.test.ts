import { beforeEach, describe, expect, it } from '@jest/globals';
import type { HookRequest } from '../src/hooks/bin.ts';
import { useSandbox } from './kit.ts';

describe('the inbox for outgoing webhooks', () => {
  const kit = useSandbox();
  beforeEach(async () => {
    await kit.call('DELETE', '/hooks/orders');
  });
  const send = (body: string, headers: Record<string, string> = {}, path = '/hooks/orders') =>
    fetch(kit.url + path, { method: 'POST', redirect: 'manual', headers, body });
  const received = async () => (await kit.call('GET', '/hooks/orders/requests')).body as HookRequest[];

  it('stores requests byte by byte', async () => {
    const body = '{"event" : "order.created",\n "name":"Zoë"}';
    const answer = await send(body, {
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-signature': 'v1,abc',
    });
    expect([answer.status, await answer.text()]).toEqual([200, 'ok']);
    expect(await received()).toMatchObject([
      {
        bin: 'orders',
        method: 'POST',
        path: '/hooks/orders',
        body,
        json: { event: 'order.created', name: 'Zoë' },
        status: 200,
        headers: { 'webhook-id': 'msg_1', 'webhook-signature': 'v1,abc' },
      },
    ]);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/cloudevents+json', ''])(
    'accepts any content type (%s) and invalid JSON',
    async (type) => {
      expect((await send('a=b', type === '' ? {} : { 'content-type': type })).status).toBe(200);
      expect(await received()).toMatchObject([{ body: 'a=b', json: null }]);
    },
  );

  it('fails the configured number of times, then recovers', async () => {
    await kit.call('PUT', '/hooks/orders', { status: 500, times: 2, body: 'broken' });
    const answers = [await send('1'), await send('2'), await send('3')];
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 200]);
    expect(await answers[0]!.text()).toBe('broken');
    expect((await received()).map(({ body, status }) => [body, status])).toEqual([
      ['1', 500],
      ['2', 500],
      ['3', 200],
    ]);
  });

  it('keeps a configured status until it is changed', async () => {
    await kit.call('PUT', '/hooks/orders', { status: 410 });
    expect((await send('1')).status).toBe(410);
    expect((await send('2')).status).toBe(410);
    expect((await kit.call('GET', '/hooks/orders')).body).toMatchObject({
      rule: { status: 410 },
      requests: 2,
    });
    await kit.call('PUT', '/hooks/orders', {});
    expect((await send('3')).status).toBe(200);
  });

  it('redirects', async () => {
    await kit.call('PUT', '/hooks/orders', { redirectTo: 'http://169.254.169.254/latest', times: 1 });
    const answer = await send('1');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://169.254.169.254/latest']);
    await kit.call('PUT', '/hooks/orders', { redirectTo: '/hooks/other', status: 307 });
    expect((await send('2')).status).toBe(307);
  });

  it('replies late', async () => {
    await kit.call('PUT', '/hooks/orders', { delayMs: 300 });
    const started = Date.now();
    await send('1');
    expect(Date.now() - started).toBeGreaterThanOrEqual(295);
  });

  it('separates inboxes, and deletes them on request', async () => {
    await send('1');
    await send('2', {}, '/hooks/other');
    expect(await received()).toHaveLength(1);
    expect((await kit.call('DELETE', '/hooks/orders/requests')).status).toBe(204);
    expect(await received()).toEqual([]);
    expect((await kit.call('GET', '/hooks/other/requests')).body as unknown[]).toHaveLength(1);
  });

  it.each([{ status: 99 }, { status: 'x' }, { times: 0 }, { delayMs: -1 }, { color: 'red' }])(
    'refuses the rule %j',
    async (rule) => {
      expect((await kit.call('PUT', '/hooks/orders', rule)).status).toBe(400);
    },
  );
});
