import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { passwordResetRequested } from '@leadping/contracts/identity/user-events';
import { mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { eraseTwice } from '@leadping/test-kit/erase-twice';
import { until } from '@leadping/test-kit/until';
import { untilPublished } from '@leadping/test-kit/until-published';
import { endStaffAccount } from '../src/accounts/end-staff-account.ts';
import { buildPasswordHasher } from '../src/passwords/hasher.ts';
import { findObstacle } from '../src/privacy/personal-stores.ts';
import { errorOf, startIdentity, type IdentityUnderTest } from './identity.ts';
import { ownersOf, type Owner } from './second-factor-owners.ts';

let identity: IdentityUnderTest;
let end: (username: string) => ReturnType<typeof endStaffAccount>;
beforeAll(async () => {
  identity = await startIdentity();
  const passwords = await buildPasswordHasher(buildMetrics('svc-identity'));
  end = (username) => endStaffAccount({ ...identity, passwords }, username);
});
afterAll(() => identity.close());

const { addAuthenticator, addPasskey, beginSignIn, browser, complete, newOwner } = ownersOf(() => identity);
const stored = async ({ id }: Owner) => {
  await untilPublished(identity.users.collection);
  return identity.users.findById(id).orFail().lean();
};
const newStaff = async (role: 'support' | 'admin'): Promise<Owner> => {
  const owner = await newOwner();
  await identity.users.updateOne({ _id: owner.id }, { role });
  return owner;
};

describe('the ended account of a staff member', () => {
  it.each(['support', 'admin'] as const)(
    'cannot be used to sign in any more (%s), and can be erased',
    async (role) => {
      const resets = await identity.commerce.collect(passwordResetRequested);
      const left = await newStaff(role);
      const { codeOf, recoveryCodes } = await addAuthenticator(left);
      const { authenticator } = await addPasskey(left);
      const begun = await beginSignIn(left);
      await identity.call('/api/auth/forgot-password', { json: { email: left.email } });
      await until(() => resets.some(({ userId }) => userId === left.id));
      const sealed = resets.find(({ userId }) => userId === left.id)?.sealedToken ?? '';
      const token = identity.openCredential(sealed, mailedTokenPlace('password-resets', left.id));
      expect(await findObstacle(identity, { emailKey: left.email })).toContain('has to be ended first');

      await end(left.username.toUpperCase());

      expect(await identity.actorOf(left.cookie)).toBeNull();
      expect(errorOf(await identity.signIn(left.username, left.password))).toBe('401 INVALID_CREDENTIALS');
      const challenge = await identity.call('/api/login/passkey/challenge', { method: 'POST' });
      const credential = authenticator.assert(challenge.body as never);
      const [marked = ''] = challenge.headers.getSetCookie();
      const byPasskey = await browser('/api/login/passkey', marked.split(';', 1)[0] ?? '', { credential });
      expect(errorOf(byPasskey)).toBe('400 SECOND_FACTOR_INVALID');
      for (const proof of [
        { method: 'authenticator', code: codeOf(30) },
        { method: 'recovery-code', code: recoveryCodes[0] },
      ])
        expect(errorOf(await complete(begun, proof))).toBe('400 CHALLENGE_EXPIRED');
      const json = { token, newPassword: 'a-better-one-7' };
      expect(errorOf(await identity.call('/api/auth/reset-password', { json }))).toBe(
        '400 RESET_LINK_INVALID',
      );
      expect(await stored(left)).toMatchObject({ role: 'other', username: left.username });

      expect(await findObstacle(identity, { emailKey: left.email })).toBeNull();
      const [report] = await eraseTwice(identity.config, 'svc-identity', left.email);
      expect(report).toMatchObject({ removed: [{ collection: 'users', count: 1 }], kept: [] });
    },
  );

  it('a command to end an account is refused for an unknown account and for an account without a staff role', async () => {
    const [somebody, reseller] = [await newOwner(), await newOwner()];
    await identity.users.updateOne({ _id: reseller.id }, { role: 'reseller', resellerId: reseller.id });
    const before = [await stored(somebody), await stored(reseller)];

    await expect(end('nobody-of-this-name')).rejects.toThrow('There is no account');
    for (const { username } of [somebody, reseller])
      await expect(end(username)).rejects.toThrow(`${username} is no account of the staff.`);

    expect([await stored(somebody), await stored(reseller)]).toEqual(before);
  });
});

describe('the last admin', () => {
  beforeEach(() => identity.users.updateMany({ role: 'admin' }, { role: 'support' }));
  const admins = () => identity.users.find({ role: 'admin' }).lean();

  it('cannot be ended, and keeps the session', async () => {
    const admin = await newStaff('admin');
    const before = await stored(admin);
    await expect(end(admin.username)).rejects.toThrow(`${admin.username} is the last admin.`);
    expect(await stored(admin)).toEqual(before);
    expect(await identity.actorOf(admin.cookie)).toMatchObject({ role: 'admin' });
  });

  it('is kept unchanged if the last two admins are ended at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const both = [await newStaff('admin'), await newStaff('admin')];
      for (const each of both) await addAuthenticator(each);
      const before = await Promise.all(both.map(stored));

      const results = await Promise.allSettled(both.map(({ username }) => end(username)));

      const kept = results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
      expect(kept.length).toBeGreaterThan(0);
      expect((await admins()).map(({ username }) => username)).toEqual(kept.map((at) => both[at]?.username));
      for (const at of kept) {
        const admin = both[at];
        if (!admin) throw new Error('no admin');
        expect(await stored(admin)).toEqual(before[at]);
        expect(await identity.actorOf(admin.cookie)).toMatchObject({ role: 'admin' });
        await beginSignIn(admin);
      }
      await identity.users.updateMany({ role: 'admin' }, { role: 'support' });
    }
  });
});
