import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { CURRENCIES, type CurrencyCode, formatMoney } from '@leadping/contracts/currency';
import { useQuery } from '@leadping/web-kit/query';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { ok } from '@leadping/test-kit/web/api-stub';
import { fakeIntervals } from '@leadping/test-kit/web/fake-intervals';
import { openPart } from '@leadping/test-kit/web/open-page';
import { formatOffer } from '@leadping/web-kit/site/offer.ts';
import { Price } from '@leadping/web-kit/site/price.tsx';
import { tenantQuery } from '@leadping/web-kit/site/use-tenant.ts';
import { ACME } from './tenants.ts';

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
    'has its symbol, and its code where the product adds it: %s [P3.04] [P3.05]',
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
