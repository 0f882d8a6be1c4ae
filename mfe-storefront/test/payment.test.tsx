import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ok, type Replies } from '../../web-kit/test/api-stub.ts';
import { openPage } from '../../web-kit/test/open-page.tsx';
import remote from '../src/remote.tsx';

const STATUS = 'GET /api/checkout-status';
type Status = 'paid' | 'processing' | 'failed';
type ProductType = 'main_product' | 'reseller_rights';

const standing = (status: Status, productType: ProductType = 'main_product') =>
  ok({ status, productType, email: status === 'paid' ? 'a***@example.com' : null });

const open = (path: string, replies: Replies = {}) => openPage(remote, path, replies);
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

afterEach(() => localStorage.clear());

describe('the payment pages', () => {
  it('ask for the session that the address names [P2.93]', async () => {
    const { api } = await open('/success?session_id=cs_42', { [STATUS]: standing('paid') });
    await title('Payment received');
    expect(api.calls.find(({ path }) => path === '/api/checkout-status')?.query).toEqual({
      session_id: 'cs_42',
    });
  });

  it('show a paid purchase with the masked address, and never a key [P2.06] [R-checkout.33]', async () => {
    const { container } = await open('/success?session_id=cs_paid_1', { [STATUS]: standing('paid') });
    await title('Payment received');
    expect(screen.getByText(/license key is on its way to a\*\*\*@example\.com/)).toBeTruthy();
    expect(container.textContent).not.toMatch(/[0-9A-Z]{4}(-[0-9A-Z]{4}){7}/);
  });

  it('show paid reseller rights on their own page [P2.07] [R-checkout.33]', async () => {
    await open('/reseller-success?session_id=cs_paid_2', { [STATUS]: standing('paid', 'reseller_rights') });
    await title('Welcome, reseller');
    expect(screen.getAllByRole('link', { name: 'Sign in' })[0]?.getAttribute('href')).toBe('/auth');
  });

  it.each(['/success', '/reseller-success'])('show at %s what was not paid [R-checkout.33]', async (page) => {
    await open(`${page}?session_id=cs_failed`, { [STATUS]: standing('failed') });
    await title('The payment failed');
    expect(screen.getByText(/not been charged/)).toBeTruthy();
  });

  it.each(['/success', '/reseller-success'])(
    'look again at %s while it is processed [R-checkout.33]',
    async (page) => {
      const answers: Status[] = ['processing', 'paid'];
      await open(`${page}?session_id=cs_slow${page.length}`, {
        [STATUS]: () => standing(answers.shift() ?? 'paid'),
      });
      await title('Your payment is being processed');
      await title('Payment received');
    },
  );

  it('show a given-up payment and the way back, and ask nothing [P2.94] [R-late.10]', async () => {
    const { api } = await open('/success?success=false&session_id=cs_1');
    await title('Payment not completed');
    expect(screen.getByRole('link', { name: 'Back to the offer' }).getAttribute('href')).toBe('/#pricing');
    expect(api.calls.some(({ path }) => path === '/api/checkout-status')).toBe(false);
  });

  it('are about the product unless type says reseller [P2.95] [P2.96]', async () => {
    const way = () => screen.getByRole('link', { name: 'Back to the offer' }).getAttribute('href');
    const first = await open('/success?success=false');
    expect(way()).toBe('/#pricing');
    first.unmount();
    await open('/success?success=false&type=reseller');
    expect(way()).toBe('/reseller-program');
  });

  it('say of an unknown session that it is none of ours', async () => {
    await open('/success?session_id=cs_other');
    await title('We do not know this payment');
  });

  it('let the visitor check again when the server cannot be asked', async () => {
    const answers = [{ status: 503, body: { message: 'away' } }, standing('paid')];
    const { user } = await open('/success?session_id=cs_again', {
      [STATUS]: () => answers.shift() ?? standing('paid'),
    });
    await title('We cannot check your payment right now');
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await title('Payment received');
  });
});

describe('the tracking of a purchase', () => {
  const purchases = (trackEvent: { mock: { calls: [{ name: string; value?: number }][] } }) =>
    trackEvent.mock.calls.map(([event]) => event).filter(({ name }) => name === 'purchase');

  it('tells the live price once for a session, also after a reload [R-late.11] [R-money.7]', async () => {
    const replies = {
      [STATUS]: standing('paid'),
      'GET /api/pricing': ok({ mainProduct: { dollars: 61.5 }, reseller: { dollars: 555 } }),
    };
    const first = await open('/success?session_id=cs_live', replies);
    await waitFor(() => expect(purchases(first.trackEvent)).toHaveLength(1));
    expect(purchases(first.trackEvent)[0]).toMatchObject({ value: 61.5, currency: 'USD', label: 'main' });
    first.unmount();
    const again = await open('/success?session_id=cs_live', replies);
    await title('Payment received');
    await waitFor(() => expect(again.api.calls.some(({ path }) => path === '/api/pricing')).toBe(true));
    expect(purchases(again.trackEvent)).toEqual([]);
  });

  it.each([
    ['79 for the product [S9.12] [R-money.8]', 'cs_79', 'main_product', 79],
    ['699 for reseller rights [S9.11] [R-money.8]', 'cs_699', 'reseller_rights', 699],
  ] as const)('tells %s while no live price is known', async (_, session, product, value) => {
    const { trackEvent } = await open(`/success?session_id=${session}`, {
      [STATUS]: standing('paid', product),
      'GET /api/pricing': { status: 503, body: { message: 'away' } },
    });
    await waitFor(() => expect(purchases(trackEvent)).toHaveLength(1));
    expect(purchases(trackEvent)[0]?.value).toBe(value);
  });

  it('tells nothing of a payment that is not there', async () => {
    const { trackEvent } = await open('/success?session_id=cs_no', { [STATUS]: standing('failed') });
    await title('The payment failed');
    expect(purchases(trackEvent)).toEqual([]);
  });
});
