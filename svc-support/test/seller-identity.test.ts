import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderWithdrawn } from '@leadping/contracts/commerce/order-events';
import {
  licenseReinstated,
  licenseRevoked,
  licenseSuspended,
} from '@leadping/contracts/licensing/license-events';
import { issuedLicense } from '@leadping/test-kit/licenses';
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

  it('have only the name of the seller if an earlier release published the event', async () => {
    const email = newEmail('buyer');
    await support.commerce.publish(orderWithdrawn, withdrawal(email));
    const [mail] = await support.mailed(email);
    expect(mail).toMatchObject({ replyTo: null, from: '"Acme Sales" <hello@shop.example>' });
    expect(mail!.textBody).not.toContain('Seller:');
  });
});
