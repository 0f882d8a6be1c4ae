import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findSession } from '@leadping/contracts/identity/requests';
import { sessionsEnded } from '@leadping/contracts/identity/user-events';
import type { ServiceName } from '@leadping/contracts/services';
import { publicKeys } from '@leadping/service-kit/data/ed25519';
import { hashSecretToken } from '@leadping/service-kit/data/secret-token';
import { ACTOR_HEADER, actorVerifier } from '@leadping/service-kit/http/actor-token';
import { until } from '@leadping/test-kit/until';
import { OWN_ORIGIN, errorOf, startGateway, type StackUnderTest } from './gateway.ts';

let gateway: StackUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.upstream.received.length = 0;
});

/** Returns the caller as the service behind the gateway receives it. A token for another service is refused. */
async function receivedActor(service: ServiceName = 'svc-identity') {
  const token = gateway.upstream.received.at(-1)?.headers[ACTOR_HEADER];
  const keys = publicKeys(gateway.config.ACTOR_SIGNING_KEYS);
  return typeof token === 'string' ? actorVerifier(keys, service).verify(token) : null;
}

describe('sessions', () => {
  it('pass the signed-in user to the service as a token that it can verify', async () => {
    const session = gateway.signIn({ username: 'jane', role: 'reseller', resellerId: 'r-1' });
    await gateway.call('/api/user', { session });
    expect(await receivedActor()).toMatchObject({ username: 'jane', role: 'reseller', resellerId: 'r-1' });
    await gateway.call('/api/resellers/me', { session });
    expect(await receivedActor('svc-commerce')).toMatchObject({ username: 'jane' });
    await expect(receivedActor('svc-identity')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('send identity a hash of the cookie, so that the cookie never leaves the gateway', async () => {
    const session = gateway.signIn();
    const sent: string[] = [];
    const connection = await gateway.identity.bus.connected;
    connection.subscribe('>', {
      callback: (_err, message) => void sent.push(`${message.subject} ${message.string()}`),
    });
    // NATS must know the subscription before the gateway asks on its own connection.
    await connection.flush();
    expect((await gateway.call('/api/user', { session })).status).toBe(200);
    const subject = gateway.identity.bus.subjectOf(findSession.subject);
    const request = `${subject} ${JSON.stringify({ cookieHash: hashSecretToken(session) })}`;
    await until(() => sent.includes(request));
    // The fake identity puts the cookie into its replies as the session's name.
    const published = sent.filter((message) => !message.startsWith('_INBOX.'));
    expect(published.join('\n')).not.toContain(session);
  });

  it('treat an unknown cookie as signed out', async () => {
    for (const session of ['made-up', 'x'.repeat(5000)]) {
      expect(errorOf(await gateway.call('/api/user', { session }))).toBe('401 UNAUTHENTICATED');
      expect((await gateway.call('/api/pricing', { session })).status).toBe(200);
      expect(await receivedActor()).toBeNull();
    }
  });

  it('ask identity once for many requests of a session', async () => {
    const session = gateway.signIn();
    const before = gateway.questions();
    await Promise.all(Array.from({ length: 20 }, () => gateway.call('/api/user', { session })));
    // A slow machine may repeat a request.
    expect(gateway.questions() - before).toBeLessThanOrEqual(4);
  });

  it('repeat a late request, so that a hanging instance of identity locks nobody out', async () => {
    const session = gateway.signIn();
    const before = gateway.questions();
    const release = gateway.holdSessions(2);
    expect((await gateway.call('/api/user', { session })).status).toBe(200);
    expect(gateway.questions() - before).toBeGreaterThan(2);
    release();
    // A failure is not cached.
    const nobody = gateway.holdSessions();
    const other = gateway.signIn();
    expect(errorOf(await gateway.call('/api/user', { session: other }))).toBe('503 UNAVAILABLE');
    nobody();
    expect((await gateway.call('/api/user', { session: other })).status).toBe(200);
  });

  it('limit repeated requests while identity does not reply at all', async () => {
    const release = gateway.holdSessions();
    const sessions = Array.from({ length: 60 }, () => gateway.signIn());
    const before = gateway.questions();
    const replies = await Promise.all(sessions.map((session) => gateway.call('/api/user', { session })));
    release();
    expect(new Set(replies.map(errorOf))).toEqual(new Set(['503 UNAVAILABLE']));
    // The saved retries, and one for every five calls.
    expect(gateway.questions() - before).toBeLessThanOrEqual(60 + 20 + 12);
  });

  it('drop a session immediately when it ends', async () => {
    const session = gateway.signIn();
    await gateway.call('/api/user', { session });
    expect(await receivedActor()).not.toBeNull();
    const sessionId = gateway.signOut(session);
    gateway.identity.bus.broadcast(sessionsEnded, { sessionIds: [sessionId] });
    const endedAt = Date.now();
    await until(async () => (await gateway.call('/api/user', { session })).status === 401);
    // Well before the cached reply expires after three seconds.
    expect(Date.now() - endedAt).toBeLessThan(2500);
  });

  it('bypass the cache for sensitive calls, so that an ended session counts even without a broadcast', async () => {
    const session = gateway.signIn({ isFresh: true });
    const json = { email: 'jane@example.com' };
    const headers = { origin: OWN_ORIGIN };
    const change = () => gateway.call('/api/user/email', { method: 'PUT', json, session, headers });
    await gateway.call('/api/user', { session });
    expect((await change()).status).toBe(200);
    gateway.signOut(session);
    expect(errorOf(await change())).toBe('401 UNAUTHENTICATED');
    // The newer reply stays cached.
    expect(errorOf(await gateway.call('/api/user', { session }))).toBe('401 UNAUTHENTICATED');
  });

  it('ignore the session of callers with credentials in the request', async () => {
    const session = gateway.signIn({ role: 'admin' });
    const before = gateway.questions();
    const reply = await gateway.call('/api/license/validate', { json: {}, session });
    expect(reply.status).toBe(200);
    expect(await receivedActor()).toBeNull();
    expect(gateway.questions()).toBe(before);
  });

  it('allow public calls while identity is unavailable and answer 503 to others', async () => {
    const lonely = await gateway.another({ NATS_URL: 'nats://127.0.0.1:9' });
    const anyone = await lonely.call('/api/pricing', { session: gateway.signIn() });
    expect(anyone.status).toBe(200);
    const signedIn = await lonely.call('/api/user', { session: gateway.signIn() });
    expect(errorOf(signedIn)).toBe('503 UNAVAILABLE');
    await lonely.close();
  });
});

const tenant = (subdomain: string) => ({
  resellerId: 'r1',
  slug: subdomain,
  subdomain,
  businessName: 'Acme',
  productPrice: '79.00',
  currency: 'USD',
  logoUrl: null,
});

describe('calls that another site makes', () => {
  /** Commerce knows only this tenant. @returns its origin */
  const tenantAt = (label: string) => {
    const host = `${label}.localhost:8080`;
    gateway.upstream.answer((request, reply) => {
      if (request.url !== '/api/tenant') return {};
      return request.headers['x-forwarded-host'] === host ? tenant(label) : reply.status(404).send({});
    });
    return `http://${host}`;
  };
  afterEach(() => gateway.upstream.answer(null));
  const save = (headers: Record<string, string>, session?: string) =>
    gateway.call('/api/admin/settings', { json: {}, headers, ...(session ? { session } : {}) });

  it.each([
    'https://evil.example',
    'null',
    'http://localhost:8081',
    'https://localhost:8080',
    'http://localhost:8080.evil.example',
    'http://a.b.localhost:8080',
    'http://evil.example/?localhost:8080',
  ])('refuses the origin %s', async (origin) => {
    expect(errorOf(await save({ origin }, gateway.signIn({ role: 'admin' })))).toBe('403 ORIGIN_REFUSED');
    expect(errorOf(await save({ origin }))).toBe('403 ORIGIN_REFUSED');
    expect(gateway.upstream.received).toHaveLength(0);
  });

  it("are accepted from a tenant's page only if they are public", async () => {
    const origin = tenantAt('acme');
    expect(errorOf(await save({ origin }, gateway.signIn({ role: 'admin' })))).toBe('403 ORIGIN_REFUSED');
    expect(errorOf(await save({ origin }))).toBe('403 ORIGIN_REFUSED');
    expect(gateway.upstream.received).toHaveLength(0);
    for (const path of ['/api/create-reseller-product-checkout', '/api/support', '/api/license/resend'])
      expect((await gateway.call(path, { json: {}, headers: { origin } })).status).toBe(200);
  });

  it('are refused from a subdomain that no tenant has', async () => {
    tenantAt('acme');
    const buy = (label: string) =>
      gateway.call('/api/create-reseller-product-checkout', {
        json: {},
        headers: { origin: `http://${label}.localhost:8080` },
      });
    expect(errorOf(await buy('nobody'))).toBe('403 ORIGIN_REFUSED');
    expect((await buy('acme')).status).toBe(200);
  });

  it.each([
    '/api/login',
    '/api/register',
    '/api/logout',
    '/api/auth/forgot-password',
    '/api/auth/reset-password',
  ])("refuses %s from a tenant's page", async (path) => {
    const origin = tenantAt('acme');
    expect(errorOf(await gateway.call(path, { json: {}, headers: { origin } }))).toBe('403 ORIGIN_REFUSED');
    expect(gateway.upstream.received).toHaveLength(0);
  });

  it("get 503 on a tenant's page while commerce cannot say whether the tenant exists", async () => {
    gateway.upstream.answer((_request, reply) => reply.status(500).send({}));
    const headers = { origin: 'http://unread.localhost:8080' };
    expect(errorOf(await gateway.call('/api/support', { json: {}, headers }))).toBe('503 UNAVAILABLE');
  });

  it('are refused if Sec-Fetch-Site names another site', async () => {
    const origin = 'http://localhost:8080';
    const session = gateway.signIn({ role: 'admin' });
    const from = (site: string) => ({ origin, 'sec-fetch-site': site });
    for (const site of ['cross-site', 'same-site', 'none', 'anything'])
      expect(errorOf(await save(from(site), session))).toBe('403 ORIGIN_REFUSED');
    expect((await save(from('same-origin'), session)).status).toBe(200);
    const buy = (site: string) =>
      gateway.call('/api/create-main-checkout', { json: {}, headers: from(site) });
    expect(errorOf(await buy('cross-site'))).toBe('403 ORIGIN_REFUSED');
    expect((await buy('same-origin')).status).toBe(200);
  });

  it('are refused if they are unsafe, have a session and name no origin', async () => {
    expect(errorOf(await save({}, gateway.signIn({ role: 'admin' })))).toBe('403 ORIGIN_REFUSED');
    expect(gateway.upstream.received).toHaveLength(0);
  });

  it('are accepted from the product’s own pages', async () => {
    expect((await save({ origin: OWN_ORIGIN }, gateway.signIn({ role: 'admin' }))).status).toBe(200);
  });

  it('need no origin for webhooks, license-create and the extension, which use no cookies', async () => {
    for (const path of ['/api/stripe-webhook', '/api/webhook/license-create', '/api/license/activate']) {
      const reply = await gateway.call(path, {
        json: {},
        session: gateway.signIn(),
        headers: { origin: 'chrome-extension://abc' },
      });
      expect(reply.status).toBe(200);
      expect(gateway.upstream.received.at(-1)?.headers.cookie).toBeUndefined();
    }
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'are refused as a form of type %s, even from the product’s own origin',
    async (type) => {
      const reply = await gateway.call('/api/admin/settings', {
        method: 'POST',
        body: '{"testMode":true}',
        session: gateway.signIn({ role: 'admin' }),
        headers: { origin: OWN_ORIGIN, 'content-type': type },
      });
      expect(errorOf(reply)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
      expect(gateway.upstream.received).toHaveLength(0);
    },
  );
});
