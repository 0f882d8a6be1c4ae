import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { runInThisContext } from 'node:vm';
import { offContract, ok } from '@leadping/test-kit/web/api-stub';
import { startOf } from '../src/features/orders/ranges.ts';
import { anOrder, callsOf, failing, openDashboard } from './reseller.ts';

const stat = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent;
const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Orders' });
  await waitFor(() => expect(table.getAttribute('aria-busy')).toBe('false'));
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell'));
};

describe('the figures of the orders', () => {
  it('show the revenue and number of completed orders, all orders, and the average value [S2.117] [S2.118] [R-money.9]', async () => {
    await openDashboard('orders', {
      'GET /api/resellers/orders/summary': ok([
        { currency: 'EUR', revenue: '259.00', orders: 1200, completedOrders: 2 },
        { currency: 'JPY', revenue: '14800', orders: 34, completedOrders: 1 },
      ]),
    });
    await waitFor(async () => expect(await stat('Total Revenue')).toBe('€259.00'));
    expect(screen.getByText('gross, completed orders in EUR, and ¥14,800 from 1 order')).toBeTruthy();
    expect(await stat('Total Orders')).toBe('1,234');
    expect(await stat('Completed Orders')).toBe('3');
    expect(await stat('Average Order Value')).toBe('€129.50');
  });

  it('show sums of billions of yen, and say that an average is of test orders', async () => {
    await openDashboard(
      'orders',
      {
        'GET /api/resellers/orders/summary': ok([
          { currency: 'JPY', isTest: true, revenue: '4000000000', orders: 2, completedOrders: 2 },
        ]),
      },
      { currency: 'JPY' },
    );
    await waitFor(async () => expect(await stat('Total Revenue')).toBe('¥4,000,000,000'));
    expect(await stat('Average Order Value')).toBe('¥2,000,000,000');
    expect(screen.getByText('Test orders only: Japanese Yen')).toBeTruthy();
  });
});

describe('the table of orders', () => {
  it('has the six specified columns and one for actions, and shows a shortened session id that is copied in full [S2.122] [S9.09] [R-late.7]', async () => {
    const order = anOrder({ id: 'order-a' });
    const { user } = await openDashboard('orders', { 'GET /api/resellers/orders': ok([order]) });
    const [row] = await rows();
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads.slice(0, 6)).toEqual(['Order ID', 'Date', 'Customer', 'Product', 'Amount', 'Status']);
    expect(heads.slice(6)).toEqual(['Actions']);
    expect(row?.slice(0, 6).map(({ textContent }) => textContent)).toEqual([
      'order-acs_live_a1b2c3d4e5f6...',
      'Oct 13, 2026',
      order.customerEmail,
      'Leadping License',
      '€129.50',
      'Completed',
    ]);
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Copy session ID of order order-a' }));
    expect(write).toHaveBeenCalledWith(order.stripeSessionId);
  });

  it.each([
    ['main_product', 'Leadping License'],
    ['reseller_rights', 'Reseller Rights'],
    ['gift_card', 'gift_card'],
    ['', 'Unknown'],
  ])('shows the product type %j as %s [S3.23] [S3.24] [S3.25]', async (productType, name) => {
    await openDashboard('orders', { 'GET /api/resellers/orders': ok([anOrder({ productType })]) });
    const [row] = await rows();
    expect(row?.[3]?.textContent).toBe(name);
  });

  it('shows price, discount and tax of an amount', async () => {
    const amounts = { subtotal: '85.00', discount: '8.50', tax: '15.30', isTaxIncluded: false, net: '76.50' };
    const order = anOrder({ amount: '91.80', amounts });
    await openDashboard('orders', { 'GET /api/resellers/orders': ok([order]) });
    const [row] = await rows();
    expect(row?.[4]?.textContent).toBe('€91.80€85.00 price€8.50 discount€15.30 tax, added');
  });

  it('marks refunded, disputed and unknown states neutrally [S4.19] [R-checkout.20]', async () => {
    const states = ['completed', 'pending', 'failed', 'refunded', 'disputed', 'odd'] as const;
    await openDashboard('orders', {
      'GET /api/resellers/orders': offContract(
        'a state of a newer service',
        states.map((status) => ({ ...anOrder(), status })),
      ),
    });
    const tones = (await rows()).map(
      (cells) => cells[5]?.querySelector<HTMLElement>('[data-tone]')?.dataset.tone,
    );
    expect(tones).toEqual(['success', 'warning', 'danger', 'neutral', 'neutral', 'neutral']);
  });

  it('marks orders that were paid with a test key or have an inquiry', async () => {
    const orders = [anOrder({ isTest: true }), anOrder({ hasInquiry: true }), anOrder()];
    await openDashboard('orders', { 'GET /api/resellers/orders': ok(orders) });
    expect((await rows()).map((cells) => cells[5]?.textContent)).toEqual([
      'CompletedTest',
      'CompletedInquiry',
      'Completed',
    ]);
  });
});

