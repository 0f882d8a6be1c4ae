import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BRAND } from '@leadping/contracts/brand';
import { orderPaid, orderWithdrawn } from '@leadping/contracts/commerce/order-events';
import { SELLER_OF_RECORD } from '@leadping/contracts/commerce/seller-tax';
import { findReceiptPath } from '@leadping/contracts/commerce/requests';
import {
  licenseReinstated,
  licenseRevoked,
  licenseSuspended,
} from '@leadping/contracts/licensing/license-events';
import { issuedLicense } from '@leadping/test-kit/licenses';
import { paidOrder } from '@leadping/test-kit/orders';
import { newEmail } from '@leadping/test-kit/people';
import { ACME, PURCHASE } from '@leadping/test-kit/purchases';
import { randomUUID } from 'node:crypto';
import { startSupport, type Support } from './support.ts';

const IDENTITY = 'Seller: Acme Sales, Acme GmbH, Hauptstraße 1, 10115 Berlin, Germany, office@acme.example';

describe('mails to the buyer of a reseller', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());

  const withdrawal = (customerEmail: string) => ({
    orderId: randomUUID(),
    productType: 'main_product' as const,
    seller: ACME,
    customerEmail,
    money: PURCHASE.money,
    name: '',
    receivedAt: '2026-11-30T21:50:07.000Z',
    outcome: 'request' as const,
    sellerEmail: newEmail('seller'),
  });

  it.each([
    ['revoked', licenseRevoked],
    ['suspended', licenseSuspended],
    ['reinstated', licenseReinstated],
  ])('say who sells and are answered to the seller: a license is %s', async (_status, event) => {
    const license = { ...issuedLicense({ seller: ACME, purchase: PURCHASE }), reason: 'refunded' };
    await support.licensing.publish(event, license);
    const [mail] = await support.mailed(license.email);
    expect(mail).toMatchObject({
      replyTo: 'office@acme.example',
      textBody: expect.stringContaining(`\n${IDENTITY}\n`),
      htmlBody: expect.stringContaining(`<br>${IDENTITY}</td>`),
    });
    expect(mail!.htmlBody).toContain('http://localhost:8080/api/logos/acme.png');
  });

  it('say who sells and are answered to the seller: a withdrawal arrived', async () => {
    const email = newEmail('buyer');
    await support.commerce.publish(orderWithdrawn, { ...withdrawal(email), purchase: PURCHASE });
    const [mail] = await support.mailed(email);
    expect(mail).toMatchObject({
      replyTo: 'office@acme.example',
      textBody: expect.stringContaining(`\n${IDENTITY}\n`),
    });
    expect(mail!.textBody).toContain('http://localhost:8080/r/acme-1/support');
  });

  it('name Link after the seller where it is the seller of record', async () => {
    const email = newEmail('buyer');
    const purchase = { ...PURCHASE, seller: { ...PURCHASE.seller, isManaged: true } };
    await support.commerce.publish(orderWithdrawn, { ...withdrawal(email), purchase });
    const [mail] = await support.mailed(email);
    expect(mail!.textBody).toContain(`\n${IDENTITY}. ${SELLER_OF_RECORD}\n`);
  });

  it('have only the name of the seller if an earlier release published the event', async () => {
    const email = newEmail('buyer');
    await support.commerce.publish(orderWithdrawn, withdrawal(email));
    const [mail] = await support.mailed(email);
    expect(mail).toMatchObject({ replyTo: null, from: '"Acme Sales" <hello@shop.example>' });
    expect(mail!.textBody).not.toContain('Seller:');
  });
});

describe('the mail to the buyer of reseller rights', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
    support.commerce.bus.respond(findReceiptPath, async ({ orderId }) => ({
      path: `/receipt/${orderId}#key=abc`,
    }));
  });
  afterAll(() => support.close());

  const own = { ...PURCHASE, seller: { ...PURCHASE.seller, slug: null } };
  const rightsOrder = (isTest = false) =>
    paidOrder({ productType: 'reseller_rights', purchase: own, money: own.money, isTest });

  it('confirms the contract once, and claims no right of withdrawal, which businesses do not have', async () => {
    const order = rightsOrder();
    await support.commerce.publish(orderPaid, order);
    await support.commerce.publish(orderPaid, order);
    const last = rightsOrder(true);
    await support.commerce.publish(orderPaid, last);
    const [test] = await support.mailed(last.customerEmail);
    const mails = await support.mailsTo(order.customerEmail);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      subject: `Your order: ${BRAND.name} reseller rights`,
      replyTo: 'office@acme.example',
    });
    const text = mails[0]!.textBody;
    for (const words of [
      'Product: Leadping, reseller rights\n',
      'Discount: −CHF20.00 CHF',
      'Total: CHF129.00 CHF',
      'Tax included: CHF9.66 CHF',
      `Order number: ${order.orderId}`,
      `Receipt: http://localhost:8080/receipt/${order.orderId}#key=abc`,
      'Seller: Leadping\nLegal name: Acme GmbH',
      'http://localhost:8080/terms-of-service',
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/withdraw|one person|No money was paid/i);
    expect(test!.textBody).toContain('This was a test purchase. No money was paid.');
  });

  it('is not sent for a license, whose mail has the key, nor for an order of an earlier release', async () => {
    const [license, earlier] = [paidOrder({ purchase: own }), paidOrder({ productType: 'reseller_rights' })];
    const last = rightsOrder();
    for (const order of [license, earlier, last]) await support.commerce.publish(orderPaid, order);
    await support.mailed(last.customerEmail);
    for (const { customerEmail } of [license, earlier])
      expect(await support.mailsTo(customerEmail)).toEqual([]);
  });
});
