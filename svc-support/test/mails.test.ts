import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  licenseIssued,
  licenseIssuedId,
  licenseReinstated,
  licenseResendRequested,
  licenseRevoked,
  licenseSuspended,
} from '@leadping/contracts/licensing/license-events';
import { DEFAULT_STORE_URL, getStoreUrl } from '@leadping/contracts/licensing/requests';
import { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { mailDeliveries, mailTimeline } from '@leadping/contracts/timeline';
import { randomUUID } from 'node:crypto';
import { trusted } from 'mongoose';
import { until } from '@leadping/test-kit/until';
import { issuedLicense } from '@leadping/test-kit/licenses';
import { newEmail } from '@leadping/test-kit/people';
import { startSupport, type Support } from './support.ts';
describe('mails to buyers', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());

  /** Publishes a license that comes after: once its mail is there, those published before were handled. */
  const handleAllLicenses = async () => {
    const last = issuedLicense();
    await support.licensing.publish(licenseIssued, last);
    await support.mailed(last.email);
  };

  it('the key of an issued license is mailed as text and as HTML [P1.07]', async () => {
    const license = issuedLicense();
    await support.licensing.publish(licenseIssued, license);
    const [mail] = await support.mailed(license.email);
    expect(mail).toMatchObject({ from: '"Leadping" <hello@shop.example>', tag: 'license-key' });
    expect(mail!.subject).toBe('Your Leadping license key');
    expect(mail!.textBody).toContain(license.licenseKey);
    expect(mail!.htmlBody).toContain(license.licenseKey);
    expect(mail!.textBody).toContain('http://localhost:8080/docs/installation');
  });

  it('the buyer of a test purchase reads that the license ends after 30 days, and not that it is for life', async () => {
    const testExpiresAt = '2026-12-30T10:00:00.000Z';
    const license = issuedLicense({ testExpiresAt });
    await support.licensing.publish(licenseIssued, license);
    const [mail] = await support.mailed(license.email);
    const end = 'the license ends after 30 days, on December 30, 2026.';
    expect(mail!.textBody).toContain(end);
    expect(mail!.htmlBody).toContain(end);
    expect(mail!.textBody).not.toContain('for life');
    const real = issuedLicense();
    await support.licensing.publish(licenseIssued, real);
    const [live] = await support.mailed(real.email);
    expect(live!.textBody).toContain('yours for life');
    expect(live!.textBody).not.toContain('test purchase');
  });

  it('the owner of a trial reads when it ends and that nothing was bought, and not that it is for life', async () => {
    const license = issuedLicense({ trialEndsAt: '2026-12-08T10:00:00.000Z' });
    await support.licensing.publish(licenseIssued, license);
    const [mail] = await support.mailed(license.email);
    expect(mail!.subject).toBe('Your Leadping trial key');
    for (const text of ['Your trial ends on December 8, 2026.', 'Nothing was bought.', license.licenseKey]) {
      expect(mail!.textBody).toContain(text);
      expect(mail!.htmlBody).toContain(text);
    }
    expect(mail!.textBody).not.toContain('for life');
    // Anybody can request a trial for any address, so that its end sends nothing.
    await support.licensing.publish(licenseRevoked, { ...license, reason: 'trial ended' });
    const bought = issuedLicense();
    await support.licensing.publish(licenseRevoked, { ...bought, reason: 'refunded' });
    await support.mailed(bought.email);
    expect(await support.mailed(license.email)).toHaveLength(1);
  });

  it('the first link of the key mail leads to the extension, to the default address or to the one in the settings', async () => {
    const firstLinkFor = async () => {
      const license = issuedLicense();
      await support.licensing.publish(licenseIssued, license);
      const [mail] = await support.mailed(license.email);
      return /href="([^"]+)"[^>]*>([^<]+)</.exec(mail!.htmlBody)?.slice(1);
    };
    expect(await firstLinkFor()).toEqual([DEFAULT_STORE_URL, 'Add to Chrome']);
    const listing = 'https://chromewebstore.google.com/detail/leadping/abcdef';
    support.licensing.bus.respond(getStoreUrl, async () => ({ chromeWebStoreUrl: listing }));
    expect(await firstLinkFor()).toEqual([listing, 'Add to Chrome']);
  });

  it.each(['Leadping', 'L\u0435adping Support', 'Support Team'])(
    'a reseller with a name like ours sends under a neutral name: %s',
    async (businessName) => {
      const license = issuedLicense({ seller: { resellerId: 'r1', businessName } });
      await support.licensing.publish(licenseIssued, license);
      const [mail] = await support.mailed(license.email);
      expect(mail!.from).toBe('"Independent reseller" <hello@shop.example>');
    },
  );

  it("the mail to a reseller's buyer has the reseller's name [R-licenses.15]", async () => {
    const license = issuedLicense({ seller: { resellerId: 'r1', businessName: 'Acme Sales' } });
    await support.licensing.publish(licenseIssued, license);
    const [mail] = await support.mailed(license.email);
    expect(mail!.from).toBe('"Acme Sales" <hello@shop.example>');
    expect(mail!.subject).toBe('Your Leadping license key from Acme Sales');
    expect(mail!.htmlBody).toContain('Acme Sales');
    expect(mail!.textBody).toContain('Acme Sales');
  });

  it("the mails to a reseller's buyer link to the reseller's pages, for the key and for each change of the license", async () => {
    const license = issuedLicense({ seller: { resellerId: 'r1', businessName: 'Acme Sales' } });
    const { email } = license;
    await support.licensing.publish(licenseIssued, license);
    await support.licensing.publish(licenseResendRequested, { ...license, requestId: randomUUID() });
    for (const event of [licenseSuspended, licenseReinstated, licenseRevoked])
      await support.licensing.publish(event, { ...license, reason: 'refunded' });
    for (const { textBody } of await support.mailed(email, 5)) {
      const links = textBody.match(/http:\/\/localhost:8080\S*/g) ?? [];
      expect(links).toContain('http://localhost:8080/r/r1/support');
      // A person's purchases are on one page, whoever sold them.
      const others = links.filter((link) => !link.startsWith('http://localhost:8080/r/r1/'));
      expect(others.filter((link) => link !== 'http://localhost:8080/my')).toEqual([]);
    }
  });

  it('the key of a license from license-create is mailed like any other [R-licenses.22]', async () => {
    const license = issuedLicense({ origin: 'webhook', orderId: null });
    await support.licensing.publish(licenseIssued, license);
    const [mail] = await support.mailed(license.email);
    expect(mail!.textBody).toContain(license.licenseKey);
  });

  it('a license that is published five times is mailed once', async () => {
    const license = issuedLicense();
    await Promise.all(Array.from({ length: 5 }, () => support.licensing.publish(licenseIssued, license)));
    await support.mailed(license.email);
    await handleAllLicenses();
    expect(await support.mailsTo(license.email)).toHaveLength(1);
  });

  it('licensing gets the outcome again if it asks again, but not if NATS delivers the first event again', async () => {
    const settled = await support.licensing.collect(licenseMailSettled);
    const license = issuedLicense();
    const { licenseId } = license;
    const outcomes = () => settled.filter((published) => published.licenseId === licenseId);
    await support.licensing.publish(licenseIssued, license);
    await until(() => outcomes().length === 1);
    await support.licensing.publish(licenseIssued, license, licenseIssuedId(licenseId));
    await handleAllLicenses();
    expect(outcomes()).toHaveLength(1);
    await support.licensing.publish(licenseIssued, license, licenseIssuedId(licenseId, 1));
    await until(() => outcomes().length === 2);
    await handleAllLicenses();
    const mail = await support.mails.findById(`license-issued:${licenseId}`).lean();
    const outcome = { outcome: 'sent', settledAt: mail?.settledAt?.toISOString() };
    expect(outcome.settledAt).toBeDefined();
    expect(outcomes()).toMatchObject([outcome, outcome]);
    expect(await support.mailsTo(license.email)).toHaveLength(1);
  });

  it('the timeline of an order has its mails with name and outcome, and with masked recipients', async () => {
    const [orderId, licenseId] = [randomUUID(), randomUUID()];
    const mail = { to: 'jane@example.com', toKey: 'jane@example.com', senderName: 'Leadping' };
    await support.mails.insertMany([
      { ...mail, _id: `license-issued:${licenseId}`, kind: 'license-key', state: 'sent' },
      { ...mail, _id: `license-revoked:${licenseId}:1`, kind: 'license-status', state: 'queued' },
      { ...mail, _id: `order-notice:${orderId}:jane@example.com`, kind: 'order-notice', state: 'failed' },
      {
        ...mail,
        _id: `license-active:${licenseId}:2`,
        kind: 'license-status',
        state: 'failed',
        cause: 'unavailable',
      },
    ]);
    const { entries } = await support.commerce.bus.request(mailTimeline, {
      orderId,
      licenseIds: [licenseId],
    });
    expect(entries.map(({ title }) => title).sort()).toEqual([
      'License key emailed',
      'License status change emailed: given up',
      'License status change emailed: waits',
      'Order notice emailed: refused',
    ]);
    for (const { detail } of entries) expect(detail).toBe('j***@example.com');
  });

  it('what Postmark reports about the mail with a key is read for the seller, masked and with its times', async () => {
    const license = issuedLicense({ email: `jane-${randomUUID()}@example.com` });
    await support.licensing.publish(licenseIssued, license);
    await support.mailed(license.email);
    await until(
      async () => (await support.mails.findOne({ licenseId: license.licenseId }))?.state === 'sent',
    );
    const read = () =>
      support.commerce.bus
        .request(mailDeliveries, { licenseIds: [license.licenseId] })
        .then(({ mails }) => mails);
    await until(async () => (await read())[0]?.events?.length === 1);
    const [mail] = await read();
    expect(mail).toMatchObject({ to: 'j***@example.com', events: [{ kind: 'delivered' }] });
    expect(Date.parse(mail?.events?.[0]?.at ?? '')).toBeGreaterThan(Date.now() - 600_000);
    await support.mails.updateOne({ licenseId: license.licenseId }, { $set: { messageId: randomUUID() } });
    expect((await read())[0]).toMatchObject({ sentAt: mail?.sentAt, events: null });
    expect(
      (await support.commerce.bus.request(mailDeliveries, { licenseIds: [randomUUID()] })).mails,
    ).toEqual([]);
  });

  it('a key that is requested again is mailed once per request', async () => {
    const license = { ...issuedLicense(), requestId: randomUUID() };
    await support.licensing.publish(licenseResendRequested, license);
    await support.licensing.publish(licenseResendRequested, license);
    await support.licensing.publish(licenseResendRequested, { ...license, requestId: randomUUID() });
    const mails = await support.mailed(license.email, 2);
    await handleAllLicenses();
    expect(await support.mailsTo(license.email)).toHaveLength(2);
    expect(mails[0]!.textBody).toContain(license.licenseKey);
  });

  it('the buyer is notified when a license is revoked, suspended and reinstated', async () => {
    const license = { ...issuedLicense(), reason: 'refunded' };
    for (const [event, subject] of [
      [licenseSuspended, 'Your Leadping license is paused'],
      [licenseReinstated, 'Your Leadping license works again'],
      [licenseRevoked, 'Your Leadping license has ended'],
    ] as const) {
      await support.licensing.publish(event, license);
      await until(async () =>
        (await support.mailsTo(license.email)).some((mail) => mail.subject === subject),
      );
    }
    const mails = await support.mailsTo(license.email);
    expect(mails).toHaveLength(3);
    expect(JSON.stringify(mails)).not.toContain(license.licenseKey);
  });

  it('a name can add neither a header nor markup to a mail', async () => {
    const businessName = 'Evil" <x@evil.example>\r\nBcc: all@evil.example <script>alert(1)</script>';
    const license = issuedLicense({ seller: { resellerId: 'r9', businessName } });
    await support.licensing.publish(licenseIssued, license);
    const [mail] = await support.mailed(license.email);
    expect(mail!.from).toMatch(/^"[^"<>\r\n]*" <hello@shop\.example>$/);
    expect(mail!.subject).not.toMatch(/[\r\n]/);
    expect(mail!.htmlBody).not.toContain('<script>');
    expect(await support.mailsTo('all@evil.example')).toHaveLength(0);
  });

  it('a waiting mail is sealed in the database, and its content is removed when it is sent', async () => {
    const license = issuedLicense();
    await support.sandbox('/sandbox/mail/faults', 'PUT', { kind: 'error', status: 429 });
    await support.licensing.publish(licenseIssued, license);
    const read = () => support.mails.findById(`license-issued:${license.licenseId}`).lean();
    await until(async () => (await read())?.error !== undefined);
    const waiting = await read();
    expect(waiting).toMatchObject({ state: 'queued', sealedContent: expect.any(String) });
    expect(JSON.stringify(waiting)).not.toContain(license.licenseKey);
    await support.mailed(license.email);
    await until(async () => (await read())?.state === 'sent');
    expect(await read()).not.toHaveProperty('sealedContent');
  });

  it('a recipient whose mails hang does not delay other mails, regardless of the number of hanging mails', async () => {
    const hanging = newEmail();
    const stuck = Array.from({ length: 30 }, () => issuedLicense({ email: hanging }));
    await support.sandbox('/sandbox/mail/rules', 'PUT', { hanging: [hanging] });
    await Promise.all(stuck.map((license) => support.licensing.publish(licenseIssued, license)));
    await until(async () => (await support.mails.countDocuments({ to: hanging })) === stuck.length);
    const quick = issuedLicense();
    await support.licensing.publish(licenseIssued, quick);
    await support.mailed(quick.email);
    // Not one of them has ended, and most have not begun: they do not take each other's places either.
    const begun = await support.mails.find({ to: hanging, attempts: trusted({ $gt: 0 }) }).lean();
    expect(begun.every(({ state, attempts }) => state === 'leased' && attempts === 1)).toBe(true);
    expect(begun.length).toBeGreaterThan(0);
    expect(begun.length).toBeLessThanOrEqual(4);
    await support.sandbox('/sandbox/mail/rules', 'PUT', {});
  });
});
