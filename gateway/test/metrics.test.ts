import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { until } from '@leadping/test-kit/until';
import { aBuild, aShell } from './builds.ts';
import { startGateway, type StackUnderTest } from './gateway.ts';

describe('the metrics', () => {
  const storefront = aBuild({ name: 'mfe-storefront', routes: ['/'] });
  let gateway: StackUnderTest;
  let apart: string;
  beforeAll(async () => {
    const port = await findFreePort();
    apart = `http://127.0.0.1:${port}`;
    const env = { METRICS_PORT: String(port) };
    gateway = await startGateway({ builds: [aShell('1.0.0'), storefront], env });
  });
  afterAll(() => gateway.close());

  it('are on a separate port that serves only metrics and health', async () => {
    await gateway.call('/api/resellers/orders/made-up/webhooks');
    await gateway.call('/api/pricing');
    const answer = await fetch(`${apart}/metrics`);
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const text = await answer.text();
    expect(text).toMatch(/^leadping_http_request_seconds_count\{.*service="gateway"/m);
    expect(text).toMatch(/seconds_count\{.*method="GET",route="\/api\/pricing",status="200"/);
    expect(text).toContain('leadping_ready{service="gateway"} 1\n');
    // Invented addresses must not become labels.
    expect(text).not.toContain('made-up');
    expect((await fetch(`${apart}/healthz`)).status).toBe(200);
    expect((await fetch(`${apart}/readyz`)).status).toBe(200);
    for (const path of ['/', '/remotes.json', '/api/user', '/api/admin/releases']) {
      expect((await fetch(`${apart}${path}`)).status).toBe(404);
    }
  });

  it.each(['/metrics', '/metrics/', '//metrics', '/%6detrics', '/metrics?x=1'])(
    'are not on the public port: %s',
    async (path) => {
      const answer = await gateway.call(path);
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain('leadping_http_request_seconds');
    },
  );

  it('are not served if no port is configured', async () => {
    const other = await gateway.another({ METRICS_PORT: undefined });
    await until(async () => (await other.call('/readyz')).status === 200);
    expect((await other.call('/metrics')).status).toBe(404);
  });

  it('are no longer served after the gateway has closed', async () => {
    const port = await findFreePort();
    const other = await gateway.another({ METRICS_PORT: port });
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    await other.close();
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  });
});
