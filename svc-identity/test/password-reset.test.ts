import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import { inviteUser, withdrawResellerRights } from '@leadping/contracts/identity/requests';
import {
  emailChanged,
  passwordResetRequested,
  signInChanged,
} from '@leadping/contracts/identity/user-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { until } from '@leadping/test-kit/until';
import { cookieOf, newAccount, errorOf, startIdentity, type IdentityUnderTest } from './identity.ts';
import { ownersOf } from './second-factor-owners.ts';
import type { VirtualAuthenticator } from './virtual-authenticator.ts';

let identity: IdentityUnderTest;
let mailed: PayloadOf<typeof passwordResetRequested>[];
beforeAll(async () => {
  identity = await startIdentity();
  mailed = await identity.commerce.collect(passwordResetRequested);
});
afterAll(async () => {
  await Promise.all(asked);
  await identity.close();
});

/** Replies to requests for links, each of which takes its 300 ms: the link is there before. */
const asked: Promise<unknown>[] = [];

const { addAuthenticator, addPasskey, browser, newOwner } = ownersOf(() => identity);

const forgot = (email: unknown) => identity.call('/api/auth/forgot-password', { json: { email } });
const reset = (token: unknown, newPassword: unknown = 'a-better-one-7') =>
  identity.call('/api/auth/reset-password', { json: { token, newPassword } });

async function requestedLink(email: string) {
  const before = mailed.length;
  asked.push(forgot(email));
  await until(() => mailed.slice(before).some((event) => event.email === email));
  const event = mailed.slice(before).find((mail) => mail.email === email);
  if (!event) throw new Error('no link');
  return {
    ...event,
    token: identity.openCredential(event.sealedToken, mailedTokenPlace('password-resets', event.userId)),
  };
}

