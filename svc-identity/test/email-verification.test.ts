import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import { emailVerificationRequested, passwordResetRequested } from '@leadping/contracts/identity/user-events';
import { until } from '@leadping/test-kit/until';
import { cookieOf, errorOf, newAccount, startIdentity, type IdentityUnderTest } from './identity.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.close());

const verify = (cookie: string, token: unknown) =>
  identity.call('/api/user/verify-email', { cookie, json: { token } });
const sendAgain = (cookie: string) =>
  identity.call('/api/user/verify-email/send', { method: 'POST', cookie, json: {} });

describe('a verification link', () => {
  it('is mailed at registration, sealed and stored as a hash, and verifies once [R-november.13]', async () => {
    const claims = await identity.commerce.collect(emailVerificationRequested);
    const { cookie, user, email } = await identity.signUp();
    expect(user.emailVerified).toBe(false);
    const token = await identity.verificationToken(user.id);
    const event = claims.find(({ userId }) => userId === user.id);
    expect(event).toMatchObject({ email, ownerUsername: null });
    expect(JSON.stringify([event, await identity.users.findById(user.id).lean()])).not.toContain(token);

    expect(await verify(cookie, token)).toMatchObject({ status: 200, body: { emailVerified: true } });
    expect(await identity.call('/api/user', { cookie })).toMatchObject({ body: { emailVerified: true } });
    expect(errorOf(await verify(cookie, token))).toBe('400 VERIFICATION_LINK_INVALID');
  });

  it('verifies once if it is used many times at once', async () => {
    const { cookie, user } = await identity.signUp();
    const token = await identity.verificationToken(user.id);
    const replies = await Promise.all(Array.from({ length: 20 }, () => verify(cookie, token)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is refused after a day or if it is not text, and can be mailed again', async () => {
    const { cookie, user } = await identity.signUp();
    const late = await identity.verificationToken(user.id);
    await identity.users.updateOne(
      { _id: user.id },
      { 'emailVerifications.0.expiresAt': new Date(Date.now() - 1) },
    );
    expect(errorOf(await verify(cookie, late))).toBe('400 VERIFICATION_LINK_INVALID');
    expect(errorOf(await verify(cookie, { $ne: '' }))).toBe('400 VALIDATION_FAILED');

    expect((await sendAgain(cookie)).status).toBe(202);
    await until(async () => (await identity.verificationToken(user.id)) !== late);
    expect((await verify(cookie, await identity.verificationToken(user.id))).status).toBe(200);
  });

  it('is mailed up to the number of stored links, and then once in five minutes', async () => {
    const mailed = await identity.commerce.collect(emailVerificationRequested, { once: true });
    const { cookie, user } = await identity.signUp();
    const stored = () => identity.users.findById(user.id).orFail().lean();
    const untilMailed = (times: number) =>
      until(() => mailed.filter(({ userId }) => userId === user.id).length === times);
    for (let times = 0; times < 2; times++) expect((await sendAgain(cookie)).status).toBe(202);
    const { emailVerifications } = await stored();
    expect(emailVerifications).toHaveLength(3);
    const refused = await sendAgain(cookie);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'RATE_LIMITED',
        message: expect.stringMatching(/look into your spam.*try again in 5 minutes/),
      },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(250);
    expect((await stored()).emailVerifications).toEqual(emailVerifications);
    await untilMailed(3);

    const earlier = emailVerifications?.map((link) => ({
      ...link,
      expiresAt: new Date(link.expiresAt.getTime() - 300_000),
    }));
    await identity.users.updateOne({ _id: user.id }, { $set: { emailVerifications: earlier } });
    expect((await sendAgain(cookie)).status).toBe(202);
    expect(errorOf(await sendAgain(cookie))).toBe('429 RATE_LIMITED');
    await untilMailed(4);
  });

  it('is invalid after the address was changed, and the new address has its own link [R-november.13]', async () => {
    const { cookie, user } = await identity.signUpVerified();
    expect((await sendAgain(cookie)).status).toBe(202);
    const former = await identity.signUp();
    const old = await identity.verificationToken(former.user.id);
    const json = { email: newAccount().email };
    for (const person of [{ cookie }, former]) {
      const reply = await identity.call('/api/user/email', { method: 'PUT', cookie: person.cookie, json });
      expect(reply).toMatchObject({ status: 200, body: { email: json.email, emailVerified: false } });
    }
    expect(errorOf(await verify(former.cookie, old))).toBe('400 VERIFICATION_LINK_INVALID');
    const next = await identity.verificationToken(user.id);
    expect(await verify(cookie, next)).toMatchObject({ status: 200, body: { emailVerified: true } });
  });

  it('gives the address to the account that opens its link first, if two accounts have the address', async () => {
    const { email } = newAccount();
    const first = await identity.signUp({ email });
    const second = await identity.signUp({ email });
    const token = await identity.verificationToken(first.user.id);
    expect((await verify(second.cookie, await identity.verificationToken(second.user.id))).status).toBe(200);
    expect(errorOf(await verify(first.cookie, token))).toBe('409 EMAIL_TAKEN');
    expect(await identity.signIn(email, second.password)).toMatchObject({ body: { id: second.user.id } });
    expect((await identity.signIn(email, first.password)).status).toBe(401);
  });
});

describe('a reset link', () => {
  it('verifies the address and locks out the person who registered it, because it proves the mailbox', async () => {
    const resets = await identity.commerce.collect(passwordResetRequested);
    const stranger = await identity.signUp();
    await identity.call('/api/auth/forgot-password', { json: { email: stranger.email } });
    await until(() => resets.some(({ email }) => email === stranger.email));
    const reset = resets.find(({ email }) => email === stranger.email);
    const place = mailedTokenPlace('password-resets', reset?.userId ?? '');
    const token = identity.openCredential(reset?.sealedToken ?? '', place);
    await identity.call('/api/auth/reset-password', { json: { token, newPassword: 'chosen-by-me-5' } });
    expect(await identity.actorOf(stranger.cookie)).toBeNull();
    const reply = await identity.signIn(stranger.email, 'chosen-by-me-5');
    expect(reply).toMatchObject({ status: 200, body: { emailVerified: true } });
    expect(cookieOf(reply)).toContain('session=');
  });
});
