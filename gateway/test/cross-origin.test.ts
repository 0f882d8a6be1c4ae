import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startGateway, type StackUnderTest } from './gateway.ts';

const EXTENSION = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop';

describe('calls of other origins', () => {
  let gateway: StackUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    gateway.upstream.received.length = 0;
  });

  const preflight = (path: string, method: string) =>
    gateway.call(path, {
      method: 'OPTIONS',
      headers: {
        origin: EXTENSION,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      },
    });

  it.each([
    ['/api/license/activate', 'POST'],
    ['/api/license/validate', 'POST'],
    ['/api/license/deactivate', 'POST'],
    ['/api/license/devices', 'POST'],
    ['/api/license/public-key', 'GET'],
    ['/api/public/selectors', 'GET'],
    ['/api/public/selectors/failures', 'POST'],
  ])('lets the preflight of %s through, for any origin and without credentials', async (path, method) => {
    const reply = await preflight(path, method);
    expect(reply.status).toBe(204);
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    expect(reply.headers['access-control-allow-methods']).toContain(method);
    expect(reply.headers['access-control-allow-headers']).toContain('content-type');
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
    expect(gateway.upstream.received).toHaveLength(0);
  });

  it.each(['/api/login', '/api/webhook/license-create', '/api/admin/licenses', '/api/selectors'])(
    'does not answer a preflight of %s',
    async (path) => {
      const reply = await preflight(path, 'POST');
      expect(reply.status).toBe(405);
      expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('accepts an activation from another origin and forwards no cookie', async () => {
    const reply = await gateway.call('/api/license/activate', {
      json: { licenseKey: 'x', deviceId: 'device-0001' },
      headers: { origin: EXTENSION },
      session: gateway.signIn(),
    });
    expect(reply.status).toBe(200);
    expect(gateway.upstream.received[0]?.headers.cookie).toBeUndefined();
  });

  it('accepts a capture report from another origin and forwards no cookie', async () => {
    const reply = await gateway.call('/api/public/selectors/failures', {
      json: {
        token: 'signed',
        extension: '0.2.0',
        captures: [{ version: 0, layout: '3fa9c01b', presses: 1, failures: { company: 1 } }],
      },
      headers: { origin: EXTENSION },
      session: gateway.signIn(),
    });
    expect(reply.status).toBe(200);
    expect(gateway.upstream.received[0]?.headers.cookie).toBeUndefined();
  });

  it('limits activations by address and lets the other origin read Retry-After', async () => {
    const activate = () =>
      gateway.call('/api/license/activate', {
        json: { licenseKey: 'x', deviceId: 'device-0001' },
        headers: { origin: EXTENSION },
      });
    let limited = await activate();
    for (let call = 0; call < 130 && limited.status === 200; call += 1) limited = await activate();
    expect(limited.status).toBe(429);
    expect(limited.headers['access-control-allow-origin']).toBe('*');
    expect(limited.headers['access-control-expose-headers']).toContain('retry-after');
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
  });
});