describe('a forgotten password', () => {
  it('gets the same reply whether or not the account exists [S7.57] [R-accounts.11]', async () => {
    const { email } = await identity.signUp();
    const known = await forgot(email);
    const unknown = await forgot(newAccount().email);
    expect(known.status).toBe(200);
    expect(known.body).toEqual({ message: expect.any(String) });
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
  });

  it('is reset by a mailed token of 256 bits, which is stored hashed and valid for one hour [R-accounts.13]', async () => {
    const { email, username, user } = await identity.signUp();
    const asked = Date.now();
    const { token, ...event } = await requestedLink(email);
    expect(event).toMatchObject({ userId: user.id, username, email });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const life = new Date(event.expiresAt).getTime() - asked;
    expect(life).toBeGreaterThanOrEqual(3_600_000);
    expect(life).toBeLessThan(3_660_000);
    expect(JSON.stringify(await identity.users.find().lean())).not.toContain(token);
  });

  it('can be requested often by strangers without locking out the owner, voiding their link or flooding their mailbox', async () => {
    const { email, username, user } = await identity.signUp();
    const own = await requestedLink(email);
    // An event that came twice is one mail.
    const mails = () =>
      new Set(mailed.flatMap((mail) => (mail.email === email ? mail.sealedToken : []))).size;
    for (let round = 0; round < 8; round += 1) {
      const replies = await Promise.all(Array.from({ length: 5 }, () => forgot(email)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    }
    const stored = await identity.users.findById(user.id).lean();
    expect(stored?.resets).toHaveLength(5);
    // Ten minutes later the next one is mailed, whatever was requested meanwhile.
    const resets = stored?.resets?.map((link) => ({
      ...link,
      expiresAt: new Date(link.expiresAt.getTime() - 601_000),
    }));
    await identity.users.updateOne({ _id: user.id }, { $set: { resets } });
    await requestedLink(email);
    expect(mails()).toBe(6);
    expect((await reset(own.token)).status).toBe(200);
    expect((await identity.signIn(username, 'a-better-one-7')).status).toBe(200);
  });

  it('leads to a mail without the host of a forged Host header', async () => {
    const { email } = await identity.signUp();
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    // fetch does not let anybody set Host.
    const request = httpRequest(`${identity.address}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...evil },
    }).end(JSON.stringify({ email }));
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    reply.resume();
    expect(reply.statusCode).toBe(200);
    await until(() => mailed.some((event) => event.email === email));
    expect(JSON.stringify(mailed.find((event) => event.email === email))).not.toContain('evil');
    expect(JSON.stringify(await identity.users.find().lean())).not.toContain('evil');
  });

  it.each([[{ $gt: '' }], ['nobody'], [''], [undefined], [['a@example.com']]])(
    'is refused for the email %j',
    async (email) => {
      expect(errorOf(await forgot(email))).toBe('400 VALIDATION_FAILED');
    },
  );
});

describe('a reset', () => {
  it('sets the password, ends all sessions and allows its owner to sign in [S7.59] [R-accounts.14]', async () => {
    const { email, username, password, cookie } = await identity.signUp();
    const elsewhere = cookieOf(await identity.signIn(username, password));
    expect(await identity.actorOf(elsewhere)).not.toBeNull();
    const { token } = await requestedLink(email);
    const reply = await reset(token);
    expect(reply).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    for (const session of [cookie, elsewhere]) expect(await identity.actorOf(session)).toBeNull();
    expect((await identity.signIn(username, password)).status).toBe(401);
    expect((await identity.signIn(username, 'a-better-one-7')).status).toBe(200);
  });

  it('works once per token, even if 16 calls use it at the same time [R-accounts.12]', async () => {
    const { email, username } = await identity.signUp();
    const { token } = await requestedLink(email);
    const replies = await Promise.all(
      Array.from({ length: 16 }, async (_, index) => ({
        index,
        reply: await reset(token, `parallel-${index}`),
      })),
    );
    const won = replies.filter(({ reply }) => reply.status === 200);
    expect(won).toHaveLength(1);
    const lost = replies.filter(({ reply }) => reply.status !== 200).map(({ reply }) => errorOf(reply));
    expect(new Set(lost)).toEqual(new Set(['400 RESET_LINK_INVALID']));
    expect((await identity.signIn(username, `parallel-${won[0]?.index}`)).status).toBe(200);
    expect(errorOf(await reset(token))).toBe('400 RESET_LINK_INVALID');
  });

  it('by an expired token is refused [R-accounts.13]', async () => {
    const { email, user } = await identity.signUp();
    const { token } = await requestedLink(email);
    await identity.users.updateOne(
      { _id: user.id },
      { $set: { 'resets.0.expiresAt': new Date(Date.now() - 1) } },
    );
    expect(errorOf(await reset(token))).toBe('400 RESET_LINK_INVALID');
  });

  it('is refused for a token that we did not issue [S5.36]', async () => {
    expect(errorOf(await reset(undefined))).toBe('400 VALIDATION_FAILED');
    expect(errorOf(await reset(''))).toBe('400 VALIDATION_FAILED');
    expect(errorOf(await reset({ $ne: null }))).toBe('400 VALIDATION_FAILED');
    const reply = await reset('A'.repeat(43));
    expect(errorOf(reply)).toBe('400 RESET_LINK_INVALID');
    expect(reply.body).toMatchObject({
      message: 'Invalid reset link. Please request a new password reset.',
    });
  });

  it('refuses a short or common password and leaves the link usable [S9.02]', async () => {
    const { token } = await requestedLink((await identity.signUp()).email);
    expect(errorOf(await reset(token, '12345'))).toBe('400 VALIDATION_FAILED');
    expect(errorOf(await reset(token, 'password'))).toBe('400 PASSWORD_TOO_COMMON');
    expect((await reset(token)).status).toBe(200);
  });

  it('works with the link of the owner even if a stranger has requested another', async () => {
    const { email } = await identity.signUp();
    const { token } = await requestedLink(email);
    await requestedLink(email);
    expect((await reset(token)).status).toBe(200);
  });

  it('voids the other links of the user', async () => {
    const { email } = await identity.signUp();
    const first = await requestedLink(email);
    const second = await requestedLink(email);
    expect((await reset(second.token)).status).toBe(200);
    expect(errorOf(await reset(first.token))).toBe('400 RESET_LINK_INVALID');
  });

  it('is refused with a link to a former address after the email was changed', async () => {
    const { email, cookie } = await identity.signUp();
    const { token } = await requestedLink(email);
    const changed = await identity.commerce.collect(emailChanged);
    await identity.call('/api/user/email', { method: 'PUT', cookie, json: { email: newAccount().email } });
    await until(() => changed.length === 1);
    expect(errorOf(await reset(token))).toBe('400 RESET_LINK_INVALID');
  });

  it.each(['reseller', 'support', 'admin'] as const)(
    'of an account with a role (%s) leaves one entry in the audit log without a secret, and none if it is refused',
    async (role) => {
      const { email, username, user } = await identity.signUp();
      const { token } = await requestedLink(email);
      await identity.users.updateOne(
        { _id: user.id },
        { role, ...(role === 'reseller' ? { resellerId: `audited-${user.id}` } : {}) },
      );
      expect(errorOf(await reset(token, 'password'))).toBe('400 PASSWORD_TOO_COMMON');
      expect(await identity.auditOf(user.id)).toEqual([]);

      const replies = await Promise.all(Array.from({ length: 5 }, () => reset(token)));

      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      const entries = await identity.auditOf(user.id);
      expect(entries).toMatchObject([
        {
          actor: { username, role },
          address: expect.stringMatching(/./),
          action: 'POST /api/auth/reset-password',
          target: user.id,
          changes: [{ field: 'newPassword', before: null, after: '(hidden)' }],
          outcome: 'done',
        },
      ]);
      expect(JSON.stringify(entries)).not.toContain('a-better-one-7');
    },
  );

  it('of an account without a role leaves no entry in the audit log', async () => {
    const { email, user } = await identity.signUp();
    expect((await reset((await requestedLink(email)).token)).status).toBe(200);
    expect(await identity.auditOf(user.id)).toEqual([]);
  });

  it.each(['reseller', 'support', 'admin'] as const)(
    'of an account with a role (%s) works at an address that it has not verified yet, and so does its sign-in',
    async (role) => {
      const owner = await identity.signUpVerified();
      const { id } = owner.user;
      await identity.users.updateOne(
        { _id: id },
        { role, ...(role === 'reseller' ? { resellerId: `moved-${id}` } : {}) },
      );
      const { email } = newAccount();
      await identity.call('/api/user/email', { method: 'PUT', cookie: owner.cookie, json: { email } });
      const stranger = await identity.signUp({ email });

      expect(await identity.signIn(email, owner.password)).toMatchObject({ status: 200, body: { id } });
      const { token, userId } = await requestedLink(email);
      expect(userId).toBe(id);
      expect((await reset(token)).status).toBe(200);
      expect(await identity.signIn(email, 'a-better-one-7')).toMatchObject({
        status: 200,
        body: { id, emailVerified: true },
      });
      expect(await identity.signIn(stranger.username, stranger.password)).toMatchObject({
        status: 200,
        body: { emailVerified: false },
      });
    },
  );

  it('allows an owner to sign in who was locked out by failed attempts', async () => {
    const { email, username } = await identity.signUp();
    for (let guess = 0; guess < 6; guess++) await identity.signIn(username, `guess-${guess}`);
    const { token } = await requestedLink(email);
    await reset(token);
    expect((await identity.signIn(username, 'a-better-one-7')).status).toBe(200);
  });
});

describe('the second factors of an account whose password is reset', () => {
  const signInByPasskey = async (authenticator: VirtualAuthenticator) => {
    const challenge = await identity.call('/api/login/passkey/challenge', { method: 'POST' });
    const credential = authenticator.assert(challenge.body as never);
    return browser('/api/login/passkey', cookieOf(challenge), { credential });
  };
  const claimAddress = async ({ cookie }: { cookie: string }) => {
    const { email } = newAccount();
    const reply = await identity.call('/api/user/email', { method: 'PUT', cookie, json: { email } });
    expect(reply).toMatchObject({ status: 200, body: { emailVerified: false } });
    return email;
  };

  it('are removed with its sessions if it never verified the address, because a stranger may have added them', async () => {
    const notices = await identity.commerce.collect(signInChanged);
    const stranger = await newOwner();
    const { authenticator } = await addPasskey(stranger);
    await addAuthenticator(stranger);
    const email = await claimAddress(stranger);
    const byPasskey = cookieOf(await signInByPasskey(authenticator));
    expect(await identity.actorOf(byPasskey)).toMatchObject({ email });

    expect((await reset((await requestedLink(email)).token)).status).toBe(200);

    expect(errorOf(await signInByPasskey(authenticator))).toBe('400 SECOND_FACTOR_INVALID');
    expect(await identity.actorOf(stranger.cookie)).toBeNull();
    expect(await identity.actorOf(byPasskey)).toBeNull();
    expect(await identity.signIn(email, 'a-better-one-7')).toMatchObject({
      status: 200,
      body: { emailVerified: true },
    });
    const stored = await identity.users.findById(stranger.id).lean();
    expect(stored).not.toHaveProperty('passkeys');
    expect(stored).not.toHaveProperty('authenticator');
    expect(stored).not.toHaveProperty('recoveryCodes');
    const reported = () => notices.filter(({ change }) => change === 'second-factors-reset');
    await until(() => reported().length > 0);
    expect(reported()).toMatchObject([{ userId: stranger.id, email, recoveryCodesLeft: 0 }]);
  });

  it('are kept if it had verified the address', async () => {
    const owner = await newOwner();
    const { authenticator } = await addPasskey(owner);
    expect((await reset((await requestedLink(owner.email)).token)).status).toBe(200);
    expect(errorOf(await identity.signIn(owner.email, 'a-better-one-7'))).toBe('401 SECOND_FACTOR_REQUIRED');
    expect((await signInByPasskey(authenticator)).status).toBe(200);
  });

  it.each(['reseller', 'support', 'admin'] as const)(
    'are kept by accounts with a role (%s), regardless of the address',
    async (role) => {
      const owner = await newOwner();
      const { authenticator } = await addPasskey(owner);
      await identity.users.updateOne({ _id: owner.id }, { role });
      const email = await claimAddress(owner);
      expect((await reset((await requestedLink(email)).token)).status).toBe(200);
      expect(errorOf(await identity.signIn(email, 'a-better-one-7'))).toBe('401 SECOND_FACTOR_REQUIRED');
      expect(await signInByPasskey(authenticator)).toMatchObject({
        status: 200,
        body: { emailVerified: false },
      });
    },
  );

  it('of a reseller who only claimed the address do not open what is bought with it after the reseller is deleted', async () => {
    const stranger = await newOwner();
    const { authenticator } = await addPasskey(stranger);
    const resellerId = `deleted-${stranger.id}`;
    await identity.users.updateOne({ _id: stranger.id }, { role: 'reseller', resellerId });
    const email = await claimAddress(stranger);
    expect((await reset((await requestedLink(email)).token)).status).toBe(200);
    const { bus } = identity.commerce;
    await bus.request(withdrawResellerRights, { resellerId });

    const { outcome } = await bus.request(inviteUser, {
      email,
      resellerId: `bought-${stranger.id}`,
      businessName: null,
    });
    expect(outcome).toBe('invited');
    expect(errorOf(await signInByPasskey(authenticator))).toBe('400 SECOND_FACTOR_INVALID');
  });
});
