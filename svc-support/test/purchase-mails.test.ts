import { CONSENT_TEXT } from '@leadping/contracts/commerce/delivery-consent';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Purchase } from '@leadping/contracts/purchase';
import { findReceiptPath } from '@leadping/contracts/commerce/requests';
import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { licenseIssued, licenseResendRequested } from '@leadping/contracts/licensing/license-events';
import { issuedLicense } from '@leadping/test-kit/licenses';
import { ACME, DETAILS, PURCHASE } from '@leadping/test-kit/purchases';
import { newEmail } from '@leadping/test-kit/people';
import { randomUUID } from 'node:crypto';
import { purchaseBlocks } from '../src/email-templates/purchase-blocks.ts';
import { quietSettings, startSupport, type Support } from './support.ts';

describe('the mail after a purchase', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());

  const mailFor = async (change: Partial<Purchase['seller']> = {}, purchase: Partial<Purchase> = {}) => {
    const seller = { ...PURCHASE.seller, ...change };
    const license = issuedLicense({ seller: ACME });
    await support.licensing.publish(licenseIssued, {
      ...license,
      purchase: { ...PURCHASE, ...purchase, seller },
    });
    const [mail] = await support.mailed(license.email);
    return { ...mail!, license };
  };

  it('confirms the consent to immediate delivery with its text and time, and names no right that has ended', async () => {
    const deliveryConsent = { text: CONSENT_TEXT, at: '2026-11-30T20:59:01.000Z' };
    const { textBody } = await mailFor({ deliveryConsent });
    expect(textBody).toContain(
      `on November 30, 2026 at 8:59:01 PM UTC, you agreed to this: “${CONSENT_TEXT}”`,
    );
    expect(textBody).toContain('the right of withdrawal has ended. The guarantee remains.');
    expect(textBody).not.toContain('within 14 days');
    const without = await mailFor({ deliveryConsent, guarantee: null });
    expect(without.textBody).not.toContain('/withdraw');
  });

  it('names the discount code', async () => {
    const { textBody } = await mailFor({}, { discountCode: 'SPRING20' });
    expect(textBody).toContain('Discount, code SPRING20: −CHF20.00 CHF');
  });

  it('confirms the contract: key, product, amounts, number, date, seller, guarantee and right of withdrawal', async () => {
    const { textBody, subject, license } = await mailFor();
    expect(subject).toBe('Your Leadping license key from Acme Sales');
    for (const words of [
      license.licenseKey,
      'Product: Leadping, lifetime license for one person',
      'Price: CHF149.00 CHF',
      'Discount: −CHF20.00 CHF',
      'Total: CHF129.00 CHF',
      'Tax included: CHF9.66 CHF',
      `Order number: ${license.orderId}`,
      'Date: November 30, 2026',
      'Legal name: Acme GmbH',
      'Address: Hauptstraße 1, 10115 Berlin',
      'Tax number: DE123456789',
      '14-day money-back guarantee.',
      'withdraw from this contract within 14 days',
      'http://localhost:8080/r/acme-1/withdraw',
      'http://localhost:8080/r/acme-1/terms-of-service',
      'http://localhost:8080/r/acme-1/docs/installation',
    ])
      expect(textBody).toContain(words);
    expect(textBody).not.toContain('Register number');
  });

  it('states the reply time of the seller, apart from that of our staff, who answers tickets', async () => {
    const supportReply = 'within 48 hours';
    expect((await mailFor({ supportReply })).textBody).toContain(
      'Stuck? Answer this email, and Acme Sales replies within 48 hours. Or ask the Leadping team: http://localhost:8080/r/acme-1/support',
    );
    expect((await mailFor({ supportReply, contactEmail: null })).textBody).toContain(
      'Stuck? Write to us, and we reply within 48 hours: http://localhost:8080/r/acme-1/support',
    );
    expect((await mailFor()).textBody).toContain(
      'Stuck? Write to us: http://localhost:8080/r/acme-1/support',
    );
  });

  it('names Link where it is the seller of record, and only there', async () => {
    const words = 'Orders are sold through Link';
    expect((await mailFor({ isManaged: true })).textBody).toContain(words);
    expect((await mailFor()).textBody).not.toContain(words);
  });

  it('is answered to the seller’s contact, and to nobody else without one', async () => {
    expect(await mailFor()).toMatchObject({
      from: '"Acme Sales" <hello@shop.example>',
      replyTo: 'office@acme.example',
    });
    expect(await mailFor({ contactEmail: null })).toMatchObject({ replyTo: null });
  });

  it('reaches the buyer even if the seller’s contact is no address or carries a second header', async () => {
    for (const contactEmail of ['not an address', 'a@acme.example\nBcc: all@example.com'])
      expect(await mailFor({ contactEmail })).toMatchObject({ replyTo: null });
  });

  it('shows markup in the seller’s details as text', async () => {
    const { htmlBody } = await mailFor({
      details: {
        ...DETAILS,
        legalName: '<script>alert(1)</script>',
        country: '<a href="//evil.example">x</a>',
      },
    });
    expect(htmlBody).not.toMatch(/<script|evil\.example">x/);
    expect(htmlBody).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('has the seller’s logo and color, and a dark style', async () => {
    const { htmlBody } = await mailFor();
    expect(htmlBody).toContain('<img src="http://localhost:8080/api/logos/acme.png" alt=""');
    expect(htmlBody).toMatch(/prefers-color-scheme: dark/);
    expect(htmlBody).not.toMatch(/#4338F5/);
  });

  it('has the ring instead of a logo that mail programs do not show', async () => {
    expect((await mailFor({ logoUrl: '/api/logos/acme.svg' })).htmlBody).not.toContain('<img');
  });

  it('says plainly that there is no guarantee if the seller gives none', async () => {
    expect((await mailFor({ guarantee: null })).textBody).toContain(
      'No money-back guarantee. Your rights by law are not affected.',
    );
  });

  it('names the seller even if no detail is provided', async () => {
    const empty = {
      legalName: '',
      address: '',
      country: '',
      email: '',
      phone: '',
      registerNumber: '',
      taxNumber: '',
    };
    expect((await mailFor({ details: empty })).textBody).toMatch(
      /WHO YOU BOUGHT FROM\n\nSeller: Acme Sales\n\n/,
    );
  });

  it('links to the receipt of the order, or says where it is if commerce does not answer in time', async () => {
    const without = (await mailFor()).textBody;
    expect(without).toContain('Your receipt: open http://localhost:8080/my\n');
    expect(without).not.toContain('Receipt:');
    support.commerce.bus.respond(findReceiptPath, async ({ orderId, email }) => ({
      path: `/receipt/${orderId}#key=of-${email}`,
    }));
    const { textBody, license } = await mailFor();
    expect(textBody).toContain(
      `Receipt: http://localhost:8080/r/acme-1/receipt/${license.orderId}#key=of-${license.email}`,
    );
    expect(textBody).not.toContain('Your receipt');
  });

  it('names the order again when the key is sent again', async () => {
    const license = { ...issuedLicense({ seller: ACME }), purchase: PURCHASE };
    await support.licensing.publish(licenseResendRequested, { ...license, requestId: randomUUID() });
    const [mail] = await support.mailed(license.email);
    expect(mail!.subject).toBe('Your Leadping license key, once more');
    expect(mail!.textBody).toContain('Total: CHF129.00 CHF');
  });
});

describe('the amounts in the mail after a purchase', () => {
  const amountsOf = (purchase: Partial<Purchase>) => {
    const blocks = purchaseBlocks(
      { ...PURCHASE, ...purchase },
      { seller: 'Acme Sales', orderId: null, pagesUrl: '', publicUrl: '', receiptPath: null },
    );
    const facts = blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []));
    return facts.filter(([name]) => ['Price', 'Discount', 'Tax', 'Total', 'Tax included'].includes(name));
  };

  it('are one total without tax and discount', () => {
    const money = { amountMinor: 7900, currency: 'USD' } as const;
    const amounts = { subtotalMinor: 7900, discountMinor: 0, taxMinor: 0, isTaxIncluded: true };
    expect(amountsOf({ money, amounts })).toEqual([['Total', '$79.00']]);
    expect(amountsOf({ money, amounts: undefined })).toEqual([['Total', '$79.00']]);
  });

  it('add a tax that the price does not contain', () => {
    const money = { amountMinor: 9401, currency: 'USD' } as const;
    const amounts = { subtotalMinor: 7900, discountMinor: 0, taxMinor: 1501, isTaxIncluded: false };
    expect(amountsOf({ money, amounts })).toEqual([
      ['Price', '$79.00'],
      ['Tax', '$15.01'],
      ['Total', '$94.01'],
    ]);
  });

  it('have no decimals in yen', () => {
    const money = { amountMinor: 7900, currency: 'JPY' } as const;
    const amounts = { subtotalMinor: 7900, discountMinor: 0, taxMinor: 718, isTaxIncluded: true };
    expect(amountsOf({ money, amounts })).toEqual([
      ['Total', '¥7,900'],
      ['Tax included', '¥718'],
    ]);
  });
});

