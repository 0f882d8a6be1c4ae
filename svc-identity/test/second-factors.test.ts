import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { signInChanged } from '@leadping/contracts/identity/user-events';
import { personalData } from '@leadping/contracts/support/privacy-events';
import { eraseTwice } from '@leadping/test-kit/erase-twice';
import { until } from '@leadping/test-kit/until';
import { resetSecondFactors } from '../src/second-factors/reset-second-factors.ts';
import { ADMIN, cookieOf, errorOf, startIdentity, type IdentityUnderTest } from './identity.ts';
import { ownersOf, cookiesOf, type Owner } from './second-factor-owners.ts';

const HOUR_MS = 3_600_000;

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.close());

const { post, browser, newOwner, addPasskey, addAuthenticator, beginSignIn, complete } = ownersOf(
  () => identity,
);

describe('an authenticator app', () => {
  it('completes a sign-in with a code, which works only once', async () => {
    const owner = await newOwner();
    const { reply, codeOf, recoveryCodes } = await addAuthenticator(owner);
    expect(reply.status).toBe(201);
    expect(recoveryCodes).toHaveLength(10);

    const next = { method: 'authenticator', code: codeOf(30) };
    const begun = await beginSignIn(owner);
    const again = await beginSignIn(owner);
    const both = await Promise.all([complete(begun, next), complete(again, next)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    // The step that confirmed the set-up is used up as well.
    const third = await beginSignIn(owner);
    expect(errorOf(await complete(third, { method: 'authenticator', code: codeOf() }))).toBe(
      '400 SECOND_FACTOR_INVALID',
    );
    const winner = both[0].status === 200 ? begun : again;
    expect(errorOf(await complete(winner, next))).toBe('400 CHALLENGE_EXPIRED');
  });

  it('is stored sealed, and its recovery codes as hashes', async () => {
    const owner = await newOwner();
    const { recoveryCodes } = await addAuthenticator(owner);
    const stored = JSON.stringify(await identity.users.findById(owner.id).lean());
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
    expect(stored).toMatch(/"sealedSecret":"k1\.2\./);
  });

  it('is paused after wrong codes, but separately for a known browser', async () => {
    const owner = await newOwner();
    const { codeOf } = await addAuthenticator(owner);
    // The browser of an earlier sign-in.
    const known = await complete(await beginSignIn(owner), { method: 'authenticator', code: codeOf(30) });
    const device = cookiesOf(known)
      .split('; ')
      .find((each) => each.startsWith('device='));
    const begun = await beginSignIn(owner);
    const wrong = { method: 'authenticator', code: '000000' };
    const outcomes: string[] = [];
    // A slow machine takes longer than the first pauses, which grow.
    while (outcomes.length < 12 && outcomes.at(-1) !== '429 RATE_LIMITED')
      outcomes.push(errorOf(await complete(begun, wrong)));
    expect(outcomes).toContain('400 SECOND_FACTOR_INVALID');
    expect(outcomes.at(-1)).toBe('429 RATE_LIMITED');
    expect(errorOf(await complete(`${begun}; ${device}`, wrong))).toBe('400 SECOND_FACTOR_INVALID');
    expect(errorOf(await complete(begun, { method: 'recovery-code', code: 'x'.repeat(19) }))).toBe(
      '429 RATE_LIMITED',
    );
  });

  it('is active only after one of its codes was confirmed, and is set up once', async () => {
    const owner = await newOwner();
    await post('/api/user/authenticator/secret', owner.cookie);
    const wrong = await post('/api/user/authenticator', owner.cookie, { code: '000000' });
    expect(errorOf(wrong)).toBe('400 SECOND_FACTOR_INVALID');
    expect((await identity.signIn(owner.username, owner.password)).status).toBe(200);
    await addAuthenticator(owner);
    expect(errorOf(await post('/api/user/authenticator/secret', owner.cookie))).toBe('409 CONFLICT');
    const removed = await identity.call('/api/user/authenticator', {
      method: 'DELETE',
      cookie: owner.cookie,
    });
    expect(removed).toMatchObject({ status: 200, body: { authenticator: null, recoveryCodesLeft: 0 } });
    expect((await identity.signIn(owner.username, owner.password)).status).toBe(200);
  });
});

describe('a recovery code', () => {
  it('completes one sign-in however it is typed, is reported to the owner, and is void when new codes are created', async () => {
    const owner = await newOwner();
    const changes = await identity.commerce.collect(signInChanged);
    const { recoveryCodes } = await addAuthenticator(owner);
    const [code = '', other = ''] = recoveryCodes;
    // 28 letters of 5 bits: more than 112 bits may be stored as a plain hash.
    expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){6}[0-9a-hjkmnp-tv-z]{4}$/);
    const use = async (text: string) =>
      complete(await beginSignIn(owner), { method: 'recovery-code', code: text });

    const begun = [await beginSignIn(owner), await beginSignIn(owner)];
    const typed = { method: 'recovery-code', code: ` ${code.toUpperCase().replaceAll('-', ' ')}` };
    const both = await Promise.all(begun.map((each) => complete(each, typed)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    for (let again = 0; again < 2; again++)
      expect(errorOf(await use(code))).toBe('400 SECOND_FACTOR_INVALID');
    const mine = () => changes.filter(({ userId }) => userId === owner.id);
    await until(() => mine().length === 2);
    expect(mine().map(({ change, recoveryCodesLeft }) => [change, recoveryCodesLeft])).toEqual([
      ['authenticator-added', 10],
      ['recovery-code-used', 9],
    ]);

    const renewed = await post('/api/user/recovery-codes', owner.cookie);
    expect((renewed.body as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10);
    expect(errorOf(await use(other))).toBe('400 SECOND_FACTOR_INVALID');
    expect((await use((renewed.body as { recoveryCodes: string[] }).recoveryCodes[0] ?? '')).status).toBe(
      200,
    );
  });

  it('of staff leaves one entry in the audit log when it is used, at sign-in and within a session, and none if it is wrong', async () => {
    const owner = await newOwner();
    const { recoveryCodes } = await addAuthenticator(owner);
    const [first = '', second = ''] = recoveryCodes;
    await identity.users.updateOne({ _id: owner.id }, { role: 'support' });
    const proof = (code: string) => ({ method: 'recovery-code', code });

    const begun = [await beginSignIn(owner), await beginSignIn(owner)];
    expect(errorOf(await complete(begun[0] ?? '', proof('x'.repeat(28))))).toBe('400 SECOND_FACTOR_INVALID');
    expect(await identity.auditOf(owner.id)).toEqual([]);
    const both = await Promise.all(begun.map((each) => complete(each, proof(first))));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await post('/api/user/fresh-session', owner.cookie, proof(second))).status).toBe(200);

    const entries = await identity.auditOf(owner.id);
    const used = (before: number) => ({
      actor: { username: owner.username, role: 'support' },
      target: owner.id,
      changes: [{ field: 'codesLeft', before, after: before - 1 }],
      outcome: 'done',
    });
    expect(entries).toMatchObject([
      { action: 'POST /api/login/second-step', ...used(10) },
      { action: 'POST /api/user/fresh-session', ...used(9) },
    ]);
    for (const code of recoveryCodes) expect(JSON.stringify(entries)).not.toContain(code);
  });

  it('is created only for an account with a second factor, and does not open another account', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    expect(errorOf(await post('/api/user/recovery-codes', owner.cookie))).toBe('409 CONFLICT');
    const { recoveryCodes } = await addAuthenticator(owner);
    await addAuthenticator(other);
    const begun = await beginSignIn(other);
    const stolen = { method: 'recovery-code', code: recoveryCodes[0] };
    expect(errorOf(await complete(begun, stolen))).toBe('400 SECOND_FACTOR_INVALID');
  });
});

describe('the first step of a sign-in', () => {
  it('ends when the password is changed, and a second step without it is refused', async () => {
    const owner = await newOwner();
    const { codeOf } = await addAuthenticator(owner);
    const begun = await beginSignIn(owner);
    const json = { currentPassword: owner.password, newPassword: `${owner.password}2` };
    await identity.call('/api/user/password', { method: 'PUT', cookie: owner.cookie, json });
    const proof = { method: 'authenticator', code: codeOf(30) };
    expect(errorOf(await complete(begun, proof))).toBe('400 CHALLENGE_EXPIRED');
    expect(errorOf(await complete('sign-in=nobody', proof))).toBe('400 CHALLENGE_EXPIRED');
    expect(errorOf(await browser('/api/login/second-step', ''))).toBe('400 CHALLENGE_EXPIRED');
    expect(errorOf(await identity.signIn(owner.username, 'wrong'))).toBe('401 INVALID_CREDENTIALS');
  });
});

describe('a fresh session', () => {
  it('is opened with a second factor, and replaces the session', async () => {
    const owner = await newOwner();
    const { codeOf } = await addAuthenticator(owner);
    const { authenticator } = await addPasskey(owner);
    const age = () =>
      identity.sessions.updateMany({ userId: owner.id }, { signedInAt: new Date(Date.now() - HOUR_MS) });
    let { cookie } = owner;
    const refresh = async (json: unknown) => {
      await age();
      expect(await identity.actorOf(cookie)).not.toHaveProperty('isFresh');
      const reply = await post('/api/user/fresh-session', cookie, json);
      expect(reply.status).toBe(200);
      expect(await identity.actorOf(cookie)).toBeNull();
      cookie = cookieOf(reply);
      expect(await identity.actorOf(cookie)).toMatchObject({ isFresh: true });
    };
    const state = await identity.call('/api/user/fresh-session', { cookie });
    expect(state.body).toEqual({
      isFresh: true,
      methods: ['passkey', 'authenticator', 'recovery-code'],
    });
    await refresh({ method: 'authenticator', code: codeOf(30) });
    const options = await post('/api/user/fresh-session/challenge', cookie);
    await refresh({ method: 'passkey', credential: authenticator.assert(options.body as never) });
  });

  it('is opened with the password if the account has no second factor', async () => {
    const { cookie, password } = await newOwner();
    const refresh = (typed: string) =>
      post('/api/user/fresh-session', cookie, { method: 'password', password: typed });
    expect((await identity.call('/api/user/fresh-session', { cookie })).body).toEqual({
      isFresh: true,
      methods: ['password'],
    });
    expect(errorOf(await refresh('wrong'))).toBe('400 CURRENT_PASSWORD_WRONG');
    const replaced = await refresh(password);
    expect(await identity.actorOf(cookie)).toBeNull();
    expect(await identity.actorOf(cookieOf(replaced))).toMatchObject({ isFresh: true });
  });
});

describe('a thief who has a session and the password, but no second factor', () => {
  const remove = (path: string, cookie: string) => identity.call(path, { method: 'DELETE', cookie });

  it('cannot remove a second factor or add a passkey by signing in again', async () => {
    const owner = await newOwner();
    const { authenticator } = await addPasskey(owner);
    await addAuthenticator(owner);
    await identity.sessions.updateMany({ userId: owner.id }, { signedInAt: new Date(Date.now() - HOUR_MS) });
    const stored = () => identity.users.findById(owner.id).select('-outbox').lean();
    const before = await stored();

    const proof = { method: 'password', password: owner.password };
    expect(errorOf(await post('/api/user/fresh-session', owner.cookie, proof))).toBe(
      '400 SECOND_FACTOR_INVALID',
    );
    const refused = '403 FRESH_SIGN_IN_REQUIRED';
    expect(errorOf(await remove('/api/user/authenticator', owner.cookie))).toBe(refused);
    expect(errorOf(await remove(`/api/user/passkeys/${authenticator.id}`, owner.cookie))).toBe(refused);
    expect(errorOf(await post('/api/user/passkeys/challenge', owner.cookie))).toBe(refused);
    expect(errorOf(await post('/api/user/recovery-codes', owner.cookie))).toBe(refused);
    const json = { currentPassword: owner.password, newPassword: 'the thief chose this' };
    const change = await identity.call('/api/user/password', { method: 'PUT', cookie: owner.cookie, json });
    expect(errorOf(change)).toBe(refused);
    expect(await stored()).toEqual(before);
  });

  it('cannot remove a second factor in a session that began before the account had one', async () => {
    const owner = await newOwner();
    const thief = cookieOf(await identity.signIn(owner.username, owner.password));
    await addAuthenticator(owner);
    expect(errorOf(await remove('/api/user/authenticator', thief))).toBe('403 FRESH_SIGN_IN_REQUIRED');
    expect((await remove('/api/user/authenticator', owner.cookie)).status).toBe(200);
  });
});

describe('the sign-in policy', () => {
  let admin: Owner;
  let boss: Owner;
  const policy = (cookie: string, adminsNeedSecondFactor: boolean) =>
    identity.call('/api/admin/sign-in-policy', { method: 'PUT', cookie, json: { adminsNeedSecondFactor } });
  beforeEach(async () => {
    const cookie = cookieOf(await identity.signIn(ADMIN.username, ADMIN.password));
    const stored = await identity.users.findOne({ usernameKey: ADMIN.username }).orFail();
    boss = { ...ADMIN, email: stored.email, cookie, id: stored.id as string };
    admin = await newOwner();
    await identity.users.updateOne({ _id: admin.id }, { role: 'admin' });
  });

  it('makes admins without a second factor set one up, keeps their last factor, and does not affect resellers', async () => {
    const reseller = await newOwner();
    await identity.users.updateOne({ _id: reseller.id }, { role: 'reseller', resellerId: 'c'.repeat(24) });
    expect(errorOf(await policy(reseller.cookie, true))).toBe('403 FORBIDDEN');
    expect(errorOf(await policy(boss.cookie, true))).toBe('409 CONFLICT');
    const { authenticator } = await addPasskey(boss);
    expect((await policy(boss.cookie, true)).body).toMatchObject({
      adminsNeedSecondFactor: true,
      by: ADMIN.username,
    });
    const last = `/api/user/passkeys/${authenticator.id}`;
    expect(errorOf(await identity.call(last, { method: 'DELETE', cookie: boss.cookie }))).toBe(
      '409 LAST_SECOND_FACTOR',
    );

    const signedIn = await identity.signIn(admin.username, admin.password);
    expect(signedIn).toMatchObject({ status: 200, body: { mustSetUpSecondFactor: true } });
    const cookie = cookieOf(signedIn);
    expect(errorOf(await identity.call('/api/admin/sign-in-policy', { cookie }))).toBe(
      '403 SECOND_FACTOR_SETUP_REQUIRED',
    );
    const own = await addPasskey({ ...admin, cookie });
    const renewed = cookieOf(own.reply);
    expect(await identity.actorOf(cookie)).toBeNull();
    expect((await identity.call('/api/admin/sign-in-policy', { cookie: renewed })).status).toBe(200);
    expect((await identity.call('/api/user', { cookie: renewed })).body).not.toHaveProperty(
      'mustSetUpSecondFactor',
    );
    expect((await identity.signIn(reseller.username, reseller.password)).body).not.toHaveProperty(
      'mustSetUpSecondFactor',
    );

    expect((await policy(boss.cookie, false)).status).toBe(200);
    expect((await identity.call(last, { method: 'DELETE', cookie: boss.cookie })).status).toBe(200);
    const after = await identity.signIn(ADMIN.username, ADMIN.password);
    expect(Object.keys(after.body as object)).not.toContain('mustSetUpSecondFactor');
  });

  it('can require a second factor of resellers and of support staff separately', async () => {
    const [reseller, staff, nobody] = [await newOwner(), await newOwner(), await newOwner()];
    await identity.users.updateOne({ _id: reseller.id }, { role: 'reseller', resellerId: 'd'.repeat(24) });
    await identity.users.updateOne({ _id: staff.id }, { role: 'support' });
    const change = (rules: object) =>
      identity.call('/api/admin/sign-in-policy', { method: 'PUT', cookie: boss.cookie, json: rules });
    const isLed = async ({ username, password }: Owner) =>
      'mustSetUpSecondFactor' in ((await identity.signIn(username, password)).body as object);

    expect((await change({})).status).toBe(400);
    const on = await change({ adminsNeedSecondFactor: false, supportNeedsSecondFactor: true });
    expect(on).toMatchObject({
      status: 200,
      body: { supportNeedsSecondFactor: true, resellersNeedSecondFactor: false },
    });
    expect(await Promise.all([staff, reseller].map(isLed))).toEqual([true, false]);
    await change({ resellersNeedSecondFactor: true });
    for (const each of [reseller, staff]) expect(await isLed(each)).toBe(true);
    for (const each of [admin, nobody]) expect(await isLed(each)).toBe(false);
    // It holds for the sessions that there were.
    for (const { cookie } of [reseller, staff]) {
      expect(await identity.actorOf(cookie)).toMatchObject({ mustSetUpSecondFactor: true });
    }

    const { authenticator, reply } = await addPasskey(reseller);
    const cookie = cookieOf(reply);
    expect(await identity.actorOf(cookie)).not.toHaveProperty('mustSetUpSecondFactor');
    const last = await identity.call(`/api/user/passkeys/${authenticator.id}`, { method: 'DELETE', cookie });
    expect(last).toMatchObject({
      status: 409,
      body: {
        code: 'LAST_SECOND_FACTOR',
        message: 'Your account needs a second factor. Add another one before you remove this one.',
      },
    });

    // A call that does not name a rule leaves it, whatever another admin has made of it since the caller read it.
    await addPasskey(boss);
    expect((await change({ adminsNeedSecondFactor: true })).body).toMatchObject({
      supportNeedsSecondFactor: true,
    });
    expect((await change({ supportNeedsSecondFactor: true })).body).toMatchObject({
      adminsNeedSecondFactor: true,
      resellersNeedSecondFactor: true,
    });
    expect(errorOf(await change({ supportNeedsSecondFactor: 'no', adminsNeedSecondFactor: false }))).toMatch(
      /^400/,
    );
    const off = {
      adminsNeedSecondFactor: false,
      supportNeedsSecondFactor: false,
      resellersNeedSecondFactor: false,
    };
    expect((await change(off)).status).toBe(200);
    for (const each of [staff, admin]) expect(await isLed(each)).toBe(false);
  });
});

describe('a platform with the default sign-in policy', () => {
  let unset: IdentityUnderTest;
  beforeAll(async () => {
    unset = await startIdentity({ STAFF_NEEDS_SECOND_FACTOR: '' });
  });
  afterAll(() => unset.close());

  it('requires a second factor of admins and support staff, and lets an admin change that', async () => {
    const owners = ownersOf(() => unset);
    const isLed = async (role: string, more: object = {}) => {
      const { id, username, password } = await owners.newOwner();
      await unset.users.updateOne({ _id: id }, { role, ...more });
      return 'mustSetUpSecondFactor' in ((await unset.signIn(username, password)).body as object);
    };
    expect(await isLed('support')).toBe(true);
    expect(await isLed('reseller', { resellerId: 'e'.repeat(24) })).toBe(false);
    expect(await isLed('other')).toBe(false);

    const signedIn = await unset.signIn(ADMIN.username, ADMIN.password);
    expect(signedIn.body).toMatchObject({ mustSetUpSecondFactor: true });
    const policy = (cookie: string, json?: object) =>
      unset.call('/api/admin/sign-in-policy', { cookie, ...(json ? { method: 'PUT', json } : {}) });
    const admin = { ...ADMIN, email: '', id: '', cookie: cookieOf(signedIn) };
    expect(errorOf(await policy(admin.cookie))).toBe('403 SECOND_FACTOR_SETUP_REQUIRED');
    const cookie = cookieOf((await owners.addAuthenticator(admin)).reply);
    expect((await policy(cookie)).body).toEqual({
      adminsNeedSecondFactor: true,
      supportNeedsSecondFactor: true,
      resellersNeedSecondFactor: false,
      by: null,
      at: null,
    });
    expect((await policy(cookie, { supportNeedsSecondFactor: false })).status).toBe(200);
    expect(await isLed('support')).toBe(false);
    expect(await isLed('admin')).toBe(true);
  });
});

describe('a person who has second factors', () => {
  it('is exported with name and date only, and erased together with sign-ins that had begun', async () => {
    const owner = await newOwner();
    const { authenticator } = await addPasskey(owner, undefined, 'My laptop');
    await beginSignIn(owner);
    const { records } = await identity.commerce.bus.request(personalData('svc-identity'), {
      email: owner.email,
      offset: 0,
    });
    expect(JSON.stringify(records)).toContain('My laptop');
    expect(JSON.stringify(records)).not.toContain(authenticator.id);

    await eraseTwice(identity.config, 'svc-identity', owner.email);
    expect(await identity.users.countDocuments({ _id: owner.id })).toBe(0);
    expect(await identity.challenges.countDocuments({ userId: owner.id })).toBe(0);
  });
});

describe('second factors that an operator removes from an account', () => {
  it('leave sign-in with the password alone, end its sessions and begun sign-ins, and are reported to the owner', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const changes = await identity.commerce.collect(signInChanged);
    await addPasskey(owner);
    const { codeOf } = await addAuthenticator(owner);
    await addAuthenticator(other);
    const begun = await beginSignIn(owner);

    await resetSecondFactors(identity, owner.username.toUpperCase());

    expect(errorOf(await identity.call('/api/user', { cookie: owner.cookie }))).toBe('401 UNAUTHENTICATED');
    expect((await complete(begun, { method: 'authenticator', code: codeOf(30) })).status).toBeGreaterThan(
      399,
    );
    expect((await identity.signIn(owner.username, owner.password)).status).toBe(200);
    await beginSignIn(other);
    const notices = () => changes.filter(({ change }) => change === 'second-factors-reset');
    await until(() => notices().length > 0);
    expect(notices()).toMatchObject([{ userId: owner.id, email: owner.email, recoveryCodesLeft: 0 }]);
  });

  it('are removed once by simultaneous commands: one notice, and the other commands are refused', async () => {
    const owner = await newOwner();
    const changes = await identity.commerce.collect(signInChanged);
    await addAuthenticator(owner);
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => resetSecondFactors(identity, owner.username)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' });
    }
    // Events of one account are published in order, so the next event shows that no other reset follows.
    const cookie = cookieOf(await identity.signIn(owner.username, owner.password));
    await addAuthenticator({ ...owner, cookie });
    const ofOwner = () => changes.filter(({ userId }) => userId === owner.id).map(({ change }) => change);
    await until(() => ofOwner().at(-1) === 'authenticator-added' && ofOwner().length > 2);
    expect(ofOwner().filter((change) => change === 'second-factors-reset')).toHaveLength(1);
  });

  it('are not removed if the account is unknown or has none', async () => {
    const owner = await newOwner();
    await expect(resetSecondFactors(identity, 'nobody-of-this-name')).rejects.toThrow('There is no account');
    await expect(resetSecondFactors(identity, owner.username)).rejects.toThrow('has no second factor');
    expect((await identity.call('/api/user', { cookie: owner.cookie })).status).toBe(200);
  });
});
