import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { orderWebhookDisabled } from '@leadping/contracts/commerce/order-webhook-events';
import {
  orderContested,
  orderEmailProblem,
  orderPaid,
  orderWithdrawn,
} from '@leadping/contracts/commerce/order-events';
import { resellerRightsEnded } from '@leadping/contracts/commerce/reseller-events';
import { resellerRightsRefused } from '@leadping/contracts/identity/user-events';
import { ticketReplied } from '@leadping/contracts/support/ticket-events';
import { randomUUID } from 'node:crypto';
import { capturesFailing } from '@leadping/contracts/licensing/capture-events';
import { releaseRolledBack } from '@leadping/contracts/gateway/release-events';
import { countHandled } from '@leadping/test-kit/count-handled';
import { openFakeService } from '@leadping/test-kit/fake-service';
import { until } from '@leadping/test-kit/until';
import { paidOrder } from '@leadping/test-kit/orders';
import { newEmail } from '@leadping/test-kit/people';
import { PURCHASE } from '@leadping/test-kit/purchases';
import { quietSettings, startSupport, type Support } from './support.ts';

const MANAGED = { ...PURCHASE, seller: { ...PURCHASE.seller, isManaged: true } };

describe('mails to staff and sellers', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());
  afterEach(() => {
    support.settings.current = quietSettings();
    support.settings.held = Promise.resolve();
  });

  const countPaidConsumed = () => countHandled(support.url, orderPaid.subject);

  /** Both deliveries of an event that was published twice. */
  const untilHandledTwice = ({ subject }: { subject: string }) =>
    until(async () => (await countHandled(support.url, subject)) >= 2);

  it('a notice to the staff links to its ticket on the desk', async () => {
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

  it('admins are notified once of reseller rights that were paid but not granted, even if notices are turned off', async () => {
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
    await untilHandledTwice(resellerRightsRefused);
    for (const admin of admins) expect(await support.mailsTo(admin)).toHaveLength(1);
    support.settings.current = quietSettings();
  });

  it('admins are notified each time that the rights of a reseller end [R-november.19]', async () => {
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
    await untilHandledTwice(resellerRightsEnded);
    expect(await support.mailsTo(admin)).toHaveLength(2);
  });

  it('the owner of an order webhook that was turned off after ten failures gets one mail, and admins get one for their own webhook [R-checkout.58]', async () => {
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
    [
      'not accepted for days',
      { isUndelivered: true },
      'accepted no email for two days',
      'Press “Resend key”',
    ],
  ])('the notice of an order whose key was %s names the next step and links to the order', async (...row) => {
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

  it('the seller gets one mail about an inquiry, which does not call it a dispute', async () => {
    const [owner, admin] = [newEmail(), newEmail()];
    support.settings.current = quietSettings({ adminNotificationEmails: [admin] });
    const inquiry = {
      orderId: randomUUID(),
      productType: 'main_product',
      seller: { resellerId: 'r1', businessName: 'Acme Tools' },
      customerEmail: newEmail(),
      money: { amountMinor: 9700, currency: 'EUR' },
      kind: 'inquiry',
      disputeId: 'du_1',
      sellerEmail: owner,
    } as const;
    await support.commerce.publish(orderContested, inquiry);
    await support.commerce.publish(orderContested, {
      ...inquiry,
      seller: { ...inquiry.seller, resellerId: null },
      sellerEmail: null,
      kind: 'dispute',
      reason: 'product_not_received',
      dueBy: '2026-12-10T23:59:00.000Z',
    });
    const [mail] = await support.mailed(owner);
    expect(mail).toMatchObject({ subject: 'A bank has a question about a payment' });
    expect(mail!.textBody).toContain('The license keeps working.');
    expect(mail!.textBody).toContain('http://localhost:8080/reseller-dashboard/orders\n');
    const [notice] = await support.mailed(admin);
    expect(notice).toMatchObject({ subject: 'A customer disputed a payment' });
    expect(notice!.textBody).toContain('product not received');
    expect(notice!.textBody).toContain('December 10, 2026, 23:59 UTC');
    expect(mail!.textBody).not.toContain('Answer until');
    expect(notice!.textBody).toContain(`http://localhost:8080/admin/orders?order=${inquiry.orderId}\n`);
    expect(await support.mailsTo(owner)).toHaveLength(1);
  });

  it('a withdrawal is confirmed to the buyer with its time and content, and reported to the seller, each once', async () => {
    const [buyer, owner] = [newEmail(), newEmail()];
    const withdrawn = {
      orderId: randomUUID(),
      productType: 'main_product',
      seller: { resellerId: 'r1', businessName: 'Acme Tools' },
      customerEmail: buyer,
      money: { amountMinor: 9700, currency: 'EUR' },
      name: 'Ann <b>Smith</b>',
      receivedAt: '2026-11-30T21:50:07.000Z',
      outcome: 'request',
      sellerEmail: owner,
    } as const;
    await support.commerce.publish(orderWithdrawn, withdrawn);
    await support.commerce.publish(orderWithdrawn, withdrawn);
    const [mail] = await support.mailed(buyer);
    expect(mail!.subject).toBe(`Your withdrawal from order ${withdrawn.orderId}`);
    for (const part of [
      'November 30, 2026 at 9:50:07 PM UTC',
      withdrawn.orderId,
      '€97.00',
      'Ann <b>Smith</b>',
    ])
      expect(mail!.textBody).toContain(part);
    expect(mail!.htmlBody).toContain('Ann &lt;b&gt;Smith&lt;/b&gt;');
    expect(mail!.htmlBody).not.toContain('<b>Smith');
    expect(mail!.textBody).toContain('The seller checks it and replies to you.');
    const [notice] = await support.mailed(owner);
    expect(notice!.textBody).toContain('a refund is due within 14 days');
    await untilHandledTwice(orderWithdrawn);
    expect([await support.mailsTo(buyer), await support.mailsTo(owner)].map((mails) => mails.length)).toEqual(
      [1, 1],
    );
  });

  it.each([
    [
      { outcome: 'refund', obstacle: 'free' },
      'You paid nothing, so nothing is refunded. The license ends now.',
      'Its license was ended automatically, and there is nothing to do.',
    ],
    [
      { outcome: 'request', obstacle: 'free' },
      'You paid nothing, so nothing is refunded.',
      'Revoke its license under Licenses in your dashboard. Or answer the buyer.',
    ],
    [
      { outcome: 'request', obstacle: 'free', productType: 'reseller_rights' },
      'You paid nothing, so nothing is refunded.',
      'Deactivate the reseller in Reseller Management.',
    ],
    [
      { outcome: 'request', obstacle: 'disputed' },
      'Until the bank has decided it, the payment cannot be refunded.',
      'accept the dispute in your Stripe dashboard',
    ],
    [
      { outcome: 'refunded', obstacle: 'lost' },
      'Your bank decided a dispute about this payment for you and returned the money',
      'so do not refund it',
    ],
    [
      { outcome: 'request', isPastPeriod: true },
      'The seller checks it and replies to you.',
      'which a public holiday at the buyer’s home may have extended. Refund the order, or answer the buyer. If the buyer is in time',
    ],
    [
      { outcome: 'request', purchase: MANAGED },
      'Link is your seller of record and pays any refund to you.',
      'By law a refund is due within 14 days.',
    ],
  ] as const)(
    'a withdrawal with %j promises no refund that cannot come',
    async (fields, toBuyer, toSeller) => {
      const [buyer, owner] = [newEmail(), newEmail()];
      await support.commerce.publish(orderWithdrawn, {
        orderId: randomUUID(),
        productType: 'main_product',
        seller: { resellerId: 'r1', businessName: 'Acme Tools' },
        customerEmail: buyer,
        money: {
          amountMinor: 'obstacle' in fields && fields.obstacle === 'free' ? 0 : 9700,
          currency: 'EUR',
        },
        name: '',
        receivedAt: '2026-11-30T21:50:07.000Z',
        sellerEmail: owner,
        ...fields,
      });
      const [[mail], [notice]] = [await support.mailed(buyer), await support.mailed(owner)];
      expect(mail!.textBody).toContain(toBuyer);
      expect(notice!.textBody).toContain(toSeller);
      if ('obstacle' in fields) {
        expect(mail!.textBody).not.toContain('A refund goes to the payment');
        expect(notice!.textBody).not.toContain('Refund the order');
      }
    },
  );

  it('admins get the evidence of a rolled back release once, even if it is delivered again', async () => {
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
    await untilHandledTwice(releaseRolledBack);
    for (const to of admins) expect(await support.mailed(to)).toHaveLength(1);
    await gateway.close();
  });

  it('admins are mailed once if captures of a layout fail, with the figures of the layout', async () => {
    const admin = newEmail();
    support.settings.current = quietSettings({ adminNotificationEmails: [admin] });
    const alert = {
      layout: '3fa9c01b',
      at: new Date().toISOString(),
      presses: 40,
      licenses: 6,
      failures: { company: 30, jobTitle: 16, location: 2 },
      fields: ['company' as const, 'jobTitle' as const],
    };
    for (let time = 0; time < 2; time += 1) await support.licensing.publish(capturesFailing, alert);
    const [mail] = await support.mailed(admin);
    expect(mail!.subject).toBe('Captures fail: company, job title');
    expect(mail!.textBody).toContain('Company: not found in 30 of 40');
    expect(mail!.textBody).toContain('Job title: not found in 16 of 40');
    expect(mail!.textBody).not.toContain('Location');
    expect(mail!.textBody).toContain('http://localhost:8080/admin/selectors');
    await untilHandledTwice(capturesFailing);
    expect(await support.mailed(admin)).toHaveLength(1);
  });

  it('an order is mailed once to every admin address if order notifications are on, and to none if they are off [S2.37]', async () => {
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

  it('a burst of orders requests the settings less often than once per two orders', async () => {
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
});
