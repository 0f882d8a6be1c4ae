import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { getCheckoutStatus } from '@leadping/contracts/commerce/checkout-routes';
import { createMainCheckout } from '@leadping/contracts/endpoints/commerce/checkout';
import { ROUTES } from '@leadping/contracts/routes';
import { call, fillPath } from '../src/api/call.ts';
import { ApiError, failureText, hasStatus, isUnavailable } from '../src/api/api-error.ts';
import { interceptFailures, request } from '../src/api/request.ts';
import { serveApi } from './api-server.ts';
import { sourceFiles } from '@leadping/test-kit/web/source-files';

type Answer = Parameters<typeof serveApi>[0];
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function serve(answer: Answer) {
  const api = await serveApi(answer);
  closers.push(api.close);
  return api;
}

/** Sends a request and reads its whole reply, because an unread reply keeps its connection open. */
const send = async (...args: Parameters<typeof request>) => (await request(...args)).text();

const failWith = async (status: number, body: unknown) => {
  await serve(() => ({ status, body }));
  return request('GET', '/api/x').then(
    () => {
      throw new Error('the call must fail');
    },
    (error: unknown) => error as ApiError,
  );
};

it('instanceof recognizes an ApiError of a remote with its own copy of the class', () => {
  const foreign = Object.assign(new Error('Down'), { name: 'ApiError', status: 503 });
  expect(foreign).toBeInstanceOf(ApiError);
  expect(hasStatus(foreign, 503)).toBe(true);
  expect(isUnavailable(foreign)).toBe(true);
  expect(isUnavailable(Object.assign(foreign, { name: 'Error' }))).toBe(false);
});

describe('a request', () => {
  it('accepts a method, a path of our own and an optional body [P7.01] [P7.03]', async () => {
    const { calls, sent } = await serve(() => ({}));
    await send('GET', '/api/user');
    await send('POST', '/api/logout', { a: 1 });
    expect(sent.map(({ path }) => path)).toEqual(['/api/user', '/api/logout']);
    expect(calls.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/api/user', ''],
      ['POST', '/api/logout', '{"a":1}'],
    ]);
  });

  it('fails like a lost connection if no reply begins in time, but an upload has no timeout', async () => {
    const overHttp = globalThis.fetch;
    jest.useFakeTimers();
    globalThis.fetch = () => new Promise(() => {});
    try {
      const ended = jest.fn();
      void request('PUT', '/api/x', new FormData()).catch(ended);
      const lost = request('POST', '/api/x', {}).catch((error: unknown) => error);
      await jest.advanceTimersByTimeAsync(80_000);
      expect(isUnavailable(await lost)).toBe(true);
      expect(failureText((await lost) as Error)).toBe('The connection was lost. Check it and try again.');
      expect(ended).not.toHaveBeenCalled();
    } finally {
      globalThis.fetch = overHttp;
      jest.useRealTimers();
    }
  });

  it('is the only way for pages to call our routes, and rejects addresses of other origins [P7.01]', () => {
    const sends = /\b(fetch|sendBeacon|EventSource|WebSocket|XMLHttpRequest)\(/;
    const remotes = ['mfe-account', 'mfe-admin', 'mfe-reseller', 'mfe-storefront', 'mfe-support'];
    const files = ['shell', 'web-kit', ...remotes].flatMap((name) => sourceFiles(name));
    expect(files.length).toBeGreaterThan(300);
    const senders = files.filter(({ text }) => sends.test(text)).map(({ path }) => path);
    expect(senders.toSorted()).toEqual([
      // An example for readers of the page, not a call.
      'mfe-admin/src/features/selectors/public-endpoint.tsx',
      // A remote's own files, at the address in the release.
      'shell/src/remotes/load-module.ts',
      'web-kit/src/api/request.ts',
      'web-kit/src/telemetry/send.ts',
    ]);
    // The pages call the paths of the contracts, and these have no origin.
    expect(ROUTES.length).toBeGreaterThan(80);
    expect(ROUTES.map(({ path }) => path).filter((path) => !/^\/\w/.test(path))).toEqual([]);
  });

  it('includes cookies [P7.02]', async () => {
    const { sent } = await serve(() => ({}));
    await send('POST', '/api/login', { username: 'ann' });
    expect(sent[0]?.init?.credentials).toBe('include');
  });

  it('sends JSON with its content type [P7.04]', async () => {
    const { calls } = await serve(() => ({}));
    await send('POST', '/api/login', { username: 'Ännchen' });
    expect(calls[0]).toMatchObject({ contentType: 'application/json', body: '{"username":"Ännchen"}' });
  });

  it('sends form data unchanged [P7.05]', async () => {
    const { calls } = await serve(() => ({}));
    const form = new FormData();
    form.append('logo', new Blob(['pixels'], { type: 'image/png' }), 'logo.png');
    await send('POST', '/api/resellers/logo', form);
    expect(calls[0]?.contentType).toMatch(/^multipart\/form-data; boundary=/);
    expect(calls[0]?.body).toContain('filename="logo.png"');
  });
});

