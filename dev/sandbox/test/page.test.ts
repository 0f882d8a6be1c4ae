import { describe, expect, it } from '@jest/globals';
import { freshKey, listen, sessionParams, useSandbox } from './kit.ts';

const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(2)>'`;

describe('the overview page', () => {
  const kit = useSandbox();
  const read = async (path: string) => (await fetch(kit.url + path)).text();

  it('shows payments, mails, deliveries and the inbox, and marks empty sections', async () => {
    await kit.call('DELETE', '/sandbox');
    const empty = await read('/');
    for (const text of ['No checkout was started yet', 'No email was sent yet', 'No event was sent yet'])
      expect(empty).toContain(text);

    const key = freshKey();
    const listener = await listen(kit, key);
    const session = await kit.stripe(key).checkout.sessions.create(sessionParams());
    await kit.call('POST', `/pay/${session.id}`, { email: 'jane@example.com', outcome: 'paid' });
    await listener.deliveries((all) => all.length === 4 && all.every(({ status }) => status === 'delivered'));
    const page = await read('/');
    for (const text of ['$97.00', 'jane@example.com', 'checkout.session.completed', '/hooks/bin'])
      expect(page).toContain(text);
    expect(page).toContain(`data-post="/pay/${session.id}/refund"`);
  });

  it.each([
    ['unpaid', undefined, 'on its way'],
    ['async_failed', undefined, 'failed'],
    ['declined', undefined, 'declined'],
    ['paid', ['/refund', {}], 'refunded'],
    ['paid', ['/refund', { amount: 100 }], '$1.00 refunded'],
    ['paid', ['/dispute', {}], 'disputed'],
  ] as const)('shows the state of a payment: %s, %j', async (outcome, next, state) => {
    const session = await kit.stripe().checkout.sessions.create(sessionParams());
    await kit.call('POST', `/pay/${session.id}`, { email: 'jane@example.com', outcome });
    if (next) await kit.call('POST', `/pay/${session.id}${next[0]}`, next[1]);
    const [row] = (await read('/sandbox/sections/payments')).split('class="row"').slice(1);
    expect(row).toContain(`>${state}</span>`);
  });

  it('shows a hostile mail without executing or loading any of it', async () => {
    await kit.postmark().sendEmail({
      From: 'shop@example.com',
      To: '"<script>alert(3)</script>" <jane@example.com>',
      Subject: HOSTILE,
      TextBody: `${HOSTILE} http://localhost:8080/reset?token=1&x=2 javascript:alert(4)`,
      HtmlBody: `</iframe>${HOSTILE}<a href="javascript:alert(5)">x</a><a href="http://localhost:8080/ok?a=1&amp;b=2">y</a>`,
      Tag: HOSTILE,
      Metadata: { effect: HOSTILE },
    });
    const answer = await fetch(`${kit.url}/`);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/img-src [^;]*(\*|https?:)/);

    const page = await answer.text();
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img');
    expect(page).not.toContain('</iframe>&quot;');
    expect(page.match(/<iframe[^>]*sandbox=""/g)).toHaveLength(1);
    const links = [...page.matchAll(/<a [^>]*href="([^"]*)"[^>]*rel="noopener noreferrer"/g)].map(
      ([, url]) => url,
    );
    expect(links).toEqual([
      'http://localhost:8080/reset?token=1&amp;x=2',
      'http://localhost:8080/ok?a=1&amp;b=2',
    ]);
  });

  it('receives the changed sections', async () => {
    const stop = new AbortController();
    const stream = await fetch(`${kit.url}/sandbox/changes`, { signal: stop.signal });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    await kit.postmark().sendEmail({
      From: 'shop@example.com',
      To: 'jane@example.com',
      Subject: 'News',
      TextBody: 'x',
    });
    expect((await reader.read()).value).toBe('data: mails\n\n');
    stop.abort();
  });

  it('has only its own files', async () => {
    for (const [name, type] of [
      ['base.css', 'text/css'],
      ['overview.js', 'text/javascript'],
    ])
      expect((await fetch(`${kit.url}/sandbox/assets/${name}`)).headers.get('content-type')).toContain(type);
    for (const path of ['/sandbox/assets/..%2Fpackage.json', '/sandbox/sections/secrets', '/nowhere'])
      expect((await kit.call('GET', path)).status).toBe(404);
  });
});

