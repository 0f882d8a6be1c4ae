import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changePassword } from '@leadping/contracts/identity/account-routes';
import { errorCodesOf } from '@leadping/contracts/openapi';
import { ACTOR_HEADER, actorTokens } from '@leadping/service-kit/http/actor-token';
import {
  emailChanged,
  emailVerificationRequested,
  sessionsEnded,
} from '@leadping/contracts/identity/user-events';
import type { User as UserReply } from '@leadping/contracts/identity/session-routes';
import type { ErrorCode } from '@leadping/contracts/errors';
import { until } from '@leadping/test-kit/until';
import { untilPublished } from '@leadping/test-kit/until-published';
import { ADMIN, cookieOf, newAccount, errorOf, startIdentity, type IdentityUnderTest } from './identity.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.close());

/** Everything that the database keeps of a user, as somebody would post it who hopes that it is accepted. */
const FORGED = {
  id: '00000000000000000000ad01',
  _id: '00000000000000000000ad01',
  role: 'admin',
  resellerId: 'somebody-elses',
  usernameKey: 'admin',
  passwordHash: 'x',
  temporaryPasswordUntil: null,
  sessionGeneration: 99,
  resets: [],
  mustChangePassword: false,
  createdAt: '2020-01-01T00:00:00.000Z',
  outbox: [],
};

describe('a registration', () => {
  it.each(['support', 'Administrator', 'Ad.Min', 'no-reply'])(
    'refuses the reserved name %s',
    async (username) => {
      const reply = await identity.call('/api/register', { json: newAccount({ username }) });
      expect(errorOf(reply)).toBe('400 VALIDATION_FAILED');
      expect(await identity.users.countDocuments({ usernameKey: username.toLowerCase() })).toBe(0);
    },
  );

  it.each([
    ['zero-width characters', '\u200B\u200D'],
    ['direction marks', '\u200F\u202E'],
    ['fillers', '\u3164\u2800'],
  ])('refuses a name that consists only of %s, and accepts them within a name', async (_what, firstName) => {
    const register = (name: string) =>
      identity.call('/api/register', { json: { ...newAccount(), firstName: name } });
    expect(errorOf(await register(firstName))).toBe('400 VALIDATION_FAILED');
    expect((await register(`Zoë${firstName}`)).status).toBe(201);
  });

  it('creates an account with the role other and signs in [P7.15] [R-accounts.17]', async () => {
    const account = newAccount();
    const reply = await identity.call('/api/register', {
      json: { ...account, firstName: ' Jane ', lastName: 'Doe' },
    });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        username: account.username,
        role: 'other',
        firstName: 'Jane',
        lastName: 'Doe',
        resellerId: null,
      },
    });
    expect(await identity.actorOf(cookieOf(reply))).toMatchObject({
      username: account.username,
      role: 'other',
    });
  });

  it.each(Object.entries(FORGED))('refuses the field %s from the client', async (field, value) => {
    const account = newAccount();
    const reply = await identity.call('/api/register', { json: { ...account, [field]: value } });
    expect(errorOf(reply)).toBe('400 VALIDATION_FAILED');
    expect(await identity.users.exists({ email: account.email })).toBeNull();
  });

  it('refuses a user name that is taken, in any case', async () => {
    const { username } = await identity.signUp();
    const named = newAccount({ username: username.toUpperCase() });
    const reply = await identity.call('/api/register', { json: named });
    expect(errorOf(reply)).toBe('409 USERNAME_TAKEN');
    expect(reply.body).toMatchObject({ field: 'username' });
  });

  it('does not reveal that an email is taken: the reply is the same and the owner is notified', async () => {
    const claims = await identity.commerce.collect(emailVerificationRequested);
    const owner = await identity.signUpVerified();
    const taken = newAccount({ email: owner.email.toUpperCase() });
    const free = newAccount();
    const replies = await Promise.all([taken, free].map((json) => identity.call('/api/register', { json })));
    const shapes = replies.map(({ status, body }) => {
      const { id: _id, createdAt: _at, username: _name, email: _email, ...rest } = body as UserReply;
      return { status, rest };
    });
    expect(shapes[0]).toEqual(shapes[1]);
    await until(() => claims.some(({ username }) => username === taken.username));
    expect(claims.find(({ username }) => username === taken.username)).toMatchObject({
      ownerUsername: owner.username,
    });
  });

  it('lets only one of many simultaneous requests have a name', async () => {
    const { username } = newAccount();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => identity.call('/api/register', { json: newAccount({ username }) })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  it('accepts a password of 6 characters, and refuses shorter and very common ones [R-accounts.6] [S9.02]', async () => {
    const attempt = async (password: string) =>
      identity.call('/api/register', { json: newAccount({ password }) });
    expect((await attempt('x7!kQz')).status).toBe(201);
    expect(errorOf(await attempt('x7!kQ'))).toBe('400 VALIDATION_FAILED');
    for (const common of [
      '123456',
      'password',
      'Password',
      'qwerty',
      'iloveyou',
      'dragon',
      'Leadping2026!',
      'admin-123',
      // Leaked, and far from the most common.
      'Dimazarya',
      '193570356033',
    ]) {
      const reply = await attempt(common);
      expect(errorOf(reply)).toBe('400 PASSWORD_TOO_COMMON');
      expect(reply.body).toMatchObject({ field: 'password' });
    }
  });

  it.each([
    ['an operator as the email', { email: { $gt: '' } }],
    ['no email at all', { email: 'jane' }],
    ['a user name that looks like an email', { username: 'victim@example.com' }],
    ['a user name over two lines', { username: 'jane\r\nadmin' }],
  ])('refuses %s', async (_what, broken) => {
    const reply = await identity.call('/api/register', { json: { ...newAccount(), ...broken } });
    expect(errorOf(reply)).toBe('400 VALIDATION_FAILED');
  });
});

