import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OwnSession } from '@leadping/contracts/identity/own-session-routes';
import { sessionsEnded } from '@leadping/contracts/identity/user-events';
import { eraseTwice } from '@leadping/test-kit/erase-twice';
import { until } from '@leadping/test-kit/until';
import { Types } from 'mongoose';
import { randomBytes } from 'node:crypto';
import { endAllSessions } from '../src/sessions/end-sessions.ts';
import { cookieOf, errorOf, startIdentity, type IdentityUnderTest } from './identity.ts';

const SESSIONS = '/api/user/sessions';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18 Safari/604.1';

describe("a person's own sessions", () => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity.close());

  const list = async (cookie: string) => (await identity.call(SESSIONS, { cookie })).body as OwnSession[];
  const end = (path: string, cookie: string) => identity.call(path, { method: 'DELETE', cookie });
  const signedInTwice = async () => {
    const account = await identity.signUp();
    const phone = cookieOf(
      await identity.call('/api/login', {
        json: { username: account.username, password: account.password },
        headers: { 'user-agent': PHONE, 'x-forwarded-for': '203.0.113.20' },
      }),
    );
    return { ...account, phone };
  };

  it('are listed with device and address, the current one first', async () => {
    const { cookie, phone } = await signedInTwice();

    const sessions = await list(phone);

    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toEqual({
      id: expect.any(String),
      isCurrent: true,
      device: 'Safari on iPhone',
      address: '203.0.113.20',
      signedInAt: expect.any(String),
      usedAt: expect.any(String),
    });
    expect(JSON.stringify(sessions)).not.toContain(cookie.split('=')[1]);
  });

  it('can be ended one by one, and the gateways are notified', async () => {
    const { cookie, phone } = await signedInTwice();
    const other = (await list(cookie)).find(({ isCurrent }) => !isCurrent);
    const received: string[] = [];
    identity.commerce.bus.subscribe(sessionsEnded, ({ sessionIds }) => received.push(...sessionIds));
    await (await identity.commerce.bus.connected).flush();

    expect((await end(`${SESSIONS}/${other?.id}`, cookie)).status).toBe(200);

    await until(() => received.includes(other?.id ?? ''));
    expect(await identity.actorOf(phone)).toBeNull();
    expect(await identity.actorOf(cookie)).not.toBeNull();
    expect(errorOf(await end(`${SESSIONS}/${other?.id}`, cookie))).toBe('404 NOT_FOUND');
  });

  it('can be ended except for the current one', async () => {
    const { cookie, phone } = await signedInTwice();

    expect((await end(SESSIONS, cookie)).body).toEqual({ ended: 1 });

    expect(await identity.actorOf(phone)).toBeNull();
    expect((await list(cookie)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  it("do not include another person's session, which cannot be ended", async () => {
    const mine = await identity.signUp();
    const other = await identity.signUp();
    const [theirs] = await list(other.cookie);

    expect(errorOf(await end(`${SESSIONS}/${theirs?.id}`, mine.cookie))).toBe('404 NOT_FOUND');

    expect(await identity.actorOf(other.cookie)).not.toBeNull();
    expect((await list(mine.cookie)).map(({ id }) => id)).not.toContain(theirs?.id);
    expect(errorOf(await identity.call(SESSIONS))).toBe('401 UNAUTHENTICATED');
  });

  it('are listed up to the hundred that were used last, and a password change ends all 25,000 at the gateways', async () => {
    const { cookie, user, password } = await identity.signUp();
    const now = Date.now();
    const signIns = Array.from({ length: 25_000 }, (_, index) => ({
      _id: `signed-in-${index}-${randomBytes(16).toString('hex')}`,
      userId: new Types.ObjectId(user.id),
      generation: 0,
      signedInAt: new Date(now - index * 1000 - 1000),
      expiresAt: new Date(now + 30_000_000 - index * 1000),
      // Used a moment ago, and ends first: its thirty days are almost over.
      ...(index === 0
        ? {
            signedInAt: new Date(now - 29 * 24 * 3600_000),
            usedAt: new Date(now - 500),
            expiresAt: new Date(now + 600_000),
          }
        : {}),
    }));
    await identity.sessions.collection.insertMany(signIns as never);
    const received = new Set<string>();
    identity.commerce.bus.subscribe(sessionsEnded, ({ sessionIds }) => {
      for (const id of sessionIds) received.add(id);
    });
    await (await identity.commerce.bus.connected).flush();

    const listed = await list(cookie);
    expect(listed.map(({ id }) => id).slice(1)).toEqual(signIns.slice(0, 99).map(({ _id }) => _id));
    expect(listed[0]?.isCurrent).toBe(true);
    const json = { currentPassword: password, newPassword: 'a-better-one-7' };
    expect((await identity.call('/api/user/password', { method: 'PUT', cookie, json })).status).toBe(200);

    await until(() => signIns.every(({ _id }) => received.has(_id)));
  });

  it('end once when the person is erased, even if the erasure is delivered again', async () => {
    const { cookie, phone, email } = await signedInTwice();
    const other = await identity.signUp();

    const [first, ...again] = await eraseTwice(identity.config, 'svc-identity', email);

    expect(first).toMatchObject({ removed: [{ collection: 'users', count: 1 }], kept: [] });
    for (const report of again) expect(report).toMatchObject({ removed: [], kept: [] });
    for (const ended of [cookie, phone]) expect(await identity.actorOf(ended)).toBeNull();
    expect(await identity.actorOf(other.cookie)).not.toBeNull();
  });

  it('can be ended by an operator for one account or for all, and people may sign in again', async () => {
    const one = await signedInTwice();
    const other = await identity.signUp();
    await expect(endAllSessions(identity, 'nobody-of-this-name')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await identity.actorOf(one.cookie)).not.toBeNull();

    expect(await endAllSessions(identity, one.username.toUpperCase())).toBe(2);
    for (const ended of [one.cookie, one.phone]) expect(await identity.actorOf(ended)).toBeNull();
    expect(await identity.actorOf(other.cookie)).not.toBeNull();

    const again = cookieOf(await identity.signIn(one.username, one.password));
    expect(await identity.actorOf(again)).not.toBeNull();
    expect(await endAllSessions(identity, null)).toBeGreaterThan(1);
    for (const ended of [again, other.cookie]) expect(await identity.actorOf(ended)).toBeNull();
  });
});
