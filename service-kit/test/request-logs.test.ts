import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { captureLog } from '@leadping/test-kit/captured-log';
import { testConfig } from '@leadping/test-kit/environment';
import { actorHeaders, testActor } from '@leadping/test-kit/people';
import { send } from '@leadping/test-kit/send';
import { DomainError } from '../src/domain-error.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildService, type Service, type ServiceContext } from '../src/process/service.ts';
import { broken, rename } from './thing-routes.ts';

describe('the log of calls that are refused or fail', () => {
  let log: ReturnType<typeof captureLog>;
  let service: Service;
  beforeEach(() => {
    log = captureLog();
  });
  afterEach(async () => {
    await service.close();
    log.stop();
  });

  /** @returns the address of a service with this route */
  const start = async (...given: Parameters<ServiceContext<ServiceConfig>['route']>) => {
    service = await buildService({
      name: 'svc-commerce',
      config: testConfig(ServiceConfig, { LOG_LEVEL: 'warn' }),
      setUp: ({ route }) => route(...given),
    });
    return service.listen();
  };

  it('contains the route of a call without permission, and nothing from the request', async () => {
    const address = await start(rename, () => ({ id: '7', name: 'a' }));
    const headers = await actorHeaders(testActor({ role: 'support' }), 'svc-commerce');
    const reply = await send(`${address}/api/things/7`, {
      json: { name: 'hunter2' },
      headers,
    });
    expect(reply.status).toBe(403);
    const lines = log.find('access refused');
    expect(lines).toMatchObject([{ method: 'POST', route: '/api/things/:id', code: 'FORBIDDEN' }]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('contains refused input once a minute per route, and nothing from the input', async () => {
    const address = await start(rename, () => ({ id: '7', name: 'a' }));
    const headers = await actorHeaders(testActor({ role: 'admin' }), 'svc-commerce');
    const url = `${address}/api/things/7`;
    for (const name of [{ hunter2: 1 }, ['hunter2'], { $ne: 'hunter2' }]) {
      const reply = await send(url, { json: { name }, headers });
      expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    }
    const lines = log.find('request refused');
    expect(lines).toMatchObject([
      { method: 'POST', route: '/api/things/:id', code: 'VALIDATION_FAILED', more: 0 },
    ]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('contains calls from a foreign page once a minute per route', async () => {
    const address = await start(broken, () => {
      throw new DomainError('ORIGIN_REFUSED', 'Not from there.');
    });
    const url = `${address}/api/broken`;
    for (let count = 0; count < 3; count += 1) expect((await send(url)).status).toBe(403);
    expect(log.find('request refused')).toMatchObject([{ code: 'ORIGIN_REFUSED' }]);
    expect(log.find('access refused')).toEqual([]);
  });

  it('contains what is wrong with a reply that breaks its contract, as a failure of the service', async () => {
    const address = await start(broken, () => 'no object' as never);
    const reply = await send(`${address}/api/broken`);
    expect(reply).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
    expect(JSON.stringify(log.find('request failed'))).toContain(
      'the reply of GET /api/broken breaks its contract',
    );
  });

  it('contains calls that are refused under load once a minute per route, and not as failures', async () => {
    const address = await start(broken, () => {
      throw new DomainError('UNAVAILABLE', 'Too many.', { retryAfter: 2, isShed: true });
    });
    const url = `${address}/api/broken`;
    for (let count = 0; count < 3; count += 1) {
      const reply = await send(url);
      expect(reply).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE', message: 'Too many.' } });
      expect(reply.headers.get('retry-after')).toBe('2');
    }
    expect(log.find('request failed')).toEqual([]);
    expect(log.find('request refused')).toMatchObject([{ route: '/api/broken', code: 'UNAVAILABLE' }]);
  });
});