describe('the profile', () => {
  it('saves email and name [S7.31]', async () => {
    const cookie = cookieOf(await identity.signIn(ADMIN.username, ADMIN.password));
    const json = { email: 'Boss@Example.com', firstName: 'Ada', lastName: 'Boss' };
    const reply = await identity.call('/api/user/profile', { method: 'PUT', cookie, json });
    expect(reply).toMatchObject({ status: 200, body: { ...json, role: 'admin' } });
    expect((await identity.signIn('BOSS@example.com', ADMIN.password)).status).toBe(200);
    expect(await identity.call('/api/user', { cookie })).toMatchObject({ body: { firstName: 'Ada' } });
  });

  it.each(Object.entries({ ...FORGED, username: 'admin2', password: 'x' }))(
    'refuses the field %s from the client',
    async (field, value) => {
      const { cookie, email, user } = await identity.signUp();
      const json = { email, firstName: 'Eve', lastName: '', [field]: value };
      const reply = await identity.call('/api/user/profile', { method: 'PUT', cookie, json });
      expect(errorOf(reply)).toBe('400 VALIDATION_FAILED');
      expect((await identity.call('/api/user', { cookie })).body).toEqual(user);
    },
  );

  it('needs a session', async () => {
    const json = { email: 'a@example.com', firstName: '', lastName: '' };
    const reply = await identity.call('/api/user/profile', { method: 'PUT', json });
    expect(errorOf(reply)).toBe('401 UNAUTHENTICATED');
  });

  it('refuses a token that is signed with a foreign key', async () => {
    const { user } = await identity.signUp();
    const forged = await actorTokens([`k1:${'ab'.repeat(32)}`], 'gateway').sign(
      {
        userId: user.id,
        username: '',
        email: '',
        role: 'admin',
        resellerId: null,
        signedInAt: Date.now(),
      },
      'svc-identity',
    );
    const reply = await identity.call('/api/user', { headers: { [ACTOR_HEADER]: forged } });
    expect(errorOf(reply)).toBe('401 UNAUTHENTICATED');
  });
});

