import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findSession, resolveSession } from '@leadping/contracts/identity/requests';
import { sessionsEnded } from '@leadping/contracts/identity/user-events';
import { hashSecretToken } from '@leadping/service-kit/data/secret-token';
import { until } from '@leadping/test-kit/until';
import { ADMIN, cookieOf, newAccount, errorOf, startIdentity, type IdentityUnderTest } from './identity.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.close());

describe('a sign-in', () => {
  it('works for the admin of the first start with the configured password [P7.14]', async () => {
    const reply = await identity.signIn(ADMIN.username, ADMIN.password);
    expect(reply).toMatchObject({
      status: 200,
      body: { username: 'admin', role: 'admin', resellerId: null },
    });
    expect(await identity.actorOf(cookieOf(reply))).toMatchObject({ username: 'admin', role: 'admin' });
  });

  it('sets an HttpOnly cookie, which is stored only as a hash', async () => {
    const { cookie } = await identity.signUp();
    const { headers } = await identity.signIn(ADMIN.username, ADMIN.password);
    const [set = ''] = headers.getSetCookie();
    expect(set).toMatch(/^session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = cookie.slice('session='.length);
    expect(JSON.stringify(await identity.sessions.find().lean())).not.toContain(token);
  });

  it('creates a session that is found by the hash of its cookie, and for gateways of 0.1.0 by the cookie', async () => {
    const { cookie, username } = await identity.signUp();
    const token = cookie.slice('session='.length);
    const cookieHash = hashSecretToken(token);
    const { bus } = identity.commerce;
    const found = await bus.request(findSession, { cookieHash });
    expect(found).toMatchObject({ session: { actor: { username } } });
    expect(await bus.request(resolveSession, { token })).toEqual(found);
    expect(await bus.request(findSession, { cookieHash: token })).toEqual({ session: null });
    expect(await bus.request(resolveSession, { token: cookieHash })).toEqual({ session: null });
  });

  it('is shown by the session call with every field and no secret [P7.11] [S3.01]', async () => {
    const { cookie, user } = await identity.signUp({ username: 'Mary.Major' });
    const reply = await identity.call('/api/user', { cookie });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(user);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      username: 'Mary.Major',
      email: expect.stringContaining('@example.com'),
      emailVerified: false,
      firstName: '',
      lastName: '',
      role: 'other',
      resellerId: null,
      mustChangePassword: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('is required for the session call, which is a 401 otherwise [P7.12]', async () => {
    expect(errorOf(await identity.call('/api/user'))).toBe('401 UNAUTHENTICATED');
    expect(errorOf(await identity.call('/api/user', { cookie: 'session=never-issued' }))).toBe(
      '401 UNAUTHENTICATED',
    );
  });

  it('accepts the user name in any case, or the email', async () => {
    const { username, email, password } = await identity.signUp();
    expect((await identity.signIn(username.toUpperCase(), password)).status).toBe(200);
    expect((await identity.signIn(email.toUpperCase(), password)).status).toBe(200);
  });

  it('gets the same reply for a wrong password and an unknown user', async () => {
    const { username } = await identity.signUp();
    const wrong = await identity.signIn(username, 'not-the-password');
    const unknown = await identity.signIn(newAccount().username, 'not-the-password');
    const withoutId = (body: unknown) => ({ ...(body as object), requestId: '' });
    expect(errorOf(wrong)).toBe('401 INVALID_CREDENTIALS');
    expect(unknown.status).toBe(401);
    expect(withoutId(unknown.body)).toEqual(withoutId(wrong.body));
    expect(wrong.body).toMatchObject({
      message: 'Invalid username or password. Please check your credentials and try again.',
    });
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    ['an operator as the user name', { username: { $ne: null }, password: 'x' }],
    ['an operator as the password', { username: 'admin', password: { $gt: '' } }],
    ['a list', { username: ['admin'], password: 'x' }],
    ['a missing password', { username: 'admin' }],
    ['an empty password', { username: 'admin', password: '' }],
    ['a huge password', { username: 'admin', password: 'x'.repeat(201) }],
    ['a further field', { username: 'admin', password: ADMIN.password, role: 'admin' }],
    ['no object', 'admin'],
  ])('refuses %s', async (_what, json) => {
    const reply = await identity.call('/api/login', { json });
    expect(errorOf(reply)).toBe('400 VALIDATION_FAILED');
    expect(reply.headers.getSetCookie()).toEqual([]);
  });
});

describe('a session', () => {
  it('ends for a planted cookie at sign-in, and the gateways are notified', async () => {
    const attacker = await identity.signUp();
    const victim = await identity.signUp();
    const ended: string[][] = [];
    identity.commerce.bus.subscribe(sessionsEnded, ({ sessionIds }) => ended.push(sessionIds));
    await (await identity.commerce.bus.connected).flush();

    const reply = await identity.call('/api/login', {
      cookie: attacker.cookie,
      json: { username: victim.username, password: victim.password },
    });

    expect(cookieOf(reply)).not.toBe(attacker.cookie);
    expect(await identity.actorOf(attacker.cookie)).toBeNull();
    expect(await identity.actorOf(cookieOf(reply))).toMatchObject({ username: victim.username });
    await until(() => ended.length === 1);
  });

  it('is not created from a value that we never issued', async () => {
    const { username, password } = await identity.signUp();
    const planted = 'session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    const reply = await identity.call('/api/login', { cookie: planted, json: { username, password } });
    expect(cookieOf(reply)).not.toBe(planted);
    expect(await identity.actorOf(planted)).toBeNull();
  });

  it('ends when its owner logs out, which clears the cookie [P7.16]', async () => {
    const { cookie } = await identity.signUp();
    const reply = await identity.call('/api/logout', { method: 'POST', cookie });
    expect(reply).toMatchObject({ status: 200, body: { message: 'You have been successfully logged out' } });
    expect(reply.headers.getSetCookie()[0]).toMatch(/^session=; .*Expires=Thu, 01 Jan 1970/);
    expect(await identity.actorOf(cookie)).toBeNull();
    expect((await identity.call('/api/user', { cookie })).status).toBe(401);
  });

  it('is not required for logging out', async () => {
    expect((await identity.call('/api/logout', { method: 'POST' })).status).toBe(200);
  });

  it('is prolonged by use, but not past thirty days', async () => {
    const { cookie } = await identity.signUp();
    const session = await identity.sessions.findOne().sort({ signedInAt: -1 }).orFail();
    const inDays = (days: number) => new Date(session.signedInAt.getTime() + days * 24 * 3_600_000);

    session.expiresAt = inDays(2);
    await session.save();
    await identity.actorOf(cookie);
    const prolonged = await identity.sessions.findById(session._id).orFail();
    expect(prolonged.expiresAt.getTime()).toBeGreaterThanOrEqual(inDays(7).getTime());

    const past = new Date(Date.now() - 29 * 24 * 3_600_000);
    await identity.sessions.updateOne(
      { _id: session._id },
      { signedInAt: past, expiresAt: new Date(Date.now() + 1000) },
    );
    await identity.actorOf(cookie);
    const last = await identity.sessions.findById(session._id).orFail();
    expect(last.expiresAt.getTime()).toBe(past.getTime() + 30 * 24 * 3_600_000);
  });

  it.each(['admin', 'support'] as const)(
    'of %s ends after twelve hours, even if it began before the account became staff',
    async (role) => {
      const { username, password, user } = await identity.signUp();
      await identity.users.updateOne({ _id: user.id }, { role });
      const signedIn = await identity.signIn(username, password);
      expect(signedIn.headers.getSetCookie()[0]).toContain('Max-Age=43200;');
      const cookie = cookieOf(signedIn);
      const agedTo = async (hours: number) => {
        const signedInAt = new Date(Date.now() - hours * 3_600_000);
        // As a session that the account had opened before it became staff.
        const expiresAt = new Date(Date.now() + 3_600_000);
        await identity.sessions.updateMany({ userId: user.id }, { signedInAt, expiresAt });
        return identity.actorOf(cookie);
      };
      expect(await agedTo(11.9)).toMatchObject({ username });
      expect(await agedTo(12)).toBeNull();
    },
  );

  it('is invalid after its end, even before the database has removed it', async () => {
    const { cookie, user } = await identity.signUp();
    await identity.sessions.updateMany({ userId: user.id }, { expiresAt: new Date(Date.now() - 1) });
    expect(await identity.actorOf(cookie)).toBeNull();
  });
});
