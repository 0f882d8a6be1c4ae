import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SecondFactors } from '@leadping/contracts/identity/second-factor-routes';
import { signInChanged } from '@leadping/contracts/identity/user-events';
import { logRecorded } from '@leadping/contracts/support/log-events';
import { personalData } from '@leadping/contracts/support/privacy-events';
import { eraseTwice } from '@leadping/test-kit/erase-twice';
import type { Reply } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { TOTP } from 'otpauth';
import { resetSecondFactors } from '../src/second-factors/reset-second-factors.ts';
import { ADMIN, cookieOf, errorOf, startIdentity, type Account, type IdentityUnderTest } from './identity.ts';
import { virtualAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.ts';

const HOUR_MS = 3_600_000;

interface Owner extends Account {
  cookie: string;
  id: string;
}

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.close());

const publicUrl = () => identity.config.PUBLIC_URL;
const post = (path: string, cookie: string, json?: unknown) =>
  identity.call(path, { method: 'POST', cookie, ...(json === undefined ? {} : { json }) });
/** As a browser without a session: the cookie is only sent. */
const browser = (path: string, cookie: string, json?: unknown) =>
  identity.call(path, {
    method: json === undefined && !path.endsWith('/challenge') ? 'GET' : 'POST',
    headers: { cookie },
    ...(json === undefined ? {} : { json }),
  });
/** Every cookie that a reply sets, as a browser sends them back. */
const cookiesOf = (reply: Reply) =>
  reply.headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0])
    .join('; ');

async function newOwner(): Promise<Owner> {
  const { user, ...account } = await identity.signUpVerified();
  return { ...account, id: user.id };
}

async function addPasskey(
  { cookie }: Owner,
  authenticator: VirtualAuthenticator = virtualAuthenticator(publicUrl()),
  name = 'Laptop',
) {
  const options = await post('/api/user/passkeys/challenge', cookie);
  const credential = authenticator.register(options.body as never);
  const reply = await post('/api/user/passkeys', cookie, { name, credential });
  return { authenticator, reply, recoveryCodes: (reply.body as { recoveryCodes: string[] }).recoveryCodes };
}

async function addAuthenticator({ cookie }: Owner) {
  const { secret } = (await post('/api/user/authenticator/secret', cookie)).body as { secret: string };
  const codeOf = (shiftSeconds = 0) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + shiftSeconds * 1000 });
  const reply = await post('/api/user/authenticator', cookie, { code: codeOf() });
  // Its step is used up, so that sign-ins of the same half minute take the next one.
  return { reply, codeOf, recoveryCodes: (reply.body as { recoveryCodes: string[] }).recoveryCodes };
}

const beginSignIn = async ({ username, password }: Account) => {
  const reply = await identity.signIn(username, password);
  expect(errorOf(reply)).toBe('401 SECOND_FACTOR_REQUIRED');
  return cookieOf(reply);
};

const complete = (begun: string, json: unknown) => browser('/api/login/second-step', begun, json);

