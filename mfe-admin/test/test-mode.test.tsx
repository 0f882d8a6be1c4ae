import { describe, expect, it } from '@jest/globals';
import type { Sales } from '@leadping/contracts/commerce/sales-routes';
import { ok } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import { screen, within } from '@testing-library/react';
import remote from '../src/remote.tsx';
import { signedIn } from './people.ts';

const pricing = (isTest: boolean) =>
  ok({ mainProduct: { dollars: 79 }, reseller: { dollars: 497 }, ...(isTest && { isTest }) });
const sum = { revenue: '79.00', netRevenue: '79.00', orders: 1 };
const sales = (isTest: boolean): Sales => ({
  currency: 'USD',
  ...(isTest && { isTest }),
  total: sum,
  points: [{ start: '2026-11-01', ...sum }],
  previousTotal: sum,
  previousPoints: [{ start: '2026-10-31', ...sum }],
});

describe('test mode in the dashboard', () => {
  const open = (isTest: boolean, slug: string) =>
    openPage(remote, `/admin/${slug}`, {
      ...signedIn(),
      'GET /api/pricing': pricing(isTest),
      'GET /api/admin/sales': ok([sales(isTest)]),
      'GET /api/admin/orders': ok([]),
    });

  it.each(['overview', 'orders', 'licenses', 'profile'])('is named by a bar on the %s page', async (slug) => {
    await open(true, slug);
    const bar = within(await screen.findByRole('complementary', { name: 'Test mode' }));
    expect(bar.getByText(/Checkouts take test cards only/)).toBeTruthy();
  });

  it('is named at the sums, which are those of test orders only', async () => {
    await open(true, 'overview');
    expect(await screen.findAllByText(/^Test orders only: /)).toHaveLength(2);
  });

  it('has neither a bar nor a label in live mode', async () => {
    await open(false, 'overview');
    await screen.findByRole('heading', { name: 'Revenue in USD' });
    expect(screen.queryByRole('complementary', { name: 'Test mode' })).toBeNull();
    expect(screen.queryByText(/Test orders only/)).toBeNull();
  });
});