describe('the payment page', () => {
  const kit = useSandbox();

  async function open(overrides = {}) {
    const stripe = kit.stripe();
    const session = await stripe.checkout.sessions.create(sessionParams(overrides));
    const url = `${kit.url}/pay/${session.id}`;
    return {
      id: session.id,
      read: async () => (await fetch(url)).text(),
      state: () => stripe.checkout.sessions.retrieve(session.id),
      expire: () => stripe.checkout.sessions.expire(session.id),
      send: (fields: Record<string, string>) =>
        fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) }),
    };
  }

  it('redirects a payer to the shop with the session filled in, even if the form is sent twice', async () => {
    const page = await open({ customer_email: 'jane@example.com' });
    const shown = await page.read();
    expect(shown).toContain('value="jane@example.com"');
    expect(shown).toContain('Pay $97.00');
    expect(shown).toContain('href="http://localhost:8080/"');

    for (let times = 0; times < 2; times += 1) {
      const answer = await page.send({
        email: 'jane@example.com',
        outcome: 'paid',
        card: '4242 4242 4242 4242',
        name: '',
      });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`http://localhost:8080/success?session_id=${page.id}`);
    }
    expect(await page.state()).toMatchObject({ payment_status: 'paid' });
    expect(await page.read()).toContain('<h2>Paid</h2>');
  });

  it('requests a business name only if the session does', async () => {
    const fields = { email: 'jane@example.com', outcome: 'paid', businessName: 'Doe Ltd' };
    const asked = await open({ name_collection: { business: { enabled: true, optional: true } } });
    expect(await asked.read()).toContain('Business name (optional)');
    await asked.send(fields);
    expect((await asked.state()).customer_details).toMatchObject({ business_name: 'Doe Ltd' });
    const unasked = await open();
    expect(await unasked.read()).not.toContain('Business name');
    await unasked.send(fields);
    expect((await unasked.state()).customer_details).toMatchObject({ business_name: null });
  });

  it('shows why a card was declined and lets the payer retry', async () => {
    const page = await open();
    const declined = await page.send({
      email: 'jane@example.com',
      outcome: 'paid',
      card: '4000 0000 0000 9995',
    });
    expect(await declined.text()).toContain('Your card has insufficient funds.');
    expect(await page.state()).toMatchObject({ status: 'open' });
    expect((await page.send({ email: 'jane@example.com', outcome: 'paid' })).status).toBe(303);
  });

  it('accepts a bank debit and settles it', async () => {
    const page = await open();
    expect((await page.send({ email: 'jane@example.com', outcome: 'unpaid' })).status).toBe(303);
    expect(await page.read()).toContain('The payment is on its way');
    expect((await page.send({ email: 'jane@example.com', outcome: 'async_failed' })).status).toBe(303);
    expect(await page.read()).toContain('The payment failed');
  });

  it('asks again after an invalid email address', async () => {
    const page = await open();
    expect(await (await page.send({ email: 'nobody', outcome: 'paid' })).text()).toContain(
      'valid email address',
    );
    expect(await page.state()).toMatchObject({ status: 'open' });
  });

  it('accepts nothing for an expired or unknown session', async () => {
    const page = await open();
    await page.expire();
    expect(await page.read()).toContain('This page has expired');
    expect((await page.send({ email: 'jane@example.com', outcome: 'paid' })).status).toBe(200);
    expect(await page.state()).toMatchObject({ status: 'expired', payment_status: 'unpaid' });

    const unknown = await fetch(`${kit.url}/pay/cs_test_none`);
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).toContain('There is no such payment');
  });

  it('shows a hostile product as text and must not be framed', async () => {
    const page = await open({
      line_items: [
        { price_data: { currency: 'usd', unit_amount: 500, product_data: { name: HOSTILE } }, quantity: 2 },
      ],
    });
    const answer = await fetch(`${kit.url}/pay/${page.id}`);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await answer.text()).not.toContain('<script');
  });
});