describe('a failed request', () => {
  it('of another remote with its own copy of this module is repeated by the interceptor', async () => {
    const { sent } = await serve(() => (sent.length < 2 ? { status: 403 } : { body: 'done' }));
    jest.resetModules();
    const remote = await import('../src/api/request.ts');
    expect(remote.request).not.toBe(request);
    const stop = interceptFailures(async (_, sendAgain) => sendAgain());
    const response = await remote.request('GET', '/api/x');
    stop();
    expect(await response.text()).toBe('done');
    expect(sent).toHaveLength(2);
  });

  it('stays failed after the interceptor was removed', async () => {
    interceptFailures(async (_, sendAgain) => sendAgain())();
    expect(await failWith(403, { message: 'Confirm it.' })).toMatchObject({ message: 'Confirm it.' });
  });
});

describe('the text of a failed call [P7.06]', () => {
  it('is the message if there is one', async () => {
    const error = await failWith(409, {
      message: 'Taken',
      error: 'Conflict',
      code: 'CONFLICT',
      requestId: 'r1',
    });
    expect(error).toMatchObject({ message: 'Taken', status: 409, code: 'CONFLICT', requestId: 'r1' });
    expect(hasStatus(error, 409)).toBe(true);
    expect(hasStatus(error, 401)).toBe(false);
  });

  it('is the error field if there is no message', async () => {
    expect((await failWith(400, { error: 'Bad thing' })).message).toBe('Bad thing');
    expect((await failWith(400, { message: '', error: 'Bad thing' })).message).toBe('Bad thing');
  });

  it('is the text of the reply if there is no error field', async () => {
    expect((await failWith(502, 'upstream is away')).message).toBe('upstream is away');
    expect((await failWith(400, ['a'])).message).toBe('["a"]');
  });

  it('is the status text if the reply is empty', async () => {
    expect((await failWith(503, '')).message).toBe('Service Unavailable');
  });

  it('includes the rejected fields', async () => {
    const fields = [{ path: 'email', message: 'not an email address' }];
    expect((await failWith(400, { message: 'No', code: 'VALIDATION_FAILED', fields })).fields).toEqual(
      fields,
    );
  });
});

describe('a call of a route', () => {
  it('fills in the query and returns the reply of the contract', async () => {
    const { calls } = await serve(() => ({
      body: { status: 'paid', productType: 'main_product', email: 'a***@example.com' },
    }));
    const status = await call(getCheckoutStatus, { query: { session_id: 'cs_1&2' } });
    expect(status.email).toBe('a***@example.com');
    expect(calls[0]?.url).toBe('/api/checkout-status?session_id=cs_1%262');
  });

  it('works the same with only its endpoint', async () => {
    const { calls } = await serve(() => ({ body: { url: 'https://pay.example' } }));
    const urls = { successUrl: 'https://a.example/success', cancelUrl: 'https://a.example/' };
    expect((await call(createMainCheckout, { body: urls })).url).toBe('https://pay.example');
    expect(calls[0]).toMatchObject({ method: 'POST', body: JSON.stringify(urls) });
  });

  it('encodes parameters, so that none of them changes the path', () => {
    expect(fillPath('/api/tickets/:number/response', { number: '../admin' })).toBe(
      '/api/tickets/..%2Fadmin/response',
    );
    expect(() => fillPath('/api/tickets/:number')).toThrow('number');
  });
});
