import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CheckoutStatus } from '@leadping/contracts/commerce/checkout-routes';
import type { Currency } from '@leadping/contracts/money';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage, openPart } from '@leadping/test-kit/web/open-page';
import { CURRENCIES, type CurrencyCode, formatMoney } from '@leadping/contracts/currency';
import { useQuery } from '@leadping/web-kit/query';
import { useState } from 'react';
import { fakeIntervals } from '@leadping/test-kit/web/fake-intervals';
import { formatOffer } from '@leadping/web-kit/site/offer.ts';
import { Price } from '@leadping/web-kit/site/price.tsx';
import { tenantQuery } from '@leadping/web-kit/site/use-tenant.ts';
import remote from '../src/remote.tsx';
import { ACME } from './tenants.ts';

const STATUS = 'GET /api/checkout-status';
type Status = 'paid' | 'processing' | 'failed';
type ProductType = 'main_product' | 'reseller_rights';
type Sale = { total?: { amount: string; currency: Currency }; offerPath?: string };

const checkout = (status: Status, productType: ProductType = 'main_product', sale: Sale = {}) =>
  ok(
    CheckoutStatus.parse({
      status,
      productType,
      email: status === 'paid' ? 'a***@example.com' : null,
      ...sale,
    }),
  );

const open = (path: string, replies: Replies = {}) => openPage(remote, path, replies);
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

afterEach(() => localStorage.clear());

