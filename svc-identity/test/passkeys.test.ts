import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SecondFactors } from '@leadping/contracts/identity/second-factor-routes';
import { logRecorded } from '@leadping/contracts/support/log-events';
import { until } from '@leadping/test-kit/until';
import { cookieOf, errorOf, startIdentity, type IdentityUnderTest } from './identity.ts';
import { ownersOf, cookiesOf } from './second-factor-owners.ts';
import { virtualAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.ts';

const HOUR_MS = 3_600_000;

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.close());

const { publicUrl, post, browser, newOwner, addPasskey, beginSignIn, complete } = ownersOf(() => identity);

describe('a passkey', () => {
  it('is enough to sign in without a name or a password, and also completes a sign-in with the password', async () => {
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

  it('is accepted once per challenge, only in the browser that requested it and within five minutes', async () => {
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
  ])('is not enough to sign in from %s', async (_, page) => {
    const owner = await newOwner();
    const { authenticator } = await addPasskey(owner);
    const challenge = await identity.call('/api/login/passkey/challenge', { method: 'POST' });
    const credential = authenticator.assert(challenge.body as never, page);
    const reply = await browser('/api/login/passkey', cookieOf(challenge), { credential });
    expect(errorOf(reply)).toBe('400 SECOND_FACTOR_INVALID');
    expect(cookiesOf(reply)).not.toContain('session=');
  });

  it("needs no user verification after the password, and another account's passkey is refused", async () => {
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

  it('is refused if its counter decreases, which admins see in the logs', async () => {
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

  it('can be one of several, can be renamed, and belongs to one account', async () => {
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

  it('cannot be added to an account with an unverified address, from another origin or in a stale session', async () => {
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