describe('an admin', () => {
  it('manages their own profile and password [S6.04]', async () => {
    const put = (cookie: string, path: string, json: unknown) =>
      identity.call(path, { method: 'PUT', cookie, json });
    const cookie = cookieOf(await identity.signIn(ADMIN.username, ADMIN.password));
    const profile = { email: newAccount().email, firstName: 'Grace', lastName: 'Admin' };
    expect(await put(cookie, '/api/user/profile', profile)).toMatchObject({ status: 200, body: profile });

    const passwords = { currentPassword: ADMIN.password, newPassword: 'a-better-one-7' };
    const changed = await put(cookie, '/api/user/password', passwords);
    expect(changed.status).toBe(200);
    expect((await identity.signIn(ADMIN.username, 'a-better-one-7')).status).toBe(200);
    const back = { currentPassword: 'a-better-one-7', newPassword: ADMIN.password };
    expect((await put(cookieOf(changed), '/api/user/password', back)).status).toBe(200);
  });
});

describe('the email', () => {
  const longAgo = () => new Date(Date.now() - 16 * 60_000);

  it('is changed after a recent sign-in, the event has the old address, and the session is kept [S7.55] [R-accounts.15]', async () => {
    const collected = await identity.commerce.collect(emailChanged);
    const ended: string[] = [];
    identity.commerce.bus.subscribe(sessionsEnded, ({ sessionIds }) => ended.push(...sessionIds));
    const { cookie, email, user, username } = await identity.signUp();
    const next = newAccount().email;
    const reply = await identity.call('/api/user/email', { method: 'PUT', cookie, json: { email: next } });
    expect(reply).toMatchObject({ status: 200, body: { email: next } });
    await until(() => collected.length > 0);
    const change = { userId: user.id, username, email: next, previousEmail: email };
    expect(collected).toEqual([{ ...change, resellerId: null, emailRevision: 1, wasVerified: false }]);
    expect(await identity.actorOf(cookie)).toMatchObject({ email: next });
    expect(ended).toEqual([]);
  });

  it('is published as verified when it changes, if it was verified', async () => {
    const collected = await identity.commerce.collect(emailChanged);
    const { cookie, email, user } = await identity.signUp();
    await identity.users.updateOne({ _id: user.id }, { $set: { verifiedEmailKey: email } });
    const next = { email: newAccount().email };
    await identity.call('/api/user/email', { method: 'PUT', cookie, json: next });
    const ofUser = () => collected.filter(({ userId }) => userId === user.id);
    await until(() => ofUser().length > 0);
    expect(ofUser()).toMatchObject([{ previousEmail: email, wasVerified: true }]);
  });

  it.each(['/api/user/email', '/api/user/profile'])(
    'is not changed by %s long after the sign-in [R-accounts.15]',
    async (path) => {
      const { cookie, user, email } = await identity.signUp();
      await identity.sessions.updateMany({ userId: user.id }, { signedInAt: longAgo() });
      const names = path.endsWith('profile') ? { firstName: 'Eve', lastName: '' } : {};
      const json = { email: newAccount().email, ...names };
      expect(errorOf(await identity.call(path, { method: 'PUT', cookie, json }))).toBe(
        '403 FRESH_SIGN_IN_REQUIRED',
      );
      expect((await identity.call('/api/user', { cookie })).body).toEqual({ ...user, email });
    },
  );

  it('is changed at most five times an hour, and further calls store nothing until the time in the reply', async () => {
    const mailed = await identity.commerce.collect(emailVerificationRequested);
    const { cookie, user } = await identity.signUp();
    const change = (path: string, email = newAccount().email) => {
      const names = path.endsWith('profile') ? { firstName: 'Eve', lastName: '' } : {};
      return identity.call(path, { method: 'PUT', cookie, json: { email, ...names } });
    };
    const stored = async () => {
      await untilPublished(identity.users.collection);
      return identity.users.findById(user.id).orFail().lean();
    };
    for (let times = 0; times < 4; times++) expect((await change('/api/user/email')).status).toBe(200);
    const together = await Promise.all(Array.from({ length: 6 }, () => change('/api/user/profile')));
    expect(together.filter(({ status }) => status === 200)).toHaveLength(1);

    const before = await stored();
    for (const path of ['/api/user/email', '/api/user/profile']) {
      const refused = await change(path);
      expect(refused).toMatchObject({
        status: 429,
        body: {
          code: 'RATE_LIMITED',
          message: expect.stringMatching(/5 times within an hour.*try again in 60 minutes/),
        },
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    }
    expect(await stored()).toEqual(before);
    // In other letters it is the same address, and no mail.
    expect((await change('/api/user/email', before.email.toUpperCase())).status).toBe(200);

    const emailChanges = before.emailChanges?.map((at) => new Date(at.getTime() - 3_600_000));
    await identity.users.updateOne({ _id: user.id }, { $set: { emailChanges } });
    const last = newAccount().email;
    expect((await change('/api/user/email', last)).status).toBe(200);
    const mine = () => mailed.filter(({ userId }) => userId === user.id).map(({ email }) => email);
    await until(() => mine().includes(last));
    // The registration's, and those of six changes.
    expect(new Set(mine()).size).toBe(7);
  });

  it('is changed together with the name in one entry of the audit log', async () => {
    const { cookie, user, email } = await identity.signUp();
    await identity.users.updateOne({ _id: user.id }, { role: 'support' });
    const json = { email: newAccount().email, firstName: 'Ada', lastName: 'Boss' };
    const reply = await identity.call('/api/user/profile', { method: 'PUT', cookie, json });
    expect(reply).toMatchObject({ status: 200, body: json });
    expect(await identity.auditOf(user.id)).toMatchObject([
      {
        action: 'PUT /api/user/profile',
        outcome: 'done',
        changes: [
          { field: 'email', before: email, after: json.email },
          { field: 'firstName', before: '', after: 'Ada' },
          { field: 'lastName', before: '', after: 'Boss' },
        ],
      },
    ]);
  });

  it('the name can be saved without a recent sign-in', async () => {
    const { cookie, user, email } = await identity.signUp();
    await identity.sessions.updateMany({ userId: user.id }, { signedInAt: longAgo() });
    const json = { email, firstName: 'Eve', lastName: '' };
    const reply = await identity.call('/api/user/profile', { method: 'PUT', cookie, json });
    expect(reply).toMatchObject({ status: 200, body: { firstName: 'Eve' } });
  });

  it('cannot be verified if it belongs to another account, whose owner is notified', async () => {
    const claims = await identity.commerce.collect(emailVerificationRequested);
    const owner = await identity.signUpVerified();
    const { cookie, user } = await identity.signUpVerified();
    const json = { email: owner.email };
    const reply = await identity.call('/api/user/email', { method: 'PUT', cookie, json });
    expect(reply).toMatchObject({ status: 200, body: { email: owner.email, emailVerified: false } });
    await until(() => claims.some(({ userId, email }) => userId === user.id && email === owner.email));
    expect(claims.at(-1)).toMatchObject({ ownerUsername: owner.username });
    const token = await identity.verificationToken(user.id);
    expect(errorOf(await identity.call('/api/user/verify-email', { cookie, json: { token } }))).toBe(
      '409 EMAIL_TAKEN',
    );
    expect(await identity.signIn(owner.email, owner.password)).toMatchObject({ body: { id: owner.user.id } });
  });
});

describe('the password', () => {
  const change = (cookie: string, currentPassword: unknown, newPassword: unknown) =>
    identity.call('/api/user/password', { method: 'PUT', cookie, json: { currentPassword, newPassword } });

  it('is changed, and the other sessions end and this one is renewed [S7.32]', async () => {
    const { cookie, username, password, user } = await identity.signUp();
    const elsewhere = cookieOf(await identity.signIn(username, password));
    const ended: string[] = [];
    identity.commerce.bus.subscribe(sessionsEnded, ({ sessionIds }) => ended.push(...sessionIds));
    await (await identity.commerce.bus.connected).flush();

    const reply = await change(cookie, password, 'a-better-one-7');

    expect(reply).toMatchObject({ status: 200, body: { message: 'Password changed successfully' } });
    expect(await identity.actorOf(elsewhere)).toBeNull();
    expect(await identity.actorOf(cookie)).toBeNull();
    expect(await identity.actorOf(cookieOf(reply))).toMatchObject({ userId: user.id });
    await until(() => ended.length === 2);
    expect((await identity.signIn(username, password)).status).toBe(401);
    expect((await identity.signIn(username, 'a-better-one-7')).status).toBe(200);
  });

  it('is changed once if two calls change it at the same moment, and the other call gets an error of the contract', async () => {
    const { cookie, password, username } = await identity.signUp();
    const chosen = ['a-better-one-7', 'a-better-one-8'];
    const replies = await Promise.all(chosen.map((each) => change(cookie, password, each)));
    const won = replies.findIndex(({ status }) => status === 200);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const lost = replies.find(({ status }) => status !== 200)?.body as { code: ErrorCode } | undefined;
    expect(errorCodesOf(changePassword)).toContain(lost?.code);
    expect((await identity.signIn(username, chosen[won] ?? '')).status).toBe(200);
  });

  it('is stored as Argon2id with 19 MiB and two passes', async () => {
    const { user } = await identity.signUp();
    const { passwordHash } = await identity.users.findById(user.id).orFail();
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('is not changed with a wrong current password, which is not a 401 [S7.33]', async () => {
    const { cookie, username, password } = await identity.signUp();
    const reply = await change(cookie, 'not-the-password', 'a-better-one-7');
    expect(errorOf(reply)).toBe('400 CURRENT_PASSWORD_WRONG');
    expect(reply.body).toMatchObject({ field: 'currentPassword' });
    expect((await identity.signIn(username, password)).status).toBe(200);
    expect(await identity.actorOf(cookie)).not.toBeNull();
  });

  it('refuses a new password that is too short, too common or not text [S9.02]', async () => {
    const { cookie, password } = await identity.signUp();
    expect(errorOf(await change(cookie, password, '12345'))).toBe('400 VALIDATION_FAILED');
    const common = await change(cookie, password, '123456');
    expect(errorOf(common)).toBe('400 PASSWORD_TOO_COMMON');
    expect(common.body).toMatchObject({ field: 'newPassword' });
    expect(errorOf(await change(cookie, { $ne: '' }, 'a-better-one-7'))).toBe('400 VALIDATION_FAILED');
  });

  it('cannot be guessed without pauses in a stolen session', async () => {
    const { cookie } = await identity.signUp();
    const replies: Awaited<ReturnType<typeof change>>[] = [];
    // A slow machine takes longer than the first pauses, which grow.
    while (replies.length < 12 && replies.at(-1)?.status !== 429)
      replies.push(await change(cookie, `guess-${replies.length}`, 'a-better-one-7'));
    expect(replies.length).toBeGreaterThan(5);
    expect(replies.at(-1)?.headers.get('retry-after')).toMatch(/^[1-9]/);
  });

  it('ends a session from before its change even if the session was not removed', async () => {
    const { cookie, user } = await identity.signUp();
    await identity.users.updateOne({ _id: user.id }, { $inc: { sessionGeneration: 1 } });
    expect(await identity.actorOf(cookie)).toBeNull();
  });
});

describe('an unusual address', () => {
  it.each([
    'a&b@example.com',
    "o'neil+x/y@example.com",
    '"john smith"@example.com',
    'info@müller.de',
    'k=v@xn--e1afmkfd.xn--p1ai',
  ])('%s is stored as typed and found in upper case', async (address) => {
    const [local, domain] = [
      address.slice(0, address.lastIndexOf('@')),
      address.slice(address.lastIndexOf('@')),
    ];
    const { email, password, user } = await identity.signUp({ email: `${local}${domain.toUpperCase()}` });
    expect(user.email).toBe(email);
    expect(await identity.signIn(email.toUpperCase(), password)).toMatchObject({ body: { id: user.id } });
  });

  it.each(['anna', 'anna@', 'a@b', `${'x'.repeat(65)}@example.com`, `a@${'x'.repeat(64)}.com`])(
    '%s is refused as invalid',
    async (email) => {
      const reply = await identity.call('/api/register', { json: newAccount({ email }) });
      expect(errorOf(reply)).toBe('400 VALIDATION_FAILED');
    },
  );
});
