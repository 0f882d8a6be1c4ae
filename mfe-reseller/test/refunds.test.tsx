import { describe, expect, it } from '@jest/globals';
import { ok } from '@leadping/test-kit/web/api-stub';
import { screen, waitFor, within } from '@testing-library/react';
import { anOrder, callsOf, openDashboard } from './reseller.ts';

const REFUND = 'POST /api/resellers/orders/order-1/refunds';
const REFUNDS = {
  orderId: 'order-1',
  currency: 'JPY',
  total: '7900',
  refunded: '0',
  refundable: '7900',
  obstacle: null,
  requests: [],
} as const;

describe('the refund of an order by its reseller', () => {
  it('is requested from the row of the order, in yen without decimals', async () => {
    const { user, api, toasts } = await openDashboard('orders', {
      'GET /api/resellers/orders': ok([anOrder({ id: 'order-1', amount: '7900', currency: 'JPY' })]),
      'GET /api/resellers/orders/order-1/refunds': ok(REFUNDS),
      [REFUND]: { status: 202, body: REFUNDS },
    });
    await user.click(await screen.findByRole('button', { name: 'Refund order order-1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund order' }));
    await user.click(await dialog.findByRole('radio', { name: 'A part' }));
    await user.type(dialog.getByRole('textbox', { name: 'Amount in JPY' }), '79.50');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await dialog.findByText('Enter an amount of at most ¥7,900');
    await user.click(dialog.getByRole('radio', { name: 'All that is left, ¥7,900' }));
    await user.click(dialog.getByRole('button', { name: 'Refund ¥7,900' }));
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({ title: 'Refund requested, Stripe will confirm it' }),
    );
    expect(callsOf(api.calls, REFUND).map(({ body }) => body)).toEqual([{ amount: '7900', refunded: '0' }]);
  });

  it('says when the buyer withdrew and until when the refund is due, and ends the request by an answer', async () => {
    const withdrawal = {
      receivedAt: '2026-11-22T09:30:00.000Z',
      outcome: 'request',
      isOpen: true,
      refundDueBy: '2026-12-06T09:30:00.000Z',
    } as const;
    const ANSWER = 'POST /api/resellers/orders/order-1/withdrawal/answer';
    const order = anOrder({ id: 'order-1', withdrawal });
    const { user, api, toasts } = await openDashboard('orders', {
      'GET /api/resellers/orders': ok([order]),
      'GET /api/resellers/orders/order-1/refunds': ok(REFUNDS),
      [ANSWER]: ok({ ...order, withdrawal: { ...withdrawal, isOpen: false } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Refund order order-1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund order' }));
    await dialog.findByText(
      'Received on Nov 22, 2026. If the right of withdrawal applies, the refund is due by Dec 6, 2026.',
    );
    await user.click(dialog.getByRole('button', { name: 'Mark as answered' }));
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Withdrawal marked as answered' }));
    expect(callsOf(api.calls, ANSWER)).toHaveLength(1);
  });
});
