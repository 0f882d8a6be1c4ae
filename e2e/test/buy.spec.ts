import { expect, test, type Page } from '@playwright/test';
import { LICENSE_KEY, platformClient, runningPlatform, sessionOf, until } from '../platform.ts';
import { answered } from './answered.ts';

const platform = runningPlatform();
const client = platformClient(platform);

/** Pays on the provider's page as a person would. */
async function payOnPage(page: Page, email: string): Promise<string> {
  await page.waitForURL(`${platform.sandboxUrl.replace('127.0.0.1', '*')}/pay/**`);
  const session = sessionOf(page.url());
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByRole('button', { name: /^pay/i }).first().click();
  return session;
}

async function keyInMailbox(email: string): Promise<string> {
  const [mail] = await until(`a mail to ${email}`, async () => {
    const mails = await client.mailsTo(email);
    return mails.length > 0 && mails;
  });
  expect(await client.mailsTo(email)).toHaveLength(1);
  return LICENSE_KEY.exec(mail?.textBody ?? '')?.[0] ?? 'no key';
}

/** Completes another sale up to its mail, so that all earlier mails have arrived. */
async function sellAnother(): Promise<void> {
  const email = `another-${Date.now()}@example.com`;
  await client.pay(await client.startCheckout('10.9.9.3'), email);
  await keyInMailbox(email);
}

test.describe('a buyer on the landing page', () => {
  test('sees the price, pays, sees the success page and gets a key by mail, which activates [P1.07] [P1.08] [P2.06] [R-checkout.36]', async ({
    page,
  }) => {
    const email = `direct-${Date.now()}@example.com`;
    await page.goto(platform.publicUrl);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('$79').first()).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('button', { name: /get it for/i })
      .first()
      .click();
    await payOnPage(page, email);
    await page.waitForURL(`${platform.publicUrl}/success?**`);
    await expect(page.getByText('d***@example.com')).toBeVisible();
    const licenseKey = await keyInMailbox(email);
    // The link must not show the key.
    await expect(page.getByText(licenseKey)).toHaveCount(0);
    await page.getByRole('link', { name: 'View or print your receipt' }).click();
    const receipt = page.getByRole('article', { name: 'Receipt' });
    await expect(receipt.getByText(email)).toBeVisible();
    await expect(receipt.getByText('$79.00').first()).toBeVisible();
    const activated = await client.call<{ valid: boolean; token: string }>('/api/license/activate', 'POST', {
      licenseKey,
      deviceId: 'browser-of-the-buyer',
    });
    expect(activated).toMatchObject({ valid: true, token: expect.any(String) });
  });

  test('stays on the payment page after a declined card, and returns to the shop after canceling', async ({
    page,
  }) => {
    await page.goto(platform.publicUrl);
    await page
      .getByRole('main')
      .getByRole('button', { name: /get it for/i })
      .first()
      .click();
    await page.waitForURL(/\/pay\//);
    const session = sessionOf(page.url());
    const email = `declined-${Date.now()}@example.com`;
    await client.pay(session, email, 'declined');
    await page
      .getByRole('link', { name: /cancel|back/i })
      .or(page.getByRole('button', { name: /cancel|back/i }))
      .first()
      .click();
    await page.waitForURL(`${platform.publicUrl}/`);
    await sellAnother();
    expect(await client.mailsTo(email)).toHaveLength(0);
  });

  test('sees a payment that fails later as failed, and gets no license [R-checkout.14]', async ({ page }) => {
    const email = `failed-${Date.now()}@example.com`;
    const session = await client.startCheckout('10.9.9.1');
    await answered(client, () => client.pay(session, email, 'async_failed'));
    await page.goto(`${platform.publicUrl}/success?session_id=${session}`);
    await expect(page.getByText(/not (completed|paid)|failed/i).first()).toBeVisible();
    await sellAnother();
    expect(await client.mailsTo(email)).toHaveLength(0);
  });

  test('sees a pending payment as processing without a license, then as paid [R-checkout.12] [R-checkout.13] [R-checkout.33]', async ({
    page,
  }) => {
    const email = `later-${Date.now()}@example.com`;
    const session = await client.startCheckout('10.9.9.2');
    await answered(client, () => client.pay(session, email, 'unpaid'));
    await sellAnother();
    expect(await client.mailsTo(email)).toHaveLength(0);
    await page.goto(`${platform.publicUrl}/success?session_id=${session}`);
    await expect(page.locator('main')).toHaveAttribute('data-state', 'processing');
    await client.pay(session, email, 'async_paid');
    await expect(page.getByText('l***@example.com')).toBeVisible();
    await keyInMailbox(email);
  });

  test('creates one session with a double click [R-checkout.40]', async ({ page }) => {
    // One key creates one session, however often it is sent (`svc-commerce/test/checkouts.test.ts`).
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/create-main-checkout'))
        keys.push(request.headers()['idempotency-key']);
    });
    await page.goto(platform.publicUrl);
    await page
      .getByRole('main')
      .getByRole('button', { name: /get it for/i })
      .first()
      .dblclick();
    await page.waitForURL(/\/pay\//);
    expect([...new Set(keys)]).toEqual([expect.stringMatching(/^[\w-]{16,}$/)]);
  });
});