describe('a passkey', () => {
  it('signs in alone, without a name or a password, and completes a sign-in with the password', async () => {
    const owner = await newOwner();
    const { authenticator, reply } = await addPasskey(owner);
    expect(reply).toMatchObject({
      status: 201,
      body: { passkey: { name: 'Laptop', lastUsedAt: null }, recoveryCodes: expect.any(Array) },
    });

    const logs = await identity.commerce.collect(logRecorded('identity'));
    const challenge = await identity.call('/api/login/passkey/challenge', { method: 'POST' });
    expect(challenge.body).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const userHandle = Buffer.from(owner.id, 'hex').toString('base64url');
    const credential = authenticator.assert(challenge.body as never, { userHandle });
    const alone = await browser('/api/login/passkey', cookieOf(challenge), { credential });
    expect(alone).toMatchObject({ status: 200, body: { username: owner.username } });
    expect(await identity.actorOf(cookieOf(alone))).toMatchObject({ userId: owner.id, isFresh: true });

    const begun = await beginSignIn(owner);
    expect(await identity.actorOf(begun)).toBeNull();
    expect((await browser('/api/login/second-step', begun)).body).toMatchObject({
      methods: ['passkey', 'recovery-code'],
    });
    const second = await browser('/api/login/second-step/challenge', begun);
    const proof = { method: 'passkey', credential: authenticator.assert(second.body as never) };
    expect(await complete(begun, proof)).toMatchObject({ status: 200, body: { username: owner.username } });
    const signedIn = () =>
      logs.flatMap(({ message, data }) =>
        message === 'Signed in' && data.username === owner.username ? [data.factors] : [],
      );
    await until(() => signedIn().length === 2);
    expect(signedIn().toSorted()).toEqual(['passkey', 'password and passkey']);

    const listed = await identity.call('/api/user/second-factors', { cookie: owner.cookie });
    const { passkeys } = listed.body as SecondFactors;
    expect(passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: expect.any(String) }]);
  });

  it('is taken once for its challenge, in the browser that got it, and never after five minutes', async () => {
    const owner = await newOwner();
    const { authenticator } = await addPasskey(owner);
    const challenge = async () => {
      const reply = await identity.call('/api/login/passkey/challenge', { method: 'POST' });
      return { cookie: cookieOf(reply), credential: authenticator.assert(reply.body as never) };
    };
    const signIn = (cookie: string, credential: unknown) =>
      browser('/api/login/passkey', cookie, { credential });

    const first = await challenge();
    const other = await challenge();
    const both = await Promise.all([1, 2].map(() => signIn(first.cookie, first.credential)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(errorOf(await signIn(first.cookie, first.credential))).toBe('400 CHALLENGE_EXPIRED');
    expect(errorOf(await signIn(other.cookie, (await challenge()).credential))).toBe(
      '400 SECOND_FACTOR_INVALID',
    );
    expect(
      errorOf(await identity.call('/api/login/passkey', { json: { credential: first.credential } })),
    ).toBe('400 CHALLENGE_EXPIRED');

    const late = await challenge();
    await identity.challenges.updateMany({}, { expiresAt: new Date(Date.now() - 1000) });
    expect(errorOf(await signIn(late.cookie, late.credential))).toBe('400 CHALLENGE_EXPIRED');
  });

  it.each<[string, Parameters<VirtualAuthenticator['assert']>[1]]>([
    ["a tenant's page", { origin: 'http://acme.localhost:8080' }],
    ['another site', { origin: 'https://evil.example' }],
    ['an authenticator that did not verify its user', { isUserVerified: false }],
    ["another account's handle", { userHandle: Buffer.from('b'.repeat(24), 'hex').toString('base64url') }],
  ])('is refused alone from %s', async (_, page) => {
    const owner = await newOwner();
    const { authenticator } = await addPasskey(owner);
    const challenge = await identity.call('/api/login/passkey/challenge', { method: 'POST' });
    const credential = authenticator.assert(challenge.body as never, page);
    const reply = await browser('/api/login/passkey', cookieOf(challenge), { credential });
    expect(errorOf(reply)).toBe('400 SECOND_FACTOR_INVALID');
    expect(cookiesOf(reply)).not.toContain('session=');
  });

  it('needs no verified user beside the password, and nobody else can use it for theirs', async () => {
    const [owner, thief] = [await newOwner(), await newOwner()];
    const { authenticator } = await addPasskey(owner);
    const own = await addPasskey(thief);
    const begun = await beginSignIn(owner);
    const options = async () => (await browser('/api/login/second-step/challenge', begun)).body as never;
    const stolen = { method: 'passkey', credential: own.authenticator.assert(await options()) };
    expect(errorOf(await complete(begun, stolen))).toBe('400 SECOND_FACTOR_INVALID');
    const credential = authenticator.assert(await options(), { isUserVerified: false });
    expect((await complete(begun, { method: 'passkey', credential })).status).toBe(200);
  });

  it('whose counter went back is refused, and the admins see it in the logs', async () => {
    const owner = await newOwner();
    const { authenticator } = await addPasskey(owner);
    const logs = await identity.commerce.collect(logRecorded('identity'));
    const signIn = async () => {
      const challenge = await identity.call('/api/login/passkey/challenge', { method: 'POST' });
      const credential = authenticator.assert(challenge.body as never);
      return browser('/api/login/passkey', cookieOf(challenge), { credential });
    };
    authenticator.setCounter(7);
    expect((await signIn()).status).toBe(200);
    authenticator.setCounter(5);
    expect(errorOf(await signIn())).toBe('400 SECOND_FACTOR_INVALID');
    await until(() => logs.some(({ message }) => message.startsWith('Passkey refused: there may be a copy')));
  });

  it('is one of several, with names that change, and belongs to one account', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const phone = await addPasskey(owner, virtualAuthenticator(publicUrl(), false), 'Phone');
    const laptop = await addPasskey(owner, undefined, 'Laptop');
    expect(laptop.recoveryCodes).toBeNull();
    const path = `/api/user/passkeys/${phone.authenticator.id}`;
    const rename = (cookie: string) =>
      identity.call(path, { method: 'PUT', cookie, json: { name: 'New phone' } });
    expect(await rename(owner.cookie)).toMatchObject({ status: 200, body: { name: 'New phone' } });
    expect(errorOf(await rename(other.cookie))).toBe('404 NOT_FOUND');
    expect(errorOf(await identity.call(path, { method: 'DELETE', cookie: other.cookie }))).toBe(
      '404 NOT_FOUND',
    );
    expect(errorOf(await addPasskey(other, phone.authenticator).then(({ reply }) => reply))).toBe(
      '409 CONFLICT',
    );
    const left = await identity.call(path, { method: 'DELETE', cookie: owner.cookie });
    expect(left.body).toMatchObject({ passkeys: [{ name: 'Laptop' }], recoveryCodesLeft: 10 });
    const last = `/api/user/passkeys/${laptop.authenticator.id}`;
    const none = await identity.call(last, { method: 'DELETE', cookie: owner.cookie });
    expect(none.body).toEqual({
      passkeys: [],
      authenticator: null,
      recoveryCodesLeft: 0,
      isRequired: false,
    });
    expect((await identity.signIn(owner.username, owner.password)).status).toBe(200);
  });

  it('is not added to an account of an unproven address, from another page, or to a stale session', async () => {
    const stranger = await identity.signUp();
    const challenge = (cookie: string) => post('/api/user/passkeys/challenge', cookie);
    expect(errorOf(await challenge(stranger.cookie))).toBe('409 CONFLICT');

    const owner = await newOwner();
    const options = await challenge(owner.cookie);
    const credential = virtualAuthenticator(publicUrl()).register(options.body as never, {
      origin: 'http://acme.localhost:8080',
    });
    const add = () => post('/api/user/passkeys', owner.cookie, { name: 'x', credential });
    expect(errorOf(await add())).toBe('400 PASSKEY_REFUSED');
    expect(errorOf(await add())).toBe('400 CHALLENGE_EXPIRED');

    const longAgo = new Date(Date.now() - HOUR_MS);
    await identity.sessions.updateMany({ userId: owner.id }, { signedInAt: longAgo });
    expect(errorOf(await challenge(owner.cookie))).toBe('403 FRESH_SIGN_IN_REQUIRED');
    expect(errorOf(await add())).toBe('403 FRESH_SIGN_IN_REQUIRED');
    expect(await identity.users.countDocuments({ _id: owner.id, passkeys: { $exists: true } })).toBe(0);
  });
});

