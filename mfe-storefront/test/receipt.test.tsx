import { describe, expect, it } from '@jest/globals';
import { CheckoutStatus, type CheckoutState } from '@leadping/contracts/commerce/checkout-routes';
import { Receipt } from '@leadping/contracts/commerce/receipt-routes';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { screen, waitFor, within } from '@testing-library/react';
import { openPage } from './open-page.tsx';
import { ACME } from './tenants.ts';

const STATUS = 'GET /api/checkout-status';
const RECEIPT = 'POST /api/receipts/o1';

const title = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the order on the payment page', () => {
  const order = (state: CheckoutState, purchase: object = {}, total = '94.01') =>
    ok(
      CheckoutStatus.parse({
        status: state === 'open' ? 'processing' : state === 'expired' ? 'failed' : 'paid',
        state,
        productType: 'main_product',
        email: 'a***@example.com',
        total: { amount: total, currency: 'EUR' },
        purchase: {
          orderNumber: '6b0de1666e9d0fc2775f0692',
          paidAt: '2026-11-30T20:49:42.501Z',
          seller: 'Acme Tools',
          amounts: { subtotal: '79.00', discount: '0.00', tax: '15.01', isTaxIncluded: false },
          refunded: '0.00',
          receiptPath: '/receipt/6b0de1666e9d0fc2775f0692#key=k',
          ...purchase,
        },
      }),
    );
  const show = (reply: ReturnType<typeof order>) =>
    openPage('/success?session_id=cs_order', { [STATUS]: reply });

  it('has number, date, seller, tax and total, and links the receipt', async () => {
    await show(order('paid'));
    const region = within(await screen.findByRole('region', { name: 'Your order' }));
    expect(region.getByText('6b0de1666e9d0fc2775f0692')).toBeTruthy();
    expect(region.getByText('Nov 30, 2026')).toBeTruthy();
    expect(region.getByText('Acme Tools')).toBeTruthy();
    expect(lines(region)).toEqual(['Price €79.00', 'Tax €15.01', 'Total €94.01']);
    expect(region.getByRole('link', { name: /receipt/ }).getAttribute('href')).toBe(
      '/receipt/6b0de1666e9d0fc2775f0692#key=k',
    );
  });

  it('has no link to the receipt if the server gives none', async () => {
    await show(order('paid', { receiptPath: undefined }));
    const region = within(await screen.findByRole('region', { name: 'Your order' }));
    expect(region.queryByRole('link', { name: /receipt/ })).toBeNull();
  });

  it.each([
    ['/success', 'paid'],
    ['/success', 'partly-refunded'],
    ['/r/acme-1/success', 'paid'],
  ] as const)('links My Leadping, which has the keys of every seller: %s, %s', async (path, state) => {
    await openPage(`${path}?session_id=cs_order`, { [STATUS]: order(state), 'GET /api/tenant': ok(ACME) });
    const region = within(await screen.findByRole('region', { name: 'Your order' }));
    expect(region.getByRole('link', { name: /My Leadping/ }).getAttribute('href')).toBe('/my');
  });

  it('is complete, and nothing was received, if a discount code left nothing to pay', async () => {
    const amounts = { subtotal: '79.00', discount: '79.00', tax: '0.00', isTaxIncluded: false };
    await show(order('paid', { amounts }, '0.00'));
    await title('Order complete');
    expect(document.body.textContent).not.toContain('Payment received');
  });

  it('has ended without a refund, if nothing was paid', async () => {
    const amounts = { subtotal: '79.00', discount: '79.00', tax: '0.00', isTaxIncluded: false };
    await show(order('refunded', { amounts }, '0.00'));
    await title('Your order has ended');
    expect(document.body.textContent).not.toContain('refunded');
  });

  it('tells what to do if the address is wrong', async () => {
    await show(order('paid'));
    const help = (await screen.findByText('Wrong email address?')).closest('details');
    const link = within(help as HTMLElement).getByRole('link', { name: 'Write to support' });
    expect(link.getAttribute('href')).toBe('/support');
  });

  it('lists a refund of a part and what was paid in the end', async () => {
    await show(order('partly-refunded', { refunded: '20.00' }));
    await title('Part of your payment was refunded');
    const region = within(screen.getByRole('region', { name: 'Your order' }));
    expect(lines(region).slice(-2)).toEqual(['Refunded −€20.00', 'Paid after refunds €74.01']);
  });

  it.each([
    ['refunded', 'Your payment was refunded', /Your license has ended/],
    ['disputed', 'Your bank is reviewing this payment', /Your license is suspended/],
    ['lost', 'Your bank has paid you back', /Your license has ended/],
  ] as const)('does not promise a key if the payment is %s', async (state, heading, words) => {
    await show(order(state));
    await title(heading);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByText(/on its way/)).toBeNull();
    expect(screen.queryByRole('link', { name: /Add to Chrome|Install the extension/ })).toBeNull();
  });

  it.each([
    ['open', 'Payment not completed'],
    ['expired', 'The payment page has expired'],
  ] as const)('says that nothing was charged while the payment page is %s', async (state, heading) => {
    await show(order(state, undefined));
    await title(heading);
    expect(screen.getByText(/you have not been charged/i)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to the offer' })).toBeTruthy();
  });
});

