import { describe, expect, it } from '@jest/globals';
import { ok } from '@leadping/test-kit/web/api-stub';
import { screen, within } from '@testing-library/react';
import { aReseller, openDashboard } from './reseller.ts';

const totals = { currency: 'USD', revenue: '79.00', orders: 1, completedOrders: 1 } as const;

describe("test keys in a reseller's dashboard", () => {
  it('are named by a bar and at the sums', async () => {
    await openDashboard('orders', {
      'GET /api/resellers/me': ok(aReseller({ isTest: true })),
      'GET /api/resellers/orders': ok([]),
      'GET /api/resellers/orders/summary': ok([{ ...totals, isTest: true }]),
    });
    const bar = within(await screen.findByRole('complementary', { name: 'Test mode' }));
    expect(bar.getByText(/Your stored keys are test keys/)).toBeTruthy();
    expect((await screen.findAllByText(/^Test orders only/)).length).toBe(4);
  });

  it('are not named with live keys', async () => {
    await openDashboard('orders', {
      'GET /api/resellers/orders': ok([]),
      'GET /api/resellers/orders/summary': ok([totals]),
    });
    await screen.findByText(/completed orders in USD/);
    expect(screen.queryByRole('complementary', { name: 'Test mode' })).toBeNull();
    expect(screen.queryByText(/Test orders only/)).toBeNull();
  });
});