describe('an authenticator app', () => {
  it('completes a sign-in by a code, each one once', async () => {
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

  it('has pauses for wrong codes, which browsers of before do not share with others', async () => {
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
    for (let attempt = 0; attempt < 7; attempt++) outcomes.push(errorOf(await complete(begun, wrong)));
    expect(outcomes).toContain('400 SECOND_FACTOR_INVALID');
    expect(outcomes.at(-1)).toBe('429 RATE_LIMITED');
    expect(errorOf(await complete(`${begun}; ${device}`, wrong))).toBe('400 SECOND_FACTOR_INVALID');
    expect(errorOf(await complete(begun, { method: 'recovery-code', code: 'x'.repeat(19) }))).toBe(
      '429 RATE_LIMITED',
    );
  });

  it('is in use only once a code of it was confirmed, and is set up once', async () => {
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
  it('completes one sign-in, however it is typed; the owner gets a mail, and new ones void the old', async () => {
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

  it('is made for nobody without a second factor, and opens nobody else', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    expect(errorOf(await post('/api/user/recovery-codes', owner.cookie))).toBe('409 CONFLICT');
    const { recoveryCodes } = await addAuthenticator(owner);
    await addAuthenticator(other);
    const begun = await beginSignIn(other);
    const stolen = { method: 'recovery-code', code: recoveryCodes[0] };
    expect(errorOf(await complete(begun, stolen))).toBe('400 SECOND_FACTOR_INVALID');
  });
});

describe('a first step', () => {
  it('ends with a new password, and without one nothing was begun', async () => {
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
  it('comes of the password or of a second factor, and replaces the session', async () => {
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
      methods: ['passkey', 'authenticator', 'recovery-code', 'password'],
    });
    await refresh({ method: 'password', password: owner.password });
    await refresh({ method: 'authenticator', code: codeOf(30) });
    const options = await post('/api/user/fresh-session/challenge', cookie);
    await refresh({ method: 'passkey', credential: authenticator.assert(options.body as never) });
    const wrong = await post('/api/user/fresh-session', cookie, { method: 'password', password: 'wrong' });
    expect(errorOf(wrong)).toBe('400 CURRENT_PASSWORD_WRONG');
  });
});

describe('where admins need a second factor', () => {
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

  it('one without is led to set it up, in the session; the last factor stays; others and before it nothing changes', async () => {
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

  it('resellers and support staff can be required to have one, apart from admins and from whoever has no role', async () => {
    const [reseller, staff, nobody] = [await newOwner(), await newOwner(), await newOwner()];
    await identity.users.updateOne({ _id: reseller.id }, { role: 'reseller', resellerId: 'd'.repeat(24) });
    await identity.users.updateOne({ _id: staff.id }, { role: 'support' });
    const change = (rules: object) =>
      identity.call('/api/admin/sign-in-policy', { method: 'PUT', cookie: boss.cookie, json: rules });
    const isLed = async ({ username, password }: Owner) =>
      'mustSetUpSecondFactor' in ((await identity.signIn(username, password)).body as object);

    const on = await change({ adminsNeedSecondFactor: false, othersNeedSecondFactor: true });
    expect(on).toMatchObject({ status: 200, body: { othersNeedSecondFactor: true } });
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

    // A call that does not name the rule leaves it.
    expect((await change({ adminsNeedSecondFactor: false })).body).toMatchObject({
      othersNeedSecondFactor: true,
    });
    expect(errorOf(await change({ othersNeedSecondFactor: 'no', adminsNeedSecondFactor: false }))).toMatch(
      /^400/,
    );
    expect((await change({ adminsNeedSecondFactor: false, othersNeedSecondFactor: false })).status).toBe(200);
    for (const each of [staff, admin]) expect(await isLed(each)).toBe(false);
  });
});

describe('a person who has second factors', () => {
  it('is exported by name and date alone, and erased with what they had begun', async () => {
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

describe('second factors that an operator takes from an account', () => {
  it('leave its password alone to open it, end its sessions and begun sign-ins, and mail its owner', async () => {
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

  it('are taken once by commands at the same moment: one notice, and the others are refused', async () => {
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
    // Of one account events are published in their order: the next one says that no other reset comes.
    const cookie = cookieOf(await identity.signIn(owner.username, owner.password));
    await addAuthenticator({ ...owner, cookie });
    const ofOwner = () => changes.filter(({ userId }) => userId === owner.id).map(({ change }) => change);
    await until(() => ofOwner().at(-1) === 'authenticator-added' && ofOwner().length > 2);
    expect(ofOwner().filter((change) => change === 'second-factors-reset')).toHaveLength(1);
  });

  it('are refused to be taken from nobody, and from an account that has none', async () => {
    const owner = await newOwner();
    await expect(resetSecondFactors(identity, 'nobody-of-this-name')).rejects.toThrow('There is no account');
    await expect(resetSecondFactors(identity, owner.username)).rejects.toThrow('has no second factor');
    expect((await identity.call('/api/user', { cookie: owner.cookie })).status).toBe(200);
  });
});