describe('the payment pages', () => {
  it('request the session that the address names [P2.93]', async () => {
    const { api } = await open('/success?session_id=cs_42', { [STATUS]: checkout('paid') });
    await title('Payment received');
    expect(api.calls.find(({ path }) => path === '/api/checkout-status')?.query).toEqual({
      session_id: 'cs_42',
    });
  });

  it('show a paid purchase with the masked address, but never a key [P2.06] [R-checkout.33]', async () => {
    const { container } = await open('/success?session_id=cs_paid_1', { [STATUS]: checkout('paid') });
    await title('Payment received');
    expect(screen.getByText(/license key is on its way to a\*\*\*@example\.com/)).toBeTruthy();
    expect(container.textContent).not.toMatch(/[0-9A-Z]{4}(-[0-9A-Z]{4}){7}/);
  });

  it('link a buyer to the extension in the store', async () => {
    await open('/success?session_id=cs_store', {
      [STATUS]: checkout('paid'),
      'GET /api/chrome-store-url': ok({
        chromeWebStoreUrl: 'https://chromewebstore.google.com/detail/leadping',
      }),
    });
    const link = await screen.findByRole('link', { name: 'Add to Chrome' });
    expect(link.getAttribute('href')).toBe('https://chromewebstore.google.com/detail/leadping');
  });

  it('show paid reseller rights on their own page [P2.07] [R-checkout.33]', async () => {
    await open('/reseller-success?session_id=cs_paid_2', { [STATUS]: checkout('paid', 'reseller_rights') });
    await title('Welcome, reseller');
    expect(screen.getAllByRole('link', { name: 'Sign in' })[0]?.getAttribute('href')).toBe('/auth');
  });

  it.each(['/success', '/reseller-success'])(
    'show at %s that the payment failed [R-checkout.33]',
    async (page) => {
      await open(`${page}?session_id=cs_failed`, { [STATUS]: checkout('failed') });
      await title('The payment failed');
      expect(screen.getByText(/not been charged/)).toBeTruthy();
    },
  );

  it.each(['/success', '/reseller-success'])(
    'check the payment again at %s while it is processed [R-checkout.33]',
    async (page) => {
      const answers: Status[] = ['processing', 'paid'];
      await open(`${page}?session_id=cs_slow${page.length}`, {
        [STATUS]: () => checkout(answers.shift() ?? 'paid'),
      });
      await title('Your payment is being processed');
      await title('Payment received');
    },
  );

  it('show a canceled payment and the way back, without a request [P2.94] [R-late.10]', async () => {
    const { api } = await open('/success?success=false&session_id=cs_1');
    await title('Payment not completed');
    expect(screen.getByRole('link', { name: 'Back to the offer' }).getAttribute('href')).toBe('/#pricing');
    expect(api.calls.some(({ path }) => path === '/api/checkout-status')).toBe(false);
  });

  it('are about the product unless the type is reseller [P2.95] [P2.96]', async () => {
    const way = () => screen.getByRole('link', { name: 'Back to the offer' }).getAttribute('href');
    const first = await open('/success?success=false');
    expect(way()).toBe('/#pricing');
    first.unmount();
    const second = await open('/reseller-success?success=false');
    expect(way()).toBe('/#pricing');
    second.unmount();
    const third = await open('/success?success=false&type=reseller');
    expect(way()).toBe('/reseller-program');
    third.unmount();
    await open('/reseller-success?success=false&type=reseller');
    expect(way()).toBe('/reseller-program');
  });

  it('show the success of reseller rights for the type reseller once the server has confirmed it [P2.96]', async () => {
    await open('/success?type=reseller&session_id=cs_type', {
      [STATUS]: checkout('paid', 'reseller_rights'),
    });
    await title('Welcome, reseller');
    expect(screen.getByText(/sign-in for the reseller dashboard/)).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Sign in' })[0]?.getAttribute('href')).toBe('/auth');
    expect(screen.queryByText(/license key is on its way/)).toBeNull();
  });

  it("move a reseller's buyer to an address of the reseller", async () => {
    await open('/success?success=true&session_id=cs_acme', {
      [STATUS]: checkout('paid', 'main_product', { offerPath: '/r/acme-1' }),
    });
    await waitFor(() => expect(location.pathname).toBe('/r/acme-1/success'));
    expect(location.search).toBe('?success=true&session_id=cs_acme');
  });

  it.each(['paid', 'failed'] as const)(
    "show the reseller's name under the reseller's path, and have no link to our shop, program or sign-in: %s",
    async (status) => {
      await open(`/r/acme-1/success?session_id=cs_acme_${status}`, {
        'GET /api/tenant': ok(ACME),
        [STATUS]: checkout(status, 'main_product', { offerPath: '/r/acme-1' }),
      });
      await title(status === 'paid' ? 'Payment received' : 'The payment failed');
      const header = within(screen.getByRole('banner'));
      expect(await header.findByText(ACME.businessName)).toBeTruthy();
      const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
      const leading = links.filter(([, href]) => /^\/(#|$)|reseller-program|auth/.test(href ?? ''));
      expect(leading).toEqual([]);
      if (status === 'failed') expect(links).toContainEqual(['Back to the offer', '/r/acme-1#pricing']);
    },
  );

  it('report that an unknown session cannot be found', async () => {
    await open('/success?session_id=cs_other');
    await title('We can’t find this payment');
  });

  it('let the visitor check again when the server is unreachable', async () => {
    const answers = [{ status: 503, body: { message: 'away' } }, checkout('paid')];
    const { user } = await open('/success?session_id=cs_again', {
      [STATUS]: () => answers.shift() ?? checkout('paid'),
    });
    await title('We can’t check your payment right now');
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await title('Payment received');
  });
});

/** As when a phone has its network back. */
const comeOnline = () => act(() => void dispatchEvent(new Event('online')));

it('a payment that could not be checked appears automatically once the connection is back', async () => {
  const replies = [{ status: 503, body: { message: 'away' } }];
  await open('/success?session_id=cs_back', { [STATUS]: () => replies.shift() ?? checkout('paid') });
  await title('We can’t check your payment right now');
  comeOnline();
  await title('Payment received');
});

describe('the tracking of a purchase', () => {
  const purchases = (trackEvent: { mock: { calls: [{ name: string; value?: number }][] } }) =>
    trackEvent.mock.calls.map(([event]) => event).filter(({ name }) => name === 'purchase');

  it("uses the amount and currency of the session instead of the platform's price [R-money.7]", async () => {
    const { trackEvent } = await open('/success?session_id=cs_reseller', {
      [STATUS]: checkout('paid', 'main_product', { total: { amount: '129.50', currency: 'EUR' } }),
      'GET /api/pricing': ok({ mainProduct: { dollars: 79 }, reseller: { dollars: 497 } }),
    });
    await waitFor(() => expect(purchases(trackEvent)).toHaveLength(1));
    expect(purchases(trackEvent)[0]).toMatchObject({ value: 129.5, currency: 'EUR', label: 'main' });
  });

  it('is sent once per session, even after a reload [R-late.11]', async () => {
    const replies = {
      [STATUS]: checkout('paid'),
      'GET /api/pricing': ok({ mainProduct: { dollars: 61.5 }, reseller: { dollars: 555 } }),
    };
    const first = await open('/success?session_id=cs_live', replies);
    await waitFor(() => expect(purchases(first.trackEvent)).toHaveLength(1));
    expect(purchases(first.trackEvent)[0]).toMatchObject({ value: 61.5, currency: 'USD', label: 'main' });
    first.unmount();
    // With the sum in the reply nothing else is waited for: what the page shows, it has tracked.
    const known = {
      [STATUS]: checkout('paid', 'main_product', { total: { amount: '61.50', currency: 'USD' } }),
    };
    const again = await open('/success?session_id=cs_live', known);
    await title('Payment received');
    expect(purchases(again.trackEvent)).toEqual([]);
    again.unmount();
    // A new document has nothing of the first but the browser's storage: this session is only there.
    for (const [key, value] of Object.entries(localStorage)) {
      localStorage.setItem(key.replace('cs_live', 'cs_reloaded'), String(value));
    }
    const reloaded = await open('/success?session_id=cs_reloaded', known);
    await title('Payment received');
    expect(purchases(reloaded.trackEvent)).toEqual([]);
    reloaded.unmount();
    // Another session of the same visitor counts: what was sent above is not "once for ever".
    const other = await open('/success?session_id=cs_live_2', replies);
    await waitFor(() => expect(purchases(other.trackEvent)).toHaveLength(1));
  });

  it.each([
    ['79 for the product [S9.12] [R-money.8]', 'cs_79', 'main_product', 79],
    ['699 for reseller rights [S9.11] [R-money.8]', 'cs_699', 'reseller_rights', 699],
  ] as const)('uses %s while no live price is known', async (_, session, product, value) => {
    const { trackEvent } = await open(`/success?session_id=${session}`, {
      [STATUS]: checkout('paid', product),
      'GET /api/pricing': { status: 503, body: { message: 'away' } },
    });
    await waitFor(() => expect(purchases(trackEvent)).toHaveLength(1));
    expect(purchases(trackEvent)[0]?.value).toBe(value);
  });

  it('is not sent for a failed payment', async () => {
    const { trackEvent } = await open('/success?session_id=cs_no', { [STATUS]: checkout('failed') });
    await title('The payment failed');
    expect(purchases(trackEvent)).toEqual([]);
  });
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('an amount', () => {
  const SHOWN: Record<CurrencyCode, string> = {
    USD: '$1,290.00',
    EUR: '€1,290.00',
    GBP: '£1,290.00',
    CAD: 'C$1,290.00',
    AUD: 'A$1,290.00',
    JPY: '¥129,000',
    CHF: 'CHF1,290.00 CHF',
    NZD: 'NZ$1,290.00',
    SEK: 'kr1,290.00 SEK',
    NOK: 'kr1,290.00 NOK',
    DKK: 'kr1,290.00 DKK',
  };

  it.each(CURRENCIES)(
    'has the symbol of its currency, and the currency code if the product adds it: %s [P3.04] [P3.05]',
    (currency) => {
      expect(formatMoney({ amountMinor: 129_000, currency })).toBe(SHOWN[currency]);
    },
  );

  it('has no decimals in yen [R-money.3]', () => {
    expect(formatOffer({ amountMinor: 7900, currency: 'JPY' })).toBe('¥7,900');
  });
});

describe('the price of the page', () => {
  const prices = (api: { calls: { path: string }[] }) =>
    api.calls.filter(({ path }) => path === '/api/pricing').length;

  it('is requested again every 10 seconds, and when the visitor returns [P7.18]', async () => {
    fakeIntervals();
    let dollars = 79;
    const { api } = await openPart(<Price />, {
      'GET /api/pricing': () => ok({ mainProduct: { dollars }, reseller: { dollars: 497 } }),
    });
    await screen.findByText('$79');
    dollars = 89;
    await act(() => jest.advanceTimersByTimeAsync(9999));
    expect(prices(api)).toBe(1);
    await act(() => jest.advanceTimersByTimeAsync(1));
    await screen.findByText('$89');
    dollars = 99;
    act(() => void dispatchEvent(new Event('visibilitychange')));
    await screen.findByText('$99');
    expect(prices(api)).toBe(3);
    // From another window, with this one in sight all the time.
    dollars = 109;
    act(() => void dispatchEvent(new Event('focus')));
    await screen.findByText('$109');
    expect(prices(api)).toBe(4);
    dollars = 119;
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    await screen.findByText('$119');
    expect(prices(api)).toBe(5);
  });
});

describe('the tenant of the page', () => {
  function Seller() {
    const { data, error, isPending } = useQuery(tenantQuery('/'));
    if (isPending) return <p>waiting</p>;
    return <p>{error ? `failed: ${error.message}` : (data?.businessName ?? 'the platform')}</p>;
  }
  const lookups = (api: { calls: { path: string }[] }) =>
    api.calls.filter(({ path }) => path === '/api/tenant');

  it('is requested by the current path [P4.06]', async () => {
    const { api } = await openPart(<Seller />, { 'GET /api/tenant': ok(ACME) });
    await screen.findByText(ACME.businessName);
    expect(api.calls.find(({ path }) => path === '/api/tenant')?.headers['x-current-path']).toBe('/');
  });

  it('is the platform if the server knows no tenant', async () => {
    await openPart(<Seller />);
    await screen.findByText('the platform');
  });

  it('fails on any other error [P7.21]', async () => {
    await openPart(<Seller />, { 'GET /api/tenant': { status: 500, body: { message: 'away' } } });
    await screen.findByText('failed: away');
  });

  it('is requested again after an outage of the service, until it is known', async () => {
    fakeIntervals();
    let isAway = true;
    const { api } = await openPart(<Seller />, {
      'GET /api/tenant': () => (isAway ? { status: 500, body: { message: 'away' } } : ok(ACME)),
    });
    await screen.findByText('failed: away');
    isAway = false;
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    await screen.findByText(ACME.businessName);
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(lookups(api)).toHaveLength(2);
  });

  it('is stale after 30 seconds [P7.22]', async () => {
    function Revisited() {
      const [visit, setVisit] = useState(0);
      return (
        <>
          <button onClick={() => setVisit(visit + 1)}>Visit again</button>
          <Seller key={visit} />
        </>
      );
    }
    const { api, user, queryClient } = await openPart(<Revisited />, { 'GET /api/tenant': ok(ACME) });
    await screen.findByText(ACME.businessName);
    const known = Date.now();
    const clock = jest.spyOn(Date, 'now');
    clock.mockReturnValue(known + 29_000);
    await user.click(screen.getByRole('button', { name: 'Visit again' }));
    expect(queryClient.isFetching()).toBe(0);
    expect(lookups(api)).toHaveLength(1);
    clock.mockReturnValue(known + 31_000);
    await user.click(screen.getByRole('button', { name: 'Visit again' }));
    await waitFor(() => expect(lookups(api)).toHaveLength(2));
  });
});
