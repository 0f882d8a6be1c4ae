import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { invitationPlace, mailedTokenPlace } from '@leadping/service-kit/data/sealed-places';
import { orderWebhookDisabled } from '@leadping/contracts/commerce/order-webhook-events';
import { orderEmailProblem, orderPaid } from '@leadping/contracts/commerce/order-events';
import { resellerRightsEnded } from '@leadping/contracts/commerce/reseller-events';
import {
  emailChanged,
  emailVerificationRequested,
  passwordResetRequested,
  resellerRightsRefused,
  signInChanged,
  userAttachedToReseller,
  userInvited,
} from '@leadping/contracts/identity/user-events';
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
import { ticketReplied } from '@leadping/contracts/support/ticket-events';
import { mailTimeline } from '@leadping/contracts/timeline';
import { randomBytes, randomUUID } from 'node:crypto';
import { trusted } from 'mongoose';
import { releaseRolledBack } from '@leadping/contracts/gateway/release-events';
import { countHandled } from '@leadping/test-kit/count-handled';
import { openFakeService } from '@leadping/test-kit/fake-service';
import { until } from '@leadping/test-kit/until';
import { issuedLicense } from '@leadping/test-kit/licenses';
import { paidOrder } from '@leadping/test-kit/orders';
import { newEmail } from '@leadping/test-kit/people';
import { quietSettings, startSupport, type Support } from './support.ts';

