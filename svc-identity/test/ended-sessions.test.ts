import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { actorHeaders } from '@leadping/test-kit/people';
import { untilPublished } from '@leadping/test-kit/until-published';
import { changeEmail } from '../src/accounts/change-email.ts';
import type { IdentityContext } from '../src/context.ts';
import { changeSecondFactors } from '../src/second-factors/change-second-factors.ts';
import { openSession, type Exchange } from '../src/sessions/cookie.ts';
import { endAllSessions } from '../src/sessions/end-sessions.ts';
import { errorOf, newAccount, startIdentity, type IdentityUnderTest } from './identity.ts';
import { ownersOf, type Owner } from './second-factor-owners.ts';
import { virtualAuthenticator } from './virtual-authenticator.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.close());

const { addAuthenticator, newOwner, post, publicUrl } = ownersOf(() => identity);
const stored = async ({ id }: Owner) => {
  await untilPublished(identity.users.collection);
  return identity.users.findById(id).orFail().lean();
};

describe('a session that has ended, but is still cached as active by a gateway', () => {
  /** Builds the headers that such a gateway sends. */
  const staleCaller = async (owner: Owner) => {
    const actor = await identity.actorOf(owner.cookie);
    if (!actor) throw new Error('no session');
    const headers = { cookie: owner.cookie, ...(await actorHeaders(actor, 'svc-identity')) };
    const options = await post('/api/user/passkeys/challenge', owner.cookie);
    const credential = virtualAuthenticator(publicUrl()).register(options.body as never);
    await endAllSessions(identity, owner.username);
    return {
      credential,
      call: (method: string, path: string, json?: unknown) =>
        identity.call(path, { method, headers, ...(json === undefined ? {} : { json }) }),
    };
  };

  it('cannot change the address, the password or a second factor, and gets no new session', async () => {
    const owner = await newOwner();
    await addAuthenticator(owner);
    const { call, credential } = await staleCaller(owner);
    const before = await stored(owner);

    const { email } = newAccount();
    const password = { currentPassword: owner.password, newPassword: 'a-better-one-7' };
    const replies = [
      await call('PUT', '/api/user/email', { email }),
      await call('PUT', '/api/user/profile', { email, firstName: 'Jane', lastName: 'Doe' }),
      await call('PUT', '/api/user/password', password),
      await call('POST', '/api/user/passkeys', { name: 'Laptop', credential }),
      await call('POST', '/api/user/passkeys/challenge'),
      await call('DELETE', '/api/user/authenticator'),
      await call('POST', '/api/user/recovery-codes'),
      await call('POST', '/api/user/fresh-session', { method: 'password', password: owner.password }),
    ];

    expect(replies.map(errorOf)).toEqual(replies.map(() => '401 UNAUTHENTICATED'));
    expect(await stored(owner)).toEqual(before);
    expect(await identity.sessions.countDocuments({ userId: owner.id })).toBe(0);
  });

  it('cannot complete a change that was in progress when it ended', async () => {
    const owner = await newOwner();
    const read = await stored(owner);
    await endAllSessions(identity, owner.username);
    const before = await stored(owner);
    const { config, users } = identity;
    const context = { config, users, clock: Date, relay: { flush: () => {} } } as unknown as IdentityContext;

    const authenticator = { sealedSecret: 'sealed', lastUsedStep: 0, createdAt: new Date() };
    const added = changeSecondFactors(context, read, {
      change: 'authenticator-added',
      next: { authenticator },
    });
    await expect(added).rejects.toMatchObject({ code: 'CONFLICT' });
    const otherCase = owner.email.toUpperCase();
    await expect(changeEmail(context, read, otherCase)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await stored(owner)).toEqual(before);
  });
});

it('a session is kept if the new session that should replace it cannot be stored', async () => {
  const owner = await newOwner();
  const failing = { create: () => Promise.reject(new Error('the database is away')) };
  const context = {
    config: identity.config,
    bus: identity.commerce.bus,
    clock: Date,
    sessions: new Proxy(identity.sessions, {
      get: (model, name: keyof typeof failing) => failing[name] ?? Reflect.get(model, name),
    }),
  } as unknown as IdentityContext;
  const [name = '', token] = owner.cookie.split('=');
  const request = { cookies: { [name]: token }, headers: {}, ip: '127.0.0.1' };
  const exchange = { request, reply: {} } as unknown as Exchange;
  await expect(
    openSession(context, await stored(owner), exchange, { hasSecondFactor: false }),
  ).rejects.toThrow('away');
  expect(await identity.actorOf(owner.cookie)).toMatchObject({ username: owner.username });
});