describe('a withdrawal from an order', () => {
  const receivedAt = '2026-11-22T09:30:00.000Z';
  const withdrawn = (overrides: object) =>
    anOrder({ withdrawal: { receivedAt, outcome: 'request', isOpen: true, ...overrides } });

  it('is a warning only while it waits for the seller', async () => {
    const orders = [
      withdrawn({}),
      withdrawn({ outcome: 'late', isOpen: false }),
      withdrawn({ isOpen: false, answeredAt: receivedAt }),
      { ...withdrawn({ outcome: 'refund', isOpen: false }), status: 'refunded' as const },
    ];
    await openDashboard('orders', { 'GET /api/resellers/orders': ok(orders) });
    const badges = (await rows()).map((cells) => {
      const badge = [...(cells[5]?.querySelectorAll<HTMLElement>('[data-tone]') ?? [])].at(-1);
      return [badge?.textContent, badge?.dataset.tone];
    });
    expect(badges).toEqual([
      ['Withdrawal request, Nov 22', 'warning'],
      ['Withdrew late', 'neutral'],
      ['Withdrawal answered', 'neutral'],
      ['Withdrawn', 'neutral'],
    ]);
  });

  it('is found by a filter as soon as one waits', async () => {
    const { user, api } = await openDashboard('orders', { 'GET /api/resellers/orders': ok([withdrawn({})]) });
    await rows();
    await user.selectOptions(await screen.findByLabelText('Status'), 'Withdrawal requests');
    await waitFor(() =>
      expect(callsOf(api.calls, 'GET /api/resellers/orders').at(-1)?.query).toMatchObject({
        status: 'withdrawal-request',
      }),
    );
  });
});