describe('mails', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());
  afterEach(() => {
    support.settings.current = quietSettings();
    support.settings.held = Promise.resolve();
  });

  /** Publishes a license that comes after: once its mail is there, what was published before was handled. */
  const handleAllLicenses = async () => {
    const last = issuedLicense();
    await support.licensing.publish(licenseIssued, last);
    await support.mailed(last.email);
  };

  const countPaidConsumed = () => countHandled(support.url, orderPaid.subject);

  it('the key of an issued license is mailed at once, as text and as HTML [P1.07]', async () => {
    const license = issuedLicense();
    await support.licensing.publish(licenseIssued, license);
    const [mail] = await support.mailed(license.email);
    expect(mail).toMatchObject({ from: '"Leadping" <hello@shop.example>', tag: 'license-key' });
    expect(mail!.subject).toBe('Your Leadping license key');
    expect(mail!.textBody).toContain(license.licenseKey);
    expect(mail!.htmlBody).toContain(license.licenseKey);
    expect(mail!.textBody).toContain('http://localhost:8080/docs/installation');
  });

  it('the first link of the key mail leads to the extension, as the admin has set it or by default', async () => {
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

  it("the mail to a reseller's buyer bears the reseller's name [R-licenses.15]", async () => {
    const license = issuedLicense({ seller: { resellerId: 'r1', businessName: 'Acme Sales' } });
    await support.licensing.publish(licenseIssued, license);
    const [mail] = await support.mailed(license.email);
    expect(mail!.from).toBe('"Acme Sales" <hello@shop.example>');
    expect(mail!.subject).toBe('Your Leadping license key from Acme Sales');
    expect(mail!.htmlBody).toContain('Acme Sales');
    expect(mail!.textBody).toContain('Acme Sales');
  });

  it("a reseller's buyer finds help on the reseller's pages, for the key and for each change of the license", async () => {
    const license = issuedLicense({ seller: { resellerId: 'r1', businessName: 'Acme Sales' } });
    const { email } = license;
    await support.licensing.publish(licenseIssued, license);
    await support.licensing.publish(licenseResendRequested, { ...license, requestId: randomUUID() });
    for (const event of [licenseSuspended, licenseReinstated, licenseRevoked])
      await support.licensing.publish(event, { ...license, reason: 'refunded' });
    for (const { textBody } of await support.mailed(email, 5)) {
      const links = textBody.match(/http:\/\/localhost:8080\S*/g) ?? [];
      expect(links).toContain('http://localhost:8080/r/r1/support');
      expect(links.filter((link) => !link.startsWith('http://localhost:8080/r/r1/'))).toEqual([]);
    }
  });

  it('a notice to the staff leads to its ticket on the desk', async () => {
    const admin = newEmail();
    support.settings.current = quietSettings({
      adminNotificationEmails: [admin],
      enableTicketNotifications: true,
    });
    await support.licensing.publish(ticketReplied, {
      ticketNumber: 'TKT-ABCD-EFGH-JKMN-PQRS',
      responseId: randomUUID(),
      subject: 'The button is missing',
      name: 'Jane',
      email: newEmail(),
      message: 'Are you there?',
      fromCustomer: true,
    });
    const [mail] = await support.mailed(admin);
    expect(mail!.textBody).toContain(
      'Open on the desk:\nhttp://localhost:8080/admin/tickets?search=TKT-ABCD-EFGH-JKMN-PQRS\n',
    );
  });

  it('a license made by license-create has its key mailed as any license [R-licenses.22]', async () => {
    const license = issuedLicense({ origin: 'webhook', orderId: null });
    await support.licensing.publish(licenseIssued, license);
    const [mail] = await support.mailed(license.email);
    expect(mail!.textBody).toContain(license.licenseKey);
  });

  it('a license published five times is mailed once', async () => {
    const license = issuedLicense();
    await Promise.all(Array.from({ length: 5 }, () => support.licensing.publish(licenseIssued, license)));
    await support.mailed(license.email);
    await handleAllLicenses();
    expect(await support.mailsTo(license.email)).toHaveLength(1);
  });

  it('licensing gets the outcome again where it asks, not where NATS delivers the first event once more', async () => {
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

  it("an order's timeline has its mails by name and outcome, their recipients masked", async () => {
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

  it('a key asked for again is mailed once for each request', async () => {
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

  it('an invite and re-sent credentials are mailed with the password, once each [S7.19] [S7.25]', async () => {
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
    await handleAllLicenses();
    expect(await support.mailsTo(user.email)).toHaveLength(1);
  });

  it('admins are notified once of reseller rights that were paid and not given, also with notices turned off', async () => {
    const admins = [newEmail(), newEmail()];
    support.settings.current = quietSettings({ adminNotificationEmails: admins });
    const refused = { orderId: randomUUID(), email: 'boss@example.com', role: 'admin' } as const;
    await support.identity.publish(resellerRightsRefused, refused);
    await support.identity.publish(resellerRightsRefused, refused);
    for (const admin of admins) {
      const [mail] = await support.mailed(admin);
      expect(mail!.textBody).toContain(refused.orderId);
      expect(mail!.textBody).toContain('boss@example.com');
    }
    await handleAllLicenses();
    for (const admin of admins) expect(await support.mailsTo(admin)).toHaveLength(1);
    support.settings.current = quietSettings();
  });

  it('admins are notified each time that the rights of a reseller end', async () => {
    const admin = newEmail();
    support.settings.current = quietSettings({ adminNotificationEmails: [admin] });
    const ended = {
      resellerId: randomUUID(),
      businessName: 'Acme Sales',
      email: newEmail(),
      reason: 'refunded' as const,
      endedAt: new Date().toISOString(),
    };
    for (let time = 0; time < 2; time += 1) await support.commerce.publish(resellerRightsEnded, ended);
    await support.mailed(admin, 2);
    await handleAllLicenses();
    expect(await support.mailsTo(admin)).toHaveLength(2);
  });

  it('the owner of an order webhook that was turned off after ten failures gets one mail, the admins of their own [R-checkout.58]', async () => {
    const admins = [newEmail(), newEmail()];
    support.settings.current = quietSettings({ adminNotificationEmails: admins });
    const owner = newEmail();
    const webhook = {
      resellerId: 'acme-1',
      businessName: 'Acme <b>Tools</b>',
      email: owner,
      url: 'https://hooks.example/orders',
      reason: 'failing',
      disabledAt: new Date().toISOString(),
    } as const;
    await support.commerce.publish(orderWebhookDisabled, webhook);
    const [mail] = await support.mailed(owner);
    expect(mail).toMatchObject({ to: [owner], subject: 'Your order webhook was turned off' });
    expect(mail!.textBody).toContain('Ten deliveries in a row failed.');
    expect(mail!.textBody).toContain(webhook.url);
    expect(mail!.textBody).toContain('http://localhost:8080/reseller-dashboard/settings\n');
    expect(mail!.htmlBody).not.toContain('<b>Tools</b>');
    await support.commerce.publish(orderWebhookDisabled, { ...webhook, resellerId: null, email: null });
    for (const admin of admins) {
      const [notice] = await support.mailed(admin);
      expect(notice!.textBody).toContain('http://localhost:8080/admin/settings\n');
    }
    expect(await support.mailsTo(owner)).toHaveLength(1);
  });

  it.each([
    ['refused', {}, 'rejected this customer’s address', 'Correct the address'],
    ['not taken for days', { isUndelivered: true }, 'accepted no email for two days', 'Press “Resend key”'],
  ])('the notice of an order whose key was %s says what to do, and leads to the order', async (...row) => {
    const [, extra, why, nextStep] = row;
    const admin = newEmail();
    support.settings.current = quietSettings({ adminNotificationEmails: [admin] });
    await support.commerce.publish(orderEmailProblem, {
      orderId: 'o42',
      productType: 'main_product',
      seller: { resellerId: null, businessName: 'Leadping' },
      customerEmail: newEmail(),
      problem: 'refused',
      ...extra,
    });
    const [mail] = await support.mailed(admin);
    expect(mail!.textBody).toContain(why);
    expect(mail!.textBody).toContain(nextStep);
    expect(mail!.textBody).toContain('Open the order:\nhttp://localhost:8080/admin/orders?order=o42\n');
  });

  it('admins get the evidence of a rolled back release once, however often it is delivered', async () => {
    const admins = [newEmail(), newEmail()];
    support.settings.current = quietSettings({ adminNotificationEmails: admins });
    const gateway = await openFakeService(support.config, 'gateway');
    const rollback = {
      revision: 42,
      apps: ['mfe-admin'],
      note: 'mfe-admin@2.0.1: errors of 12 visitors in 9 networks, 80 page loads',
      at: new Date().toISOString(),
      visitors: 12,
      networks: 9,
      loads: 80,
      messages: ['<b>x</b> is not a function'],
    };
    await gateway.publish(releaseRolledBack, rollback);
    await gateway.publish(releaseRolledBack, rollback);
    for (const to of admins) {
      const [mail] = await support.mailed(to);
      expect(mail!.subject).toBe('Rolled back: mfe-admin');
      expect(mail!.textBody).toContain('errors of 12 visitors in 9 networks');
      expect(mail!.htmlBody).not.toContain('<b>x</b>');
    }
    await handleAllLicenses();
    for (const to of admins) expect(await support.mailed(to)).toHaveLength(1);
    await gateway.close();
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
    await handleAllLicenses();
    expect(await support.mailsTo(reset.email)).toHaveLength(1);
  });

  it('a verification link leads to our own address; the owner of a taken one gets a notice without it', async () => {
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

  it('a changed email address is mailed to the old one, and the new one is not named [R-accounts.16]', async () => {
    const change = { userId: 'u4', username: 'ann', email: newEmail(), previousEmail: newEmail() };
    await support.identity.publish(emailChanged, change);
    const [mail] = await support.mailed(change.previousEmail);
    expect(mail!.subject).toContain('email address');
    expect(mail!.textBody).not.toContain(change.email);
    expect(await support.mailsTo(change.email)).toHaveLength(0);
  });

  it('a changed sign-in is mailed to its owner', async () => {
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

  it('an order is mailed once to every admin address while order notifications are on, and to none while off [S2.37]', async () => {
    const admins = [newEmail(), newEmail()];
    const order = paidOrder({ money: { amountMinor: 7900, currency: 'JPY' } });
    support.settings.current = quietSettings({
      adminNotificationEmails: admins,
      enableOrderNotifications: false,
    });
    await support.commerce.publish(orderPaid, { ...order, orderId: 'silent' });
    await until(async () => (await countPaidConsumed()) === 1);
    support.settings.current = quietSettings({
      adminNotificationEmails: admins,
      enableOrderNotifications: true,
    });
    await support.commerce.publish(orderPaid, order);
    await support.commerce.publish(orderPaid, order);
    await until(async () => (await countPaidConsumed()) === 3);
    for (const admin of admins) {
      const mails = await support.mailed(admin);
      expect(mails).toHaveLength(1);
      expect(mails[0]!.subject).toBe('New order: License, ¥7,900');
      expect(mails[0]!.textBody).toContain(order.customerEmail);
    }
  });

  it('a burst of orders, as after a lost store, asks for the settings a few times, not once for each', async () => {
    const { settings } = support;
    const before = { asked: settings.asked, consumed: await countPaidConsumed() };
    let release = () => {};
    settings.held = new Promise((resolve) => (release = resolve));
    const burst = Array.from({ length: 30 }, () => paidOrder());
    await Promise.all(burst.map((order) => support.commerce.publish(orderPaid, order)));
    await until(() => settings.asked > before.asked);
    release();
    await until(async () => (await countPaidConsumed()) === before.consumed + burst.length);
    expect(settings.asked - before.asked).toBeLessThan(burst.length / 2);
  });

  it('a name can neither add a header nor markup', async () => {
    const businessName = 'Evil" <x@evil.example>\r\nBcc: all@evil.example <script>alert(1)</script>';
    const license = issuedLicense({ seller: { resellerId: 'r9', businessName } });
    await support.licensing.publish(licenseIssued, license);
    const [mail] = await support.mailed(license.email);
    expect(mail!.from).toMatch(/^"[^"<>\r\n]*" <hello@shop\.example>$/);
    expect(mail!.subject).not.toMatch(/[\r\n]/);
    expect(mail!.htmlBody).not.toContain('<script>');
    expect(await support.mailsTo('all@evil.example')).toHaveLength(0);
  });

  it('a waiting mail is sealed in the database, and its content is gone once it is sent', async () => {
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

  it('a recipient whose mails hang keeps no other mail waiting, however many they are', async () => {
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
