import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { invitationPlace, mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import {
  emailChanged,
  emailVerificationRequested,
  passwordResetRequested,
  signInChanged,
  userAttachedToReseller,
  userInvited,
} from '@leadping/contracts/identity/user-events';
import { randomBytes, randomUUID } from 'node:crypto';
import { countHandled } from '@leadping/test-kit/count-handled';
import { until } from '@leadping/test-kit/until';
import { newEmail } from '@leadping/test-kit/people';
import { startSupport, type Support } from './support.ts';
describe('mails to account owners', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());

  /** Both deliveries of an event that was published twice. */
  const untilHandledTwice = ({ subject }: { subject: string }) =>
    until(async () => (await countHandled(support.url, subject)) >= 2);

  it('an invitation and re-sent credentials are mailed with the password, once each [S7.19] [S7.25]', async () => {
    const email = newEmail();
    const invite = (password: string, invitationId: string = randomUUID()) => ({
      userId: 'u1',
      username: 'acme',
      email,
      role: 'reseller' as const,
      resellerId: 'r1',
      businessName: 'Acme & Söhne',
      sealedPassword: support.credentialSealer.seal(password, invitationPlace(invitationId)),
      invitationId,
    });
    const first = invite('first-Pass-1');
    await support.identity.publish(userInvited, first);
    await support.identity.publish(userInvited, first);
    await support.mailed(email);
    await support.identity.publish(userInvited, invite('second-Pass-2'));
    const mails = await support.mailed(email, 2);
    expect(mails).toHaveLength(2);
    expect(mails[1]!.textBody).toContain('first-Pass-1');
    expect(mails[0]!.textBody).toContain('second-Pass-2');
    expect(mails[0]!.textBody).toContain('acme');
    expect(mails[0]!.textBody).toContain('http://localhost:8080/auth');
    expect(mails[0]!.htmlBody).toContain('Acme &amp; Söhne');
  });

  it('an account that is given reseller rights is notified, without a password', async () => {
    const user = { userId: 'u2', username: 'jane', email: newEmail(), resellerId: 'r2', businessName: null };
    await support.identity.publish(userAttachedToReseller, user);
    await support.identity.publish(userAttachedToReseller, user);
    const [mail] = await support.mailed(user.email);
    expect(mail!.subject).toBe('You can now resell Leadping');
    await untilHandledTwice(userAttachedToReseller);
    expect(await support.mailsTo(user.email)).toHaveLength(1);
  });

  it('a password reset is mailed once, with a link to our own address [S7.58]', async () => {
    const token = randomBytes(32).toString('base64url');
    const reset = {
      userId: 'u3',
      username: 'joe',
      email: newEmail(),
      sealedToken: support.credentialSealer.seal(token, mailedTokenPlace('password-resets', 'u3')),
      expiresAt: new Date(Date.now() + 3600_000).toISOString(),
    };
    await support.identity.publish(passwordResetRequested, reset);
    await support.identity.publish(passwordResetRequested, reset);
    const [mail] = await support.mailed(reset.email);
    expect(mail!.textBody).toContain(`http://localhost:8080/reset-password?token=${token}`);
    await untilHandledTwice(passwordResetRequested);
    expect(await support.mailsTo(reset.email)).toHaveLength(1);
  });

  it('a verification link leads to our own address, and the owner of a taken address gets a notice without a link', async () => {
    const token = randomBytes(32).toString('base64url');
    const claim = {
      userId: 'u5',
      username: 'new-ann',
      email: newEmail(),
      sealedToken: support.credentialSealer.seal(token, mailedTokenPlace('email-verifications', 'u5')),
      expiresAt: new Date(Date.now() + 3600_000).toISOString(),
      ownerUsername: null,
    };
    const taken = { ...claim, email: newEmail(), ownerUsername: 'ann' };
    await support.identity.publish(emailVerificationRequested, claim);
    await support.identity.publish(emailVerificationRequested, taken);
    const [link] = await support.mailed(claim.email);
    expect(link!.textBody).toContain(`http://localhost:8080/verify-email?token=${token}`);
    expect(link!.textBody).toContain('new-ann');
    const [notice] = await support.mailed(taken.email);
    expect(notice!.subject).toBe('You already have a Leadping account');
    expect(notice!.textBody).not.toContain(token);
    expect(notice!.textBody).not.toContain('new-ann');
  });

  it('a change of the email address is mailed to the old address without naming the new one [R-accounts.16]', async () => {
    const change = {
      userId: 'u4',
      username: 'ann',
      email: newEmail(),
      previousEmail: newEmail(),
      wasVerified: true,
    };
    await support.identity.publish(emailChanged, change);
    const [mail] = await support.mailed(change.previousEmail);
    expect(mail!.subject).toContain('email address');
    expect(mail!.textBody).not.toContain(change.email);
    expect(await support.mailsTo(change.email)).toHaveLength(0);
  });

  it('a change of the email address is not mailed to an address that was never verified', async () => {
    const change = { userId: 'u6', username: 'ann', email: newEmail() };
    const [stranger, owner] = [newEmail(), newEmail()];
    await support.identity.publish(emailChanged, { ...change, previousEmail: stranger, wasVerified: false });
    await support.identity.publish(emailChanged, { ...change, previousEmail: owner, wasVerified: true });
    await support.mailed(owner);
    expect(await support.mailsTo(stranger)).toEqual([]);
  });

  it('a change of the sign-in is mailed to the owner of the account', async () => {
    const change = {
      userId: 'u5',
      username: 'ann',
      email: newEmail(),
      change: 'passkey-added' as const,
      name: 'Laptop <b>',
      recoveryCodesLeft: 10,
      at: new Date().toISOString(),
    };
    await support.identity.publish(signInChanged, change);
    const used = { ...change, change: 'recovery-code-used' as const, name: null, recoveryCodesLeft: 9 };
    await support.identity.publish(signInChanged, used);
    const reset = { ...used, change: 'second-factors-reset' as const, recoveryCodesLeft: 0 };
    await support.identity.publish(signInChanged, reset);
    const mails = await support.mailed(change.email, 3);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Leadping: a passkey was added',
      'Leadping: a recovery code was used',
      'Leadping: your second factors were removed',
    ]);
    expect(mails.some(({ textBody }) => textBody.includes('Laptop <b>'))).toBe(true);
    expect(mails.some(({ htmlBody }) => htmlBody.includes('Laptop <b>'))).toBe(false);
    expect(mails.some(({ textBody }) => /Recovery codes left:? +9/.test(textBody))).toBe(true);
  });
});
