import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONSENT_TEXT } from '@leadping/contracts/commerce/delivery-consent';
import { findReceiptPath } from '@leadping/contracts/commerce/requests';
import { licenseIssued, licenseKeyRotated } from '@leadping/contracts/licensing/license-events';
import { getLicenseEmail, getStoreUrl } from '@leadping/contracts/licensing/requests';
import { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { issuedLicense } from '@leadping/test-kit/licenses';
import { ACME, PURCHASE } from '@leadping/test-kit/purchases';
import { until } from '@leadping/test-kit/until';
import { startSupport, type Support } from './support.ts';

const STORE_URL = 'https://chromewebstore.google.com/detail/example/abc';

describe('the mail with a new key', () => {
  let support: Support;
  beforeAll(async () => {
    support = await startSupport();
  });
  afterAll(() => support.close());

  const rotated = (cause: 'requested' | 'address', keptDevices: number) => {
    const license = issuedLicense();
    return { ...license, keyNumber: 2, requestId: `${license.licenseId}-2`, cause, keptDevices };
  };

  it('reaches the owner once, says that the previous key is dead and which browsers go on', async () => {
    const license = rotated('requested', 2);
    const eventId = `license-key-rotated:${license.requestId}`;
    await support.licensing.publish(licenseKeyRotated, license, eventId);
    await support.licensing.publish(licenseKeyRotated, license, eventId);
    const [mail] = await support.mailed(license.email);
    expect(mail).toMatchObject({ subject: 'Your new Leadping license key' });
    expect(mail!.textBody).toContain(license.licenseKey);
    expect(mail!.textBody).toContain('The previous key no longer works.');
    expect(mail!.textBody).toContain('2 browsers were kept');
    const after = rotated('address', 0);
    await support.licensing.publish(licenseKeyRotated, after);
    const [corrected] = await support.mailed(after.email);
    expect(corrected!.textBody).toContain('The email address of your license was changed');
    expect(corrected!.textBody).toContain('All browsers were signed out');
    expect(await support.mailsTo(license.email)).toHaveLength(1);
  });

  it('confirms the contract at a corrected address, because the first mail went to somebody else', async () => {
    support.licensing.bus.respond(getStoreUrl, async () => ({ chromeWebStoreUrl: STORE_URL }));
    support.commerce.bus.respond(findReceiptPath, async ({ orderId }) => ({
      path: `/receipt/${orderId}#key=abc`,
    }));
    const deliveryConsent = { text: CONSENT_TEXT, at: '2026-11-30T20:59:01.000Z' };
    const purchase = { ...PURCHASE, seller: { ...PURCHASE.seller, deliveryConsent } };
    const testExpiresAt = '2026-12-30T21:00:00.000Z';
    const license = { ...rotated('address', 0), seller: ACME, purchase, testExpiresAt };
    await support.licensing.publish(licenseKeyRotated, license);
    const [mail] = await support.mailed(license.email);
    expect(mail).toMatchObject({
      from: '"Acme Sales" <hello@shop.example>',
      replyTo: 'office@acme.example',
      htmlBody: expect.stringContaining('http://localhost:8080/api/logos/acme.png'),
    });
    for (const words of [
      license.licenseKey,
      `Add to Chrome:\n${STORE_URL}`,
      'This was a test purchase. No money was paid',
      'Product: Leadping, test license',
      'Total: CHF129.00 CHF',
      `Order number: ${license.orderId}`,
      'Seller: Acme Sales',
      'Legal name: Acme GmbH',
      `Receipt: http://localhost:8080/r/acme-1/receipt/${license.orderId}#key=abc`,
      `you agreed to this: “${CONSENT_TEXT}”`,
      'http://localhost:8080/r/acme-1/terms-of-service',
    ])
      expect(mail!.textBody).toContain(words);
  });

  it('confirms the contract also if the owner asked for the key, because it may replace the first mail', async () => {
    const license = { ...rotated('requested', 1), seller: ACME, purchase: PURCHASE };
    await support.licensing.publish(licenseKeyRotated, license);
    const [mail] = await support.mailed(license.email);
    expect(mail).toMatchObject({ replyTo: 'office@acme.example' });
    expect(mail!.textBody).toContain('Total: CHF129.00 CHF');
    expect(mail!.textBody).not.toContain('Add to Chrome');
  });

  it('replaces a mail with the previous key that was not sent yet', async () => {
    const settled = await support.licensing.collect(licenseMailSettled);
    const license = issuedLicense();
    support.licensing.bus.respond(getLicenseEmail, async () => ({
      email: license.email,
      status: 'active' as const,
      keyNumber: 2,
    }));
    await support.licensing.publish(licenseIssued, license);
    const outcome = () => settled.find(({ licenseId }) => licenseId === license.licenseId);
    await until(() => outcome() !== undefined);
    expect(outcome()).toMatchObject({ outcome: 'failed', isWithdrawn: true });
    expect(await support.mailsTo(license.email)).toEqual([]);
    await support.licensing.publish(licenseKeyRotated, {
      ...license,
      keyNumber: 2,
      requestId: 'r',
      cause: 'requested',
      keptDevices: 0,
    });
    await support.mailed(license.email);
  });
});
