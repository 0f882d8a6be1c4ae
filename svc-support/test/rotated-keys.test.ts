import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { licenseIssued, licenseKeyRotated } from '@leadping/contracts/licensing/license-events';
import { getLicenseEmail } from '@leadping/contracts/licensing/requests';
import { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { issuedLicense } from '@leadping/test-kit/licenses';
import { until } from '@leadping/test-kit/until';
import { startSupport, type Support } from './support.ts';

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