describe('the receipt page', () => {
  const receipt = (fields: object = {}) =>
    ok(
      Receipt.parse({
        orderNumber: 'o1',
        paidAt: '2026-11-30T20:49:42.501Z',
        isTest: false,
        state: 'paid',
        seller: { name: 'Acme Tools', details: { legalName: 'Acme GmbH', taxNumber: 'DE123456789' } },
        buyer: { name: 'Ada Buyer', businessName: null, email: 'ada@example.com' },
        isManaged: false,
        invoice: null,
        productType: 'main_product',
        product: 'Leadping lifetime license',
        currency: 'CHF',
        amounts: { subtotal: '97.00', discount: '9.70', tax: '6.54', isTaxIncluded: true },
        total: '87.30',
        refunded: '0.00',
        ...fields,
      }),
    );
  const show = (replies: Replies, path = '/receipt/o1#key=secret') => openPage(path, replies);

  it('shows seller, buyer, product and how the total comes about', async () => {
    const { api } = await show({ [RECEIPT]: receipt() });
    const sheet = within(await screen.findByRole('article', { name: 'Receipt' }));
    for (const text of [
      'o1',
      'Acme Tools',
      'Acme GmbH',
      'Tax number: DE123456789',
      'Ada Buyer',
      'ada@example.com',
    ]) {
      expect(sheet.getByText(text)).toBeTruthy();
    }
    expect(sheet.getByRole('heading', { name: 'Leadping lifetime license' })).toBeTruthy();
    expect(lines(sheet)).toEqual([
      'Price CHF97.00 CHF',
      'Discount −CHF9.70 CHF',
      'Total CHF87.30 CHF',
      'Tax, included in the total CHF6.54 CHF',
    ]);
    const { path, body } = api.calls.find(({ method }) => method === 'POST') ?? {};
    expect({ path, body }).toEqual({ path: '/api/receipts/o1', body: { key: 'secret' } });
  });

  it("links Stripe's invoice, and names Link where it is the seller of record", async () => {
    const invoice = { url: 'https://invoice.stripe.com/i/1', pdfUrl: 'https://pay.stripe.com/invoice/1/pdf' };
    await show({ [RECEIPT]: receipt({ isManaged: true, invoice }) });
    const link = await screen.findByRole('link', { name: 'View the invoice' });
    expect(link.getAttribute('href')).toBe(invoice.url);
    const pdf = screen.getByRole('link', { name: 'Download it as PDF' });
    expect(pdf.getAttribute('href')).toBe(invoice.pdfUrl);
    expect(screen.getByText(/^Sold through Link/)).toBeTruthy();
  });

  it("moves to the reseller's own path", async () => {
    await show({ [RECEIPT]: receipt({ offerPath: '/r/acme-1' }), 'GET /api/tenant': ok(ACME) });
    await waitFor(() => expect(location.pathname).toBe('/r/acme-1/receipt/o1'));
    expect(location.hash).toBe('#key=secret');
  });

  it('names test payments and refunds', async () => {
    await show({ [RECEIPT]: receipt({ isTest: true, state: 'refunded', refunded: '87.30' }) });
    expect(await screen.findByText('This was a test payment. No money was charged.')).toBeTruthy();
    expect(screen.getByText('The seller has refunded this payment in full.')).toBeTruthy();
  });

  it('says what to do with a link that opens nothing, also without a key', async () => {
    const first = await show({ [RECEIPT]: { status: 404, body: { message: 'no' } } });
    await title('This link opens no receipt');
    first.unmount();
    const { api } = await show({}, '/receipt/o1');
    await title('This link opens no receipt');
    expect(api.calls.some(({ path }) => path === '/api/receipts/o1')).toBe(false);
  });

  it('can be loaded again after an outage', async () => {
    const replies = [{ status: 503, body: { message: 'away' } }];
    const { user } = await show({ [RECEIPT]: () => replies.shift() ?? receipt() });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Receipt' })).toBeTruthy();
  });
});

/** The lines of a sum as they are read: `Total €94.01`. */
const lines = (part: Pick<typeof screen, 'getAllByRole'>) =>
  part
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`)
    .filter((line) => /\d\.\d\d|¥/.test(line));