describe('the mail to a reseller about a sale', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());

  const sale = (resellerId: string | null) => ({
    orderId: randomUUID(),
    productType: 'main_product' as const,
    seller: { resellerId, businessName: 'Acme Sales' },
    customerEmail: newEmail('buyer'),
    customerName: null,
    money: { amountMinor: 12_900, currency: 'CHF' as const },
    stripeSessionId: 'cs_test_1',
    paidAt: '2026-11-30T21:00:00.000Z',
  });

  it('is sent once for each sale, however often the order is published', async () => {
    const seller = newEmail('seller');
    support.saleNotices.set('r1', seller);
    const order = sale('r1');
    await support.commerce.publish(orderPaid, order);
    await support.commerce.publish(orderPaid, order);
    const second = sale('r1');
    await support.commerce.publish(orderPaid, second);
    const mails = await support.mailed(seller, 2);
    expect(mails).toHaveLength(2);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'New sale: CHF129.00 CHF',
      'New sale: CHF129.00 CHF',
    ]);
    expect(mails.some(({ textBody }) => textBody.includes(order.orderId))).toBe(true);
  });

  it('shows how the total comes about', async () => {
    const seller = newEmail('seller');
    support.saleNotices.set('r2', seller);
    await support.commerce.publish(orderPaid, { ...sale('r2'), purchase: PURCHASE });
    const [mail] = await support.mailed(seller);
    for (const words of ['Discount: −CHF20.00 CHF', 'Total: CHF129.00 CHF', 'Tax included: CHF9.66 CHF'])
      expect(mail!.textBody).toContain(words);
    expect(mail!.textBody).not.toContain('No money was paid');
  });

  it('does not read like a sale if it is a test order, and neither does the mail to admins', async () => {
    const [seller, admin] = [newEmail('seller'), newEmail('admin')];
    support.saleNotices.set('r3', seller);
    support.settings.current = quietSettings({
      adminNotificationEmails: [admin],
      enableOrderNotifications: true,
    });
    await support.commerce.publish(orderPaid, { ...sale('r3'), purchase: PURCHASE, isTest: true });
    const [[toSeller], [toAdmin]] = [await support.mailed(seller), await support.mailed(admin)];
    support.settings.current = quietSettings();
    expect(toSeller!.subject).toBe('Test order: CHF129.00 CHF');
    expect(toAdmin!.subject).toBe('Test order: License, CHF129.00 CHF');
    for (const { textBody } of [toSeller!, toAdmin!]) {
      expect(textBody).toMatch(/^Test order: .*\n\nNo money was paid\.\n/);
      expect(textBody).toContain('Discount: −CHF20.00 CHF');
      expect(textBody).not.toMatch(/you sold|new order/i);
    }
  });

  it('is not sent if the reseller turned it off, nor about the platform’s own sales', async () => {
    const seller = newEmail('seller');
    support.saleNotices.set('on', seller);
    const countNotices = () => support.mails.countDocuments({ kind: 'order-notice' });
    const before = await countNotices();
    await support.commerce.publish(orderPaid, sale('off'));
    await support.commerce.publish(orderPaid, sale(null));
    await support.commerce.publish(orderPaid, sale('on'));
    await support.mailed(seller);
    expect(await countNotices()).toBe(before + 1);
  });
});
