import { describe, expect, it } from '@jest/globals';
import type { OrderRefunds } from '@leadping/contracts/commerce/refund-routes';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import { screen, waitFor, within } from '@testing-library/react';
import remote from '../src/remote.tsx';
import { anOrder } from './an-order.ts';
import { failing, signedIn } from './people.ts';

const READ = 'GET /api/admin/orders/order-1/refunds';
const REFUND = 'POST /api/admin/orders/order-1/refunds';
const TIMELINE = 'GET /api/admin/orders/order-1/timeline';

const refunds = (overrides: Partial<OrderRefunds> = {}): OrderRefunds => ({
  orderId: 'order-1',
  currency: 'USD',
  total: '79.00',
  refunded: '20.00',
  refundable: '59.00',
  obstacle: null,
  requests: [],
  ...overrides,
});

describe('the refund of an order', () => {
  const open = (replies: Replies, order = anOrder()) =>
    openPage(remote, '/admin/orders?order=order-1', {
      ...signedIn(),
      [TIMELINE]: ok({ order, entries: [], missing: [] }),
      [READ]: ok(refunds()),
      ...replies,
    });
  const openDialog = async (replies: Replies, order = anOrder()) => {
    const page = await open(replies, order);
    await page.user.click(await screen.findByRole('button', { name: 'Refund' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund order' }));
    return { ...page, dialog };
  };
  const accepted = { status: 202, body: refunds() };

  it('of all that is left says that the license is revoked, and sends what was seen with a key', async () => {
    const { user, api, dialog, toasts } = await openDialog({ [REFUND]: accepted });
    await dialog.findByText('The license is revoked');
    await user.click(dialog.getByRole('button', { name: 'Refund $59.00' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'Refund requested, Stripe will confirm it', tone: 'success' }]),
    );
    const sent = api.calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([{ amount: '59.00', refunded: '20.00' }]);
    expect(sent[0]?.headers['idempotency-key']).toMatch(/^[\w-]{16,}$/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stands beside the withdrawal of the buyer, and the order says that it is a test', async () => {
    const withdrawal = { receivedAt: '2026-11-22T09:30:00.000Z', outcome: 'late', isOpen: false } as const;
    await open({}, anOrder({ withdrawal, isTest: true }));
    await screen.findByText('Received on Nov 22, 2026, after the period.');
    expect(screen.getByText('Withdrew late')).toBeTruthy();
    expect(screen.getByText('Test')).toBeTruthy();
  });

  it('of a part says that the license stays active, and more than is left is refused at the field', async () => {
    const { user, api, dialog } = await openDialog({ [REFUND]: accepted });
    await user.click(await dialog.findByRole('radio', { name: 'A part' }));
    const amount = dialog.getByRole('textbox', { name: 'Amount in USD' });
    await user.type(amount, '59.01');
    await user.click(dialog.getByRole('button', { name: 'Refund $59.01' }));
    await dialog.findByText('Enter an amount of at most $59.00');
    expect(api.calls.some(({ method }) => method === 'POST')).toBe(false);
    await user.clear(amount);
    await user.type(amount, '9');
    await dialog.findByText('The license stays active');
    await user.click(dialog.getByRole('button', { name: 'Refund $9.00' }));
    await waitFor(() => expect(api.calls.at(-1)).toBeTruthy());
    await waitFor(() =>
      expect(api.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
        { amount: '9', refunded: '20.00' },
      ]),
    );
  });

  it('of a part that is all that is left says that the license is revoked', async () => {
    const { user, dialog } = await openDialog({});
    await user.click(await dialog.findByRole('radio', { name: 'A part' }));
    await user.type(dialog.getByRole('textbox', { name: 'Amount in USD' }), '59');
    await dialog.findByText('The license is revoked');
  });

  it('of reseller rights says that the reseller is deactivated', async () => {
    const { dialog } = await openDialog({}, anOrder({ productType: 'reseller_rights' }));
    await dialog.findByText('The reseller is deactivated');
  });

  it('whose reply was lost is sent again with the same key', async () => {
    let count = 0;
    const { user, api, dialog } = await openDialog({
      [REFUND]: () => (++count === 1 ? failing(504, 'No reply in time.', 'UPSTREAM_TIMEOUT') : accepted),
    });
    await user.click(await dialog.findByRole('button', { name: 'Refund $59.00' }));
    await dialog.findByText('The refund may have been requested');
    await user.click(dialog.getByRole('button', { name: 'Refund $59.00' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const keys = api.calls
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('shows the reason if Stripe refuses it, and keeps the dialog open', async () => {
    const reason = 'Your Stripe balance is too low for this refund. Nothing was refunded.';
    const { user, dialog, toasts } = await openDialog({ [REFUND]: failing(409, reason, 'REFUND_REFUSED') });
    await user.click(await dialog.findByRole('button', { name: 'Refund $59.00' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'Nothing was refunded', description: reason }]),
    );
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('is not offered where nothing can be refunded, with the reason and the requests so far', async () => {
    const { dialog } = await openDialog({
      [READ]: ok(
        refunds({
          obstacle: 'A refund of $20.00 was requested, and Stripe has not confirmed it yet.',
          requests: [
            {
              id: 'r2',
              amount: '20.00',
              requestedAt: '2026-11-02T10:00:00.000Z',
              outcome: 'requested',
              reason: null,
            },
            {
              id: 'r1',
              amount: '79.00',
              requestedAt: '2026-11-01T10:00:00.000Z',
              outcome: 'refused',
              reason: 'Too low.',
            },
          ],
        }),
      ),
    });
    await dialog.findByText('Nothing can be refunded now');
    const [requested, refused] = within(dialog.getByRole('list', { name: 'Refunds requested here' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(requested).toContain('Refund requested, Stripe will confirm it');
    expect(refused).toContain('Too low.');
    expect(dialog.queryByRole('button', { name: /^Refund/ })).toBeNull();
  });

  it('is shown as requested on the order until Stripe has confirmed it', async () => {
    await open({}, anOrder({ isRefundRequested: true }));
    await screen.findByText('Refund requested, Stripe will confirm it');
    expect(screen.getByText('Refund requested')).toBeTruthy();
  });

  it.each(['pending', 'failed', 'refunded'] as const)('has no button on a %s order', async (status) => {
    await open({}, anOrder({ status }));
    await screen.findByRole('heading', { level: 1, name: /^Order order-1/ });
    await screen.findByText('Timeline');
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  });
});
