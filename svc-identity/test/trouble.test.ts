import { afterEach, describe, expect, it } from '@jest/globals';
import { findSession } from '@leadping/contracts/identity/requests';
import { passwordResetRequested } from '@leadping/contracts/identity/user-events';
import { openBreakableConnection, type BreakableConnection } from '@leadping/test-kit/breakable-connection';
import { until } from '@leadping/test-kit/until';
import { cookieOf, newAccount, errorOf, startIdentity, type IdentityUnderTest } from './identity.ts';

let identity: IdentityUnderTest | undefined;
let door: BreakableConnection | undefined;
afterEach(async () => {
  door?.mend();
  await identity?.close();
  await door?.close();
  identity = door = undefined;
});

async function startBehindDoor(server: 'MONGODB_URI' | 'NATS_URL') {
  door = await openBreakableConnection(process.env[server] ?? '');
  identity = await startIdentity({ [server]: door.uri });
  return { door, identity };
}

describe('without the database', () => {
  it('sign-in, registration and password reset get a 503 with Retry-After, and sessions work again afterwards', async () => {
    const { door, identity } = await startBehindDoor('MONGODB_URI');
    const { username, password, email, cookie } = await identity.signUp();
    const token = cookie.slice('session='.length);
    door.cut();

    const [signIn, register, forgot, reset] = await Promise.all([
      identity.signIn(username, password),
      identity.call('/api/register', { json: newAccount() }),
      identity.call('/api/auth/forgot-password', { json: { email } }),
      identity.call('/api/auth/reset-password', { json: { token, newPassword: 'a-better-one-7' } }),
    ]);
    for (const reply of [signIn, register, forgot, reset]) {
      expect(errorOf(reply)).toBe('503 UNAVAILABLE');
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    await expect(
      identity.commerce.bus.request(findSession, { cookieHash: 'any' }, { timeoutMs: 15_000 }),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
    await until(async () => (await identity.call('/readyz')).status === 503);

    door.mend();
    await until(async () => (await identity.call('/readyz')).status === 200);
    expect(await identity.actorOf(cookie)).toMatchObject({ username });
  });
});

describe('without NATS', () => {
  it('people can sign in, and mail requests are published when NATS is back', async () => {
    const { door, identity } = await startBehindDoor('NATS_URL');
    const { username, password, email } = await identity.signUp();
    const collected = await identity.commerce.collect(passwordResetRequested);
    door.cut();

    expect((await identity.signIn(username, password)).status).toBe(200);
    expect((await identity.call('/api/auth/forgot-password', { json: { email } })).status).toBe(200);
    expect(collected).toEqual([]);

    door.mend();
    await until(() => collected.length === 1, 60);
    expect(collected).toMatchObject([{ email }]);
  });
});

describe('in production', () => {
  it('the cookie is Secure and has the __Host- prefix', async () => {
    identity = await startIdentity({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' });
    const reply = await identity.call('/api/register', { json: newAccount() });
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const out = await identity.call('/api/logout', { method: 'POST', cookie: cookieOf(reply) });
    expect(out.headers.getSetCookie()[0]).toMatch(/^__Host-session=; .*Path=\/.*Secure/);
    expect(await identity.actorOf(cookieOf(reply))).toBeNull();
  });
});