describe('the email address of a customer', () => {
  it('is marked "Key not delivered" if the key was not delivered', async () => {
    const order = anOrder({ emailProblem: 'undelivered' });
    await openDashboard('orders', { 'GET /api/resellers/orders': ok([order]) });
    expect(await screen.findByText('Key not delivered')).toBeTruthy();
  });

  const PUT = 'PUT /api/resellers/orders/order-a/email';
  async function openForm(reply: Parameters<typeof openDashboard>[1]) {
    const order = anOrder({ id: 'order-a', customerEmail: 'typo@exmaple.com', emailProblem: 'refused' });
    const page = await openDashboard('orders', { 'GET /api/resellers/orders': ok([order]), ...reply });
    expect(await screen.findByText('Email refused')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Correct email of order order-a' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Correct Customer Email' }));
    const field = await dialog.findByLabelText<HTMLInputElement>('Customer email');
    expect(field.value).toBe('typo@exmaple.com');
    await page.user.clear(field);
    const save = async (email: string) => {
      await page.user.type(field, email);
      await page.user.click(dialog.getByRole('button', { name: 'Correct Email' }));
    };
    return { ...page, save };
  }

  it('can be corrected, and the list is read again', async () => {
    const { api, save, toasts } = await openForm({
      [PUT]: ok(anOrder({ customerEmail: 'ada@example.com' })),
    });
    await save('ada@example.com');
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Email Corrected' }]));
    expect(callsOf(api.calls, PUT).map(({ body }) => body)).toEqual([{ customerEmail: 'ada@example.com' }]);
    await waitFor(() => expect(callsOf(api.calls, 'GET /api/resellers/orders').length).toBeGreaterThan(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is not sent if it is invalid, and the reason is shown if it could not be saved', async () => {
    const { api, save, toasts } = await openForm({ [PUT]: failing(404, 'This order does not exist.') });
    await save('nobody');
    expect(callsOf(api.calls, PUT)).toHaveLength(0);
    await save('@example.com');
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({
        title: 'Update Failed',
        description: 'This order does not exist.',
      }),
    );
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});

describe('the list of orders', () => {
  const lastQuery = (api: Awaited<ReturnType<typeof openDashboard>>['api']) =>
    callsOf(api.calls, 'GET /api/resellers/orders').at(-1)?.query;

  it('is searched by the server, and the field names email, order ID and session ID [S2.119]', async () => {
    const { user, api } = await openDashboard('orders');
    const box = await screen.findByRole('searchbox', { name: 'Search orders' });
    expect(box.getAttribute('placeholder')).toBe('Email, order ID or session ID');
    await user.type(box, 'cs_live_a1');
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ search: 'cs_live_a1' }));
  });

  it('is filtered by status [S2.120]', async () => {
    const { user, api } = await openDashboard('orders');
    const filter = await screen.findByLabelText('Status');
    expect(
      within(filter)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['All', 'Completed', 'Pending', 'Failed']);
    await user.selectOptions(filter, 'Pending');
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ status: 'pending' }));
    expect(location.search).toBe('?status=pending');
    await user.selectOptions(filter, 'All');
    await waitFor(() => expect(location.search).toBe(''));
  });

  it('shows disputed orders by the link of the overview, and then names that filter', async () => {
    const { api } = await openDashboard('orders?status=disputed');
    const filter = await screen.findByLabelText<HTMLSelectElement>('Status');
    expect(filter.selectedOptions[0]?.textContent).toBe('Disputed');
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ status: 'disputed' }));
  });

  it('is limited to a range of dates [S2.121]', async () => {
    const { user, api } = await openDashboard('orders');
    const filter = await screen.findByLabelText('Date range');
    expect(
      within(filter)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['All time', 'Today', 'Last 7 days', 'Last 30 days', 'Last 90 days']);
    for (const days of [7, 30, 90]) {
      await user.selectOptions(filter, `Last ${days} days`);
      // From the beginning of an hour on.
      await waitFor(() => {
        const age = (Date.now() - Date.parse(lastQuery(api)?.from ?? '')) / 86_400_000;
        expect(age).toBeGreaterThanOrEqual(days);
        expect(age).toBeLessThan(days + 0.1);
      });
    }
    await user.selectOptions(filter, 'Today');
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ from: midnight.toISOString() }));
    await user.selectOptions(filter, 'All time');
    await waitFor(() => expect(lastQuery(api)).not.toHaveProperty('from'));
  });

  it.each([
    ['America/Los_Angeles', '2026-11-22T08:00:00.000Z'],
    ['Pacific/Auckland', '2026-11-21T11:00:00.000Z'],
  ])('begins at local midnight for the range "today" in %s [R-tickets.18]', (zone, midnight) => {
    // The environment of the process: that of a test is a copy, which clocks do not follow.
    const env = runInThisContext('process.env') as NodeJS.ProcessEnv;
    const before = env.TZ;
    env.TZ = zone;
    try {
      expect(startOf('today', new Date(2026, 10, 22, 0, 0, 1))).toBe(midnight);
      expect(startOf('today', new Date(2026, 10, 22, 23, 59, 59))).toBe(midnight);
    } finally {
      if (before === undefined) delete env.TZ;
      else env.TZ = before;
    }
  });

  it('is sorted by date or amount', async () => {
    const { user, api } = await openDashboard('orders', { 'GET /api/resellers/orders': ok([anOrder()]) });
    await user.click(await screen.findByRole('button', { name: 'Amount' }));
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ sort: 'highest' }));
    expect(screen.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('descending');
    await user.click(screen.getByRole('button', { name: 'Date' }));
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ sort: 'newest' }));
    await user.click(screen.getByRole('button', { name: 'Date' }));
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ sort: 'oldest' }));
  });

  it('is exported by the server with the filters of the page [S2.123]', async () => {
    await openDashboard('orders?status=failed&search=ada');
    const link = await screen.findByRole('link', { name: 'Export CSV' });
    expect(link.getAttribute('href')).toBe('/api/resellers/orders/export?search=ada&status=failed');
    expect(link.hasAttribute('download')).toBe(true);
  });

  it('shows a message if no order matches, and clears the filters on request [S2.125] [S2.126]', async () => {
    const { user, api } = await openDashboard('orders?status=failed&range=30&search=ada');
    expect(await screen.findByText('No orders found')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(location.search).toBe(''));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
    await waitFor(() => expect(lastQuery(api)).toEqual({ sort: 'newest', limit: '25' }));
  });

  it('shows an error and can be retried if it cannot be read', async () => {
    let isAway = true;
    const { user } = await openDashboard('orders', {
      'GET /api/resellers/orders': () => (isAway ? failing(503, 'Away') : ok([anOrder()])),
    });
    expect((await screen.findByRole('alert')).textContent).toContain("We couldn't load the orders");
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rows()).toHaveLength(1);
  });
});
