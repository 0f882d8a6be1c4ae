import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CONSENT_STATEMENTS, CONSENT_TEXT } from '@leadping/contracts/commerce/delivery-consent';
import { EMPTY_SALES_PAGE } from '@leadping/contracts/commerce/sales-page';
import type { Tenant } from '@leadping/contracts/commerce/tenant-routes';
import { aBuild, aShell } from './builds.ts';
import { OWN_ORIGIN, startGateway, type Reply, type StackUnderTest } from './gateway.ts';

const PAYMENT_PAGE = 'https://checkout.stripe.com/c/pay/cs_1';
const MAIN = '/api/create-main-checkout';
const PRODUCT = '/api/create-reseller-product-checkout';

let gateway: StackUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => gateway.close());
afterEach(() => gateway.upstream.answer(null));

const ACME = {
  resellerId: 'a'.repeat(24),
  slug: 'acme',
  subdomain: 'acme',
  businessName: 'Acme',
  productPrice: '129.00',
  currency: 'CHF',
  logoUrl: null,
  salesPage: EMPTY_SALES_PAGE,
  tones: null,
} satisfies Tenant;

let nextAddress = 0;
const FROM_OUR_PAGE = { origin: OWN_ORIGIN, 'sec-fetch-site': 'same-origin' };

/** Sends the form as a browser without scripts does. */
const send = (body: string, headers: Record<string, string> = FROM_OUR_PAGE, address?: string) =>
  gateway.call('/api/buy', {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'x-forwarded-for': address ?? `198.51.100.${(nextAddress += 1)}`,
      ...headers,
    },
  });

/** Has commerce start checkouts. Returns the calls that it gets. */
function startCheckouts(url = PAYMENT_PAGE) {
  const from = gateway.upstream.received.length;
  gateway.upstream.answer((request) => (request.url.startsWith('/api/tenant') ? ACME : { url }));
  return () =>
    gateway.upstream.received
      .slice(from)
      .filter(({ url }) => url.startsWith('/api/create-'))
      .map(({ url, body }) => ({ url, body: JSON.parse(body) as unknown }));
}

const refuse = (status: number, code: string, message: string) =>
  gateway.upstream.answer((_request, reply) =>
    reply.status(status).send({ message, code, requestId: 'r-1' }),
  );

