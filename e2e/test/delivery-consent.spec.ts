import { expect, test } from '@playwright/test';
import { CONSENT_STATEMENTS, CONSENT_TEXT } from '@leadping/contracts/commerce/delivery-consent';
import { randomBytes } from 'node:crypto';
import { platformClient, runningPlatform, until } from '../platform.ts';
import { keepPictures } from './keep-pictures.ts';
import { makeReseller } from './reseller.ts';

const platform = runningPlatform();
const client = platformClient(platform);

test('a buyer agrees to immediate delivery before the payment page, and the email with the key confirms it', async ({
  page,
}) => {
  const offer = { businessName: 'Instant Offers', productPrice: '90.00', currency: 'EUR' };
  const reseller = await makeReseller(platform, offer);
  await reseller.signedIn.call('/api/resellers/promises', 'PUT', {
    guaranteeDays: 0,
    supportReplyHours: 24,
    asksConsent: true,
  });
  const email = `agreed-${randomBytes(4).toString('hex')}@example.com`;
  await page.goto(`${platform.publicUrl}/r/${reseller.slug}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /get it for/i })
    .first()
    .click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('Before you pay')).toBeVisible();
  await keepPictures(page, 'delivery-consent');
  const go = dialog.getByRole('button', { name: 'Continue to payment' });
  await expect(go).toBeDisabled();
  for (const statement of CONSENT_STATEMENTS) await dialog.getByRole('checkbox', { name: statement }).check();
  await go.click();
  await page.waitForURL(/\/pay\//);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Pay €90.00' }).click();
  await page.waitForURL(/\/success\?/);
  const [mail] = await until('the key is mailed', async () => {
    const mails = await client.mailsTo(email);
    return mails.length > 0 && mails;
  });
  const text = mail?.textBody.replaceAll(/\s+/g, ' ');
  expect(text).toContain(CONSENT_TEXT);
  expect(text).toContain('the right of withdrawal has ended');
});
