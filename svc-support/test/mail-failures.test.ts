import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderEmailProblem } from '@leadping/contracts/commerce/order-events';
import {
  licenseIssued,
  licenseIssuedId,
  licenseResendRequested,
  licenseRevoked,
  licenseSuspended,
} from '@leadping/contracts/licensing/license-events';
import { getLicenseEmail } from '@leadping/contracts/licensing/requests';
import { logRecorded } from '@leadping/contracts/support/log-events';
import { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { mailTimeline } from '@leadping/contracts/timeline';
import { countHandled } from '@leadping/test-kit/count-handled';
import { until } from '@leadping/test-kit/until';
import { issuedLicense } from '@leadping/test-kit/licenses';
import { newEmail } from '@leadping/test-kit/people';
import { randomUUID } from 'node:crypto';
import { buildPostmarkClient } from '../src/mails/postmark-client.ts';
import { quietSettings, startSupport, type Support } from './support.ts';

describe('mails that are sent through Postmark', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport({ MAIL_LEASE_SECONDS: '2' });
  });
  afterAll(() => support.close());

  const readMail = (licenseId: string) => support.mails.findById(`license-issued:${licenseId}`).lean();

  it.each([
    ['a reply that was lost', { kind: 'lost-reply' }],
    ['a connection that was cut before', { kind: 'reset' }],
    ['an answer that never comes', { kind: 'hang' }],
    ['an error of the server', { kind: 'error', status: 500 }],
    ['a rate limit', { kind: 'error', status: 429 }],
    ['a maintenance', { kind: 'error', status: 503 }],
    ['an account that waits for approval', { kind: 'error', status: 422 }],
  ])('are sent exactly once after %s', async (_name, fault) => {
    const license = issuedLicense();
    await support.sandbox('/sandbox/mail/faults', 'PUT', fault);
    await support.licensing.publish(licenseIssued, license);
    await until(async () => (await readMail(license.licenseId))?.state === 'sent');
    expect(await support.mailsTo(license.email)).toHaveLength(1);
    expect((await readMail(license.licenseId))?.attempts).toBeGreaterThan(1);
  });

  it('are given up at once for an inactive recipient, published to licensing and logged for the admin', async () => {
    const settled = await support.licensing.collect(licenseMailSettled);
    const logs = await support.licensing.collect(logRecorded('support'));
    const license = issuedLicense();
    await support.sandbox('/sandbox/mail/rules', 'PUT', { inactive: [license.email] });
    await support.licensing.publish(licenseIssued, license);
    await until(async () => (await readMail(license.licenseId))?.state === 'failed');
    expect(await readMail(license.licenseId)).toMatchObject({
      attempts: 1,
      error: expect.stringContaining('406'),
    });
    await until(() =>
      settled.some(
        (published) => published.licenseId === license.licenseId && published.outcome === 'failed',
      ),
    );
    await until(() => logs.some((log) => log.level === 'error' && log.category === 'email'));
    expect(JSON.stringify(logs)).not.toContain(license.email);
    expect(JSON.stringify(logs)).not.toContain(license.licenseKey);
  });

  it('are withdrawn, without a notice to admins, if the address of a key was corrected or its license ended', async () => {
    const admin = newEmail();
    support.settings.current = quietSettings({ adminNotificationEmails: [admin] });
    const settled = await support.licensing.collect(licenseMailSettled);
    const [wrong, ended] = [issuedLicense({ orderId: null }), issuedLicense({ orderId: null })];
    const right = { ...wrong, email: newEmail() };
    const known = new Map([
      [right.licenseId, { email: right.email, status: 'active' as const }],
      [ended.licenseId, { email: ended.email, status: 'revoked' as const }],
    ]);
    support.licensing.bus.respond(
      getLicenseEmail,
      async ({ licenseId }) => known.get(licenseId) ?? { email: null },
    );
    const countNotices = () => countHandled(support.url, licenseMailSettled.subject);
    const before = await countNotices();
    for (const license of [wrong, ended]) await support.licensing.publish(licenseIssued, license);
    await until(() => settled.length === 2);
    await support.licensing.publish(licenseResendRequested, { ...right, requestId: 'correction-2' });
    await support.mailed(right.email);
    // Licensing asks once more, as after a lost store.
    await support.licensing.publish(licenseIssued, ended, licenseIssuedId(ended.licenseId, 1));
    await until(() => settled.length === 4);
    for (const { email } of [wrong, ended]) expect(await support.mailsTo(email)).toEqual([]);
    const outcomesOf = (of: string) => settled.filter(({ licenseId }) => licenseId === of);
    const withdrawn = { outcome: 'failed', isWithdrawn: true };
    expect(outcomesOf(ended.licenseId)).toMatchObject([withdrawn, withdrawn]);
    expect(outcomesOf(wrong.licenseId)).toMatchObject([
      { email: wrong.email, ...withdrawn },
      { email: right.email, outcome: 'sent' },
    ]);
    await until(async () => (await countNotices()) >= before + 4);
    expect(await support.mailsTo(admin)).toEqual([]);
    support.settings.current = quietSettings();
    const { entries } = await support.commerce.bus.request(mailTimeline, {
      orderId: 'o1',
      licenseIds: [ended.licenseId],
    });
    expect(entries).toMatchObject([{ title: 'License key emailed: withdrawn', state: 'warning' }]);
  });

  it('are retried every five minutes and given up after two days, and admins are not asked to correct the address', async () => {
    const admin = newEmail();
    support.settings.current = quietSettings({ adminNotificationEmails: [admin] });
    const logs = await support.licensing.collect(logRecorded('support'));
    const settled = await support.licensing.collect(licenseMailSettled);
    const license = issuedLicense({ orderId: null });
    const { licenseId, email } = license;
    await support.sandbox('/sandbox/mail/faults', 'PUT', { kind: 'error', status: 500, times: 1000 });
    await support.licensing.publish(licenseIssued, license);
    await until(async () => ((await readMail(licenseId))?.attempts ?? 0) > 0);
    const id = `license-issued:${licenseId}`;
    const readWaitMs = async () => ((await readMail(licenseId))?.nextAttemptAt?.getTime() ?? 0) - Date.now();
    await support.mails.updateOne({ _id: id }, { attempts: 20, nextAttemptAt: new Date() });
    await until(async () => (await readWaitMs()) > 60_000);
    expect(await readWaitMs()).toBeLessThanOrEqual(300_000);
    const createdAt = new Date(Date.now() - 49 * 3_600_000);
    const due = { createdAt, nextAttemptAt: new Date() };
    await support.mails.updateOne({ _id: id }, due, { overwriteImmutable: true });
    await until(async () => (await readMail(licenseId))?.state === 'failed');
    await until(() => logs.some(({ message }) => message.includes('two days')));
    await support.sandbox('/sandbox/mail/faults', 'DELETE', undefined);
    await until(() => settled.some((published) => published.licenseId === licenseId));
    const given = { licenseId, email, outcome: 'failed', cause: 'unavailable' };
    expect(settled.filter((published) => published.licenseId === licenseId)).toMatchObject([given]);
    const [notice] = await support.mailed(admin);
    expect(notice!.textBody).toContain('accepted no email for two days');
    expect(notice!.textBody).toContain('save the same address');
    // Licensing asks once more, as after a lost store: the reply has not forgotten why.
    await support.licensing.publish(licenseIssued, license, licenseIssuedId(licenseId, 1));
    await until(() => settled.filter((published) => published.licenseId === licenseId).length === 2);
    expect(settled.at(-1)).toMatchObject(given);
    // Mailed once more it is refused, which has another remedy.
    await support.sandbox('/sandbox/mail/rules', 'PUT', { inactive: [email] });
    await support.licensing.publish(licenseResendRequested, { ...license, requestId: 'once-more' });
    const notices = await support.mailed(admin, 2);
    expect(notices).toHaveLength(2);
    expect(notices.some(({ textBody }) => textBody.includes('Correct the address'))).toBe(true);
    support.settings.current = quietSettings();
  });

  it.each([
    'a&b@example.com',
    "o'x/y=v%q#i@example.com",
    '"john smith"@example.com',
    'info@müller.de',
    'anna@xn--e1afmkfd.xn--p1ai',
    'Anna@Example.org',
  ])('are sent to %s as typed [R-november.3]', async (email) => {
    const license = issuedLicense({ email });
    await support.licensing.publish(licenseIssued, license);
    await until(async () => (await readMail(license.licenseId))?.state === 'sent');
    expect(await support.mailsTo(email)).toHaveLength(1);
  });

  it('are retried if Postmark refuses the sender, which is our fault', async () => {
    const { POSTMARK_SERVER_TOKEN: token, POSTMARK_API_BASE: apiBase } = support.config;
    const postmark = buildPostmarkClient({ token, apiBase, timeoutMs: 5000 });
    const mail = {
      kind: 'account',
      subject: 'Hello',
      text: 'Hello',
      html: 'Hello',
    } as const;
    const send = (from: string, to: string) =>
      postmark.send({ ...mail, effectId: `${from}-${to}`, from, to });
    expect(await send('not an address', newEmail())).toMatchObject({ outcome: 'postponed' });
    expect(await send(support.config.MAIL_FROM, newEmail())).toMatchObject({ outcome: 'sent' });
  });

  it('have their outcome published for a key that is sent again, but not for a change of status', async () => {
    const settled = await support.licensing.collect(licenseMailSettled);
    const license = issuedLicense();
    const { licenseId, orderId, email } = license;
    await support.sandbox('/sandbox/mail/rules', 'PUT', { inactive: [email] });
    await support.licensing.publish(
      licenseSuspended,
      { ...license, reason: 'disputed' },
      `suspended-${licenseId}`,
    );
    await until(
      async () => (await support.mails.findById(`suspended-${licenseId}`).lean())?.state === 'failed',
    );
    await support.licensing.publish(licenseResendRequested, { ...license, requestId: 'correction-2' });
    await until(() => settled.length > 0);
    await support.sandbox('/sandbox/mail/rules', 'PUT', {});
    await support.licensing.publish(licenseResendRequested, { ...license, requestId: 'correction-3' });
    await until(() => settled.length > 1);
    expect(settled).toMatchObject([
      { licenseId, orderId, email, outcome: 'failed' },
      { licenseId, orderId, email, outcome: 'sent' },
    ]);
  });

  it('are settled for a rejected and a missing address, and admins are notified once, for an order through the order', async () => {
    const admin = newEmail();
    support.settings.current = quietSettings({ adminNotificationEmails: [admin] });
    const settled = await support.licensing.collect(licenseMailSettled);
    const rejected = issuedLicense({ orderId: null });
    const missing = issuedLicense({ email: '', orderId: null });
    const ordered = issuedLicense();
    const inactive = [rejected.email, ordered.email];
    await support.sandbox('/sandbox/mail/rules', 'PUT', { inactive });
    for (const license of [ordered, rejected, rejected, missing])
      await support.licensing.publish(licenseIssued, license);
    const mails = await support.mailed(admin, 2);
    expect(mails.map(({ textBody }) => textBody).join()).toContain(rejected.email);
    await until(() => settled.some(({ licenseId }) => licenseId === missing.licenseId));
    // Commerce consumes this one and publishes the problem of its order, which is mailed.
    await until(() => settled.some(({ orderId }) => orderId === ordered.orderId));
    await support.commerce.publish(orderEmailProblem, {
      orderId: ordered.orderId ?? '',
      productType: 'main_product',
      seller: ordered.seller,
      customerEmail: ordered.email,
      problem: 'refused',
    });
    await support.mailed(admin, 3);
    expect(settled.find(({ licenseId }) => licenseId === rejected.licenseId)).toMatchObject({
      outcome: 'failed',
      cause: 'refused',
      email: rejected.email,
      error: expect.stringContaining('406'),
    });
    expect(
      (await support.mailsTo(admin)).filter(({ textBody }) => textBody.includes(ordered.email)),
    ).toHaveLength(1);
    expect(await support.mailsTo(admin)).toHaveLength(3);
  });

  it('are settled as refused for a key to an impossible address, and other mails to that address are not stored', async () => {
    const settled = await support.licensing.collect(licenseMailSettled);
    const license = issuedLicense({ email: `${randomUUID()}@QA.Invalid` });
    const { licenseId, orderId, email } = license;
    await support.licensing.publish(licenseSuspended, { ...license, reason: 'disputed' });
    await support.licensing.publish(licenseIssued, license);
    await until(() => settled.length > 0);
    // Licensing asks once more, as after a lost store.
    await support.licensing.publish(licenseIssued, license, licenseIssuedId(licenseId, 1));
    await until(() => settled.length > 1);
    const refused = { licenseId, orderId, email, outcome: 'failed', cause: 'refused' };
    expect(settled).toMatchObject([refused, refused]);
    expect(settled[0]?.error).toBe('Nobody can have an address under .invalid.');
    expect(await support.mails.find({ to: email }).distinct('_id')).toEqual([`license-issued:${licenseId}`]);
    expect(await support.mailsTo(email)).toEqual([]);
    const { entries } = await support.commerce.bus.request(mailTimeline, {
      orderId: 'o1',
      licenseIds: [licenseId],
    });
    expect(entries).toMatchObject([{ title: 'License key emailed: refused', state: 'failed' }]);
  });

  it('are not created for a license whose owner was erased, and no error is logged', async () => {
    const logs = await support.licensing.collect(logRecorded('support'));
    const erased = { ...issuedLicense({ email: '' }), reason: 'refunded' };
    const id = `revoked-${erased.licenseId}`;
    await support.licensing.publish(licenseRevoked, erased, id);
    const last = issuedLicense();
    await support.licensing.publish(licenseRevoked, { ...last, reason: 'refunded' });
    await support.mailed(last.email);
    await until(async () => (await countHandled(support.url, licenseRevoked.subject)) === 2);
    expect(await support.mails.findById(id).lean()).toBeNull();
    expect(logs.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('are not sent to any address of a list in one field', async () => {
    const license = issuedLicense({ email: 'first@example.com, second@example.com' });
    await support.licensing.publish(licenseIssued, license);
    await until(async () => (await readMail(license.licenseId))?.state === 'failed');
    expect(await support.mailsTo('first@example.com')).toHaveLength(0);
    expect(await support.mailsTo('second@example.com')).toHaveLength(0);
  });
});
