import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emailVerificationRequested, passwordResetRequested } from '@leadping/contracts/identity/user-events';
import { licenseIssued } from '@leadping/contracts/licensing/license-events';
import { logRecorded } from '@leadping/contracts/support/log-events';
import { mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import { buildMetrics } from '@leadping/service-kit/telemetry/metrics';
import { issuedLicense } from '@leadping/test-kit/licenses';
import { newEmail } from '@leadping/test-kit/people';
import { until } from '@leadping/test-kit/until';
import { randomBytes, randomUUID } from 'node:crypto';
import { measureWaiting } from '../src/mails/measure-waiting.ts';
import { recipientLimitModel, takePlace } from '../src/mails/recipient-limit.ts';
import { startSupport, type Support } from './support.ts';
import { ticketCalls } from './ticket-calls.ts';

const HOUR_MS = 3600_000;

describe('mails that strangers cause', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());
  const { open, answer } = ticketCalls(() => support);

  const tokenOf = (userId: string, place: 'password-resets' | 'email-verifications') => {
    const token = randomBytes(32).toString('base64url');
    return {
      sealedToken: support.credentialSealer.seal(token, mailedTokenPlace(place, userId)),
      expiresAt: new Date(Date.now() + HOUR_MS).toISOString(),
    };
  };
  const verify = (userId: string, email: string) =>
    support.identity.publish(emailVerificationRequested, {
      userId,
      username: userId,
      email,
      ownerUsername: null,
      ...tokenOf(userId, 'email-verifications'),
    });
  const reset = (email: string) =>
    support.identity.publish(passwordResetRequested, {
      userId: 'owner',
      username: 'owner',
      email,
      ...tokenOf('owner', 'password-resets'),
    });
  const mailsOf = (toKey: string) => support.mails.find({ toKey }).sort({ nextAttemptAt: 1 }).lean();

  it('to one recipient are limited to five an hour for all accounts and spellings, and later mails wait or are not sent', async () => {
    const logs = await support.licensing.collect(logRecorded('support'));
    const stranger = newEmail();
    const spellings = [
      stranger,
      stranger.toUpperCase(),
      ` ${stranger}`.trim(),
      `"${stranger.replace('@', '"@')}`,
    ];
    // 67 mails: ten accounts ask for links to the address, and seven tickets are opened in its name, of which five are confirmed.
    for (let change = 0; change < 62; change += 1)
      await verify(`account-${change % 10}`, spellings[change % spellings.length] ?? stranger);
    for (let ticket = 0; ticket < 7; ticket += 1) await open({ email: stranger });
    const about = (message: RegExp) =>
      logs.filter(({ message: text, data }) => message.test(text) && JSON.stringify(data).includes('"to"'));
    await until(() => about(/^Email (delayed|not sent): too many/).length === 62);

    await until(async () => (await support.mails.countDocuments({ toKey: stranger, state: 'sent' })) === 5);
    const waiting = (await mailsOf(stranger)).filter(({ state }) => state === 'queued');
    const delays = waiting.map(({ nextAttemptAt }) =>
      Math.round((Number(nextAttemptAt) - Date.now()) / HOUR_MS),
    );
    expect(delays).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 24, 24, 24, 24, 24]);
    expect(about(/^Email delayed/)).toHaveLength(20);
    expect(JSON.stringify(about(/^Email/))).not.toContain(stranger);

    // A mail that waits on purpose is no outage.
    await support.mails.updateMany(
      { toKey: stranger },
      { $set: { createdAt: new Date(0) } },
      { timestamps: false },
    );
    const metrics = buildMetrics('svc-support');
    const clock = { now: () => Date.now(), adjust: async () => {} };
    await measureWaiting({ mails: support.mails, metrics, clock })(new AbortController().signal);
    expect(await metrics.registry.metrics()).toMatch(/^leadping_mails_waiting\{kind="account"[^}]*\} 0$/m);

    // Mails about an order or a ticket are sent at once. So is a reset, because strangers cannot use up its limit.
    const license = issuedLicense({ email: stranger });
    await support.licensing.publish(licenseIssued, license);
    const { id } = await open({ email: stranger });
    await answer(id);
    await reset(stranger);
    await until(async () =>
      (await support.mailsTo(stranger)).some(({ textBody }) => textBody.includes('/reset-password')),
    );
    const subjects = () => support.mailsTo(stranger).then((mails) => mails.map(({ textBody }) => textBody));
    await until(async () => (await subjects()).some((text) => text.includes(license.licenseKey)));
    await until(async () => (await subjects()).some((text) => text.includes('Please reload the page.')));
    // The link of that one is still good: another one waits like all others, and here for longer than a day.
    const notSent = about(/^Email not sent/).length;
    await reset(stranger);
    await until(() => about(/^Email not sent/).length === notSent + 1);

    // Once its place has come, a delayed one goes.
    const [next] = waiting;
    await support.mails.updateOne({ _id: next!._id }, { $set: { nextAttemptAt: new Date() } });
    await until(async () => (await support.mails.findById(next!._id).lean())?.state === 'sent');
  });

  it('get separate places if they are requested in parallel', async () => {
    const limit = recipientLimitModel(support.database);
    const toKey = newEmail();
    const now = Date.now();
    const take = (at = now) =>
      takePlace(limit, { toKey, effectId: randomUUID(), purpose: 'ticket-confirmation', now: at });
    const places = await Promise.all(Array.from({ length: 22 }, () => take()));
    const hours = places
      .map((place) => Math.round((Number(place) - now) / HOUR_MS))
      .toSorted((a, b) => a - b);
    expect(hours).toEqual([0, 1, 2, 3].flatMap((hour) => Array<number>(5).fill(hour)).concat(24, 24));
    expect(await take(now + 30 * HOUR_MS)).toBe(now + 30 * HOUR_MS);
    const stored = await limit.find({}).lean();
    expect(JSON.stringify(stored)).not.toContain(toKey);
  });
});
