import { expect, test } from '@playwright/test';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { person } from './person.ts';
import { LICENSE_KEY, platformClient, runningPlatform, until } from '../platform.ts';
import { makeReseller } from './reseller.ts';

const platform = runningPlatform();
const client = platformClient(platform);

const SALES = [
  { businessName: 'Zebra Leads GmbH', productPrice: '129.50', currency: 'EUR', shown: '€129.50' },
  { businessName: 'Sakura Sales', productPrice: '14800', currency: 'JPY', shown: '¥14,800' },
];

for (const { shown, ...offer } of SALES) {
  test(`a visitor buys at a reseller's page in ${offer.currency} with its own price, name and account, and the order webhook contains the key [P1.13] [P1.14] [P1.15] [P2.02] [P2.43]`, async ({
    page,
  }) => {
    const reseller = await makeReseller(platform, offer);
    const email = `buyer-${reseller.slug}@example.com`;
    await page.goto(`${platform.publicUrl}/r/${reseller.slug}`);
    const banner = page.getByRole('complementary', { name: 'Offer' });
    await expect(banner.getByText('Exclusive Offer brought to you by:')).toBeVisible();
    await expect(banner.getByText(offer.businessName)).toBeVisible();
    expect(isOrange(await banner.evaluate((band) => getComputedStyle(band).backgroundColor))).toBe(true);
    await expect(page.getByText(shown).first()).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('button', { name: /get it for/i })
      .first()
      .click();
    await page.waitForURL(/\/pay\//);
    await expect(page.getByText(shown).first()).toBeVisible();
    await page.getByLabel(/e-?mail/i).fill(email);
    await page.getByRole('button', { name: /^pay/i }).first().click();
    await page.waitForURL(`${platform.publicUrl}/r/${reseller.slug}/success?**`);

    const [mail] = await until('the key arrives', async () => {
      const mails = await client.mailsTo(email);
      return mails.length > 0 && mails;
    });
    const licenseKey = LICENSE_KEY.exec(mail?.textBody ?? '')?.[0];
    expect(mail?.from).toContain(offer.businessName);
    const activated = await client.call<{ valid: boolean }>('/api/license/activate', 'POST', {
      licenseKey,
      deviceId: `device-of-${reseller.slug}`,
    });
    expect(activated.valid).toBe(true);

    const [request] = await until('the order webhook arrives', async () => {
      const received = await client.sandbox<{ body: unknown }[]>(`/hooks/${reseller.hookBin}/requests`);
      return received.length > 0 && received;
    });
    const payload = typeof request?.body === 'string' ? JSON.parse(request.body) : request?.body;
    expect(payload).toMatchObject({
      event: 'order.completed',
      reseller_id: reseller.id,
      order: { customer_email: email, license_key: licenseKey, currency: offer.currency },
      reseller: { business_name: offer.businessName, slug: reseller.slug },
    });
    const orders =
      await reseller.signedIn.call<{ customerEmail: string; amount: string; status: string }[]>(
        '/api/resellers/orders',
      );
    expect(orders).toMatchObject([{ customerEmail: email, amount: offer.productPrice, status: 'completed' }]);
  });
}

test("a sale inside a third party's frame sends the payment address to the parent [P4.09]", async ({
  page,
}) => {
  const reseller = await makeReseller(platform, {
    businessName: 'Framed Offers',
    productPrice: '99.00',
    currency: 'USD',
  });
  const parent = await servePage(`<title>A partner's page</title>
    <script>window.messages = []; addEventListener('message', (event) => messages.push({ origin: event.origin, data: event.data }));</script>
    <iframe title="offer" src="${platform.publicUrl}/r/${reseller.slug}" width="900" height="700"></iframe>`);
  try {
    await page.goto(parent.url);
    const frame = page.frameLocator('iframe');
    await frame
      .getByRole('main')
      .getByRole('button', { name: /get it for/i })
      .first()
      .click();
    const messages = await until('the parent is notified', async () => {
      const messages = await page.evaluate(
        () => (window as unknown as { messages: { data: { type?: string; url?: string } }[] }).messages,
      );
      return messages.find(({ data }) => data?.type === 'LEADPING_STRIPE_REDIRECT');
    });
    expect(messages.data.url).toContain('/pay/');

    // Any page can embed the offer, so the return from the payment page stops at our page, which names the host.
    const started = await page.request.post(`${platform.publicUrl}/api/create-reseller-product-checkout`, {
      headers: { 'X-Parent-Origin': 'https://shop.evil.example' },
      data: {
        resellerId: reseller.slug,
        successUrl: `${platform.publicUrl}/success`,
        cancelUrl: 'https://shop.evil.example/sign-in',
      },
    });
    await page.goto(((await started.json()) as { url: string }).url);
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Continue to shop.evil.example?');
    expect(new URL(page.url()).origin).toBe(platform.publicUrl);
    await expect(page.getByRole('link', { name: 'Continue to shop.evil.example' })).toHaveAttribute(
      'href',
      'https://shop.evil.example/sign-in',
    );
    await page.getByRole('link', { name: /^Stay at/ }).click();
    await expect(page).toHaveURL(`${platform.publicUrl}/r/${reseller.slug}`);
  } finally {
    parent.close();
  }
});

test("reseller rights cannot be bought inside a third party's frame, because their page must not be framed", async ({
  page,
}) => {
  const parent = await servePage(`<title>A partner's page</title>
    <iframe title="offer" src="${platform.publicUrl}/" width="1200" height="700"></iframe>`);
  try {
    await page.goto(parent.url);
    const beside = page.waitForEvent('popup');
    const banner = page.frameLocator('iframe').getByRole('banner');
    await banner.getByRole('link', { name: 'Resellers' }).click();
    await expect(await beside).toHaveURL(`${platform.publicUrl}/reseller-program`);
    await expect(banner).toBeVisible();
  } finally {
    parent.close();
  }
});

test('the address of the hosted script serves the script, also to other sites [S2.99]', async ({
  request,
}) => {
  const reply = await request.get(`${platform.publicUrl}/embed.js`);
  expect(reply.status()).toBe(200);
  expect(reply.headers()).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const script = await reply.text();
  for (const message of ['FRAME_READY', 'FRAME_HEIGHT', 'STRIPE_REDIRECT', 'PARENT_URL_UPDATE'])
    expect(script).toContain(`LEADPING_${message}`);
});

/** Serves a page of another site. */
async function servePage(html: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><meta name="viewport" content="width=device-width">${html}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a dashboard page refuses to be framed, but the sales pages allow it [R-checkout.45]', async ({
  request,
}) => {
  const rule = async (path: string) =>
    (await request.get(platform.publicUrl + path)).headers()['content-security-policy'] ?? '';
  expect(await rule('/auth')).toMatch(/frame-ancestors '(none|self)'/);
  expect(await rule('/success')).toMatch(/frame-ancestors '(none|self)'/);
  expect(await rule('/')).toMatch(/frame-ancestors [^;]*https:/);
  expect(await rule('/r/anything')).toMatch(/frame-ancestors [^;]*https:/);
});