function expectPage(reply: Reply, status: number, text: string | RegExp): void {
  expect(reply.status).toBe(status);
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(reply.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(reply.text).toMatch(text);
  expect(reply.text).toContain('You have not been charged.');
}

describe('the form of the buy button', () => {
  it('starts the checkout of the platform and redirects to its payment page', async () => {
    const calls = startCheckouts();
    const reply = await send('');
    expect(reply).toMatchObject({
      status: 303,
      headers: { location: PAYMENT_PAGE, 'cache-control': 'no-store' },
    });
    expect(calls()).toEqual([
      { url: MAIN, body: { successUrl: `${OWN_ORIGIN}/success`, cancelUrl: `${OWN_ORIGIN}/` } },
    ]);
  });

  it('starts the checkout of the reseller whose page it is on', async () => {
    const calls = startCheckouts();
    expect(await send('seller=acme')).toMatchObject({ status: 303 });
    const tenant = { host: 'acme.localhost:8080', origin: 'http://acme.localhost:8080' };
    expect(await send('', { ...tenant, 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 303 });
    expect(calls()).toEqual([
      {
        url: PRODUCT,
        body: { resellerId: 'acme', successUrl: `${OWN_ORIGIN}/success`, cancelUrl: `${OWN_ORIGIN}/r/acme` },
      },
      {
        url: PRODUCT,
        body: {
          resellerId: 'acme',
          successUrl: `${tenant.origin}/success`,
          cancelUrl: `${tenant.origin}/r/acme`,
        },
      },
    ]);
  });

  it.each([
    ['of the form', 'code=SPRING', '/'],
    ['in the address of the page', '', '/?code=SPRING'],
    ['of the form before the one of the page', 'code=SPRING', '/?code=OTHER'],
  ])('passes the discount code %s on', async (_name, body, page) => {
    const calls = startCheckouts();
    await send(body, { ...FROM_OUR_PAGE, referer: `${OWN_ORIGIN}${page}` });
    expect(calls()).toMatchObject([{ body: { code: 'SPRING' } }]);
  });

  it('takes no discount code from the address of another site', async () => {
    const calls = startCheckouts();
    await send('', { ...FROM_OUR_PAGE, referer: 'https://evil.example/?code=SPRING' });
    expect(calls().map(({ body }) => body)).toEqual([expect.not.objectContaining({ code: 'SPRING' })]);
  });

  it('shows why a discount code is not used, and leads to the offer without it', async () => {
    refuse(400, 'DISCOUNT_CODE_INVALID', 'This discount code is not valid.');
    const reply = await send('', { ...FROM_OUR_PAGE, referer: `${OWN_ORIGIN}/?code=OLD` });
    expectPage(reply, 400, 'This discount code is not valid.');
    expect(reply.text).toContain('<a href="/">Back to the offer</a>');
  });

  it('asks for the consent that a seller needs, and passes on only what the buyer ticked', async () => {
    refuse(409, 'CONSENT_REQUIRED', 'Tick both statements.');
    const asked = await send('seller=acme&code=%22%3E%3Cb%3E');
    expect(asked.headers['content-security-policy']).toContain(
      "form-action 'self' https://checkout.stripe.com;",
    );
    expect(asked.text).toContain('name="seller" value="acme"');
    expect(asked.text).toContain('name="code" value="&quot;&gt;&lt;b&gt;"');
    for (const statement of CONSENT_STATEMENTS)
      expect(asked.text).toContain(`name="deliveryConsent" value="${statement}" required`);
    expect(asked.text).not.toContain('checked');

    const calls = startCheckouts();
    const ticked = CONSENT_STATEMENTS.map((statement) => ['deliveryConsent', statement]);
    await send(String(new URLSearchParams([['seller', 'acme'], ...ticked])));
    await send(String(new URLSearchParams([['seller', 'acme'], ...ticked.slice(1)])));
    expect(calls()).toMatchObject([
      { body: { resellerId: 'acme', deliveryConsent: CONSENT_TEXT } },
      { body: { resellerId: 'acme', deliveryConsent: CONSENT_STATEMENTS[1] } },
    ]);
  });

  it('takes no price, product, address or account from a tampered form', async () => {
    const calls = startCheckouts();
    await send(
      'price=1&amount=1&productPrice=0.01&currency=JPY&productType=reseller_rights&successUrl=https%3A%2F%2Fevil.example&cancelUrl=https%3A%2F%2Fevil.example&seller=a%2F..%2Fb&seller=..%2F..%2Fevil',
    );
    expect(calls()).toEqual([
      {
        url: PRODUCT,
        body: {
          resellerId: '../../evil',
          successUrl: `${OWN_ORIGIN}/success`,
          cancelUrl: `${OWN_ORIGIN}/r/..%2F..%2Fevil`,
        },
      },
    ]);
  });

  it.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site, by a browser without Sec-Fetch-Site', { origin: 'https://evil.example' }],
    ['another site that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['another site without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['an unknown subdomain', { origin: 'http://nobody.localhost:8080', 'sec-fetch-site': 'same-site' }],
  ])('is refused from %s', async (_name, headers) => {
    const calls = startCheckouts();
    gateway.upstream.answer((request, reply) =>
      request.url.startsWith('/api/tenant')
        ? reply.status(404).send({ message: 'no', code: 'NOT_FOUND', requestId: 'r' })
        : { url: PAYMENT_PAGE },
    );
    expectPage(await send('', headers as unknown as Record<string, string>), 403, 'a page that is not ours');
    expect(calls()).toEqual([]);
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
    'is not taken as %s',
    async (type) => {
      const calls = startCheckouts();
      expectPage(await send('{}', { ...FROM_OUR_PAGE, 'content-type': type }), 415, 'could not be opened');
      expect(calls()).toEqual([]);
    },
  );

  it('starts 20 checkouts a minute when it is sent a thousand times, as the call does', async () => {
    const calls = startCheckouts();
    const replies = await Promise.all(
      Array.from({ length: 1000 }, () => send('', FROM_OUR_PAGE, '203.0.113.9')),
    );
    expect(replies.filter(({ status }) => status === 303)).toHaveLength(20);
    expect(calls()).toHaveLength(20);
    const refused = replies.find(({ status }) => status === 429)!;
    expectPage(refused, 429, /Too many requests\. Please try again in/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each([
    [409, 'RESELLER_INACTIVE', 'Acme is not selling at the moment.', 'Acme is not selling at the moment.'],
    [503, 'PAYMENT_NOT_CONFIGURED', 'Payment is not set up yet.', 'Payment is not set up yet.'],
    [404, 'NOT_FOUND', 'No such reseller', 'This seller does not exist.'],
    [
      502,
      'PAYMENT_PROVIDER_FAILED',
      'Stripe: <b>rate</b>',
      'Please wait a moment and press the button again.',
    ],
  ])('shows a readable page for %i %s', async (status, code, message, text) => {
    refuse(status, code, message);
    const reply = await send('seller=acme');
    expectPage(reply, status, text);
    expect(reply.text).toContain('href="/r/acme"');
    expect(reply.text).toContain('href="/support"');
    expect(reply.text).not.toContain('<b>');
  });

  it('shows a readable page if the service sends something else', async () => {
    gateway.upstream.answer((_request, reply) => reply.status(500).send('broken'));
    expectPage(await send(''), 502, 'could not be opened');
  });

  it('links a payment page that browsers would not follow a redirect to', async () => {
    startCheckouts('https://pay.acme.example/c/1?a=1&b=2');
    const reply = await send('');
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('href="https://pay.acme.example/c/1?a=1&amp;b=2"');
  });

  it('leads to the shop if its address is opened', async () => {
    expect(await gateway.call('/api/buy')).toMatchObject({ status: 303, headers: { location: '/' } });
  });
});

describe('the policy of pages', () => {
  const shop = async (path: string) =>
    String((await shopGateway.call(path)).headers['content-security-policy']);
  let shopGateway: StackUnderTest;
  beforeAll(async () => {
    shopGateway = await startGateway({
      builds: [aShell(), aBuild({ name: 'mfe-storefront', routes: ['/', '/r/:slug', '/terms', '/my'] })],
    });
  });
  afterAll(() => shopGateway.close());

  it('lets forms of pages with a buy button be redirected to the payment page, and no others', async () => {
    const allowed = "form-action 'self' https://checkout.stripe.com;";
    expect(await shop('/')).toContain(allowed);
    expect(await shop('/r/acme')).toContain(allowed);
    for (const path of ['/terms', '/my', '/r/acme/withdraw'])
      expect(await shop(path)).toContain("form-action 'self';");
  });
});