test('a buyer of reseller rights returns to /reseller-success and gets a sign-in that opens the dashboard [P2.07] [P2.97] [P1.12] [R-checkout.37]', async ({
  page,
}) => {
  const email = `rights-${Date.now()}@example.com`;
  await page.goto(`${platform.publicUrl}/reseller-program`);
  await page.getByRole('main').locator('button[aria-busy]').last().click();
  await page.waitForURL(/\/pay\//);
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByRole('button', { name: /^pay/i }).first().click();
  await page.waitForURL(`${platform.publicUrl}/reseller-success?**`);
  await expect(page.locator('main')).toHaveAttribute('data-state', 'paid');
  const [mail] = await until('the sign-in arrives', async () => {
    const mails = await client.mailsTo(email);
    return mails.length > 0 && mails;
  });
  const [, username = ''] = /username:\s+(\S+)/i.exec(mail?.textBody ?? '') ?? [];
  const [, password = ''] = /temporary password:\s+(\S+)/i.exec(mail?.textBody ?? '') ?? [];
  const buyer = person(platform);
  expect(await buyer.signIn(username, password)).toMatchObject({
    role: 'reseller',
    resellerId: expect.any(String),
    mustChangePassword: true,
  });
});

/** @param color such as `rgb(249, 115, 22)` */
function isOrange(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
  return red > 180 && green > red * 0.25 && green < red * 0.75 && blue < green * 0.6;
}
