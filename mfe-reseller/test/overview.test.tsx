import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ok } from '@leadping/test-kit/web/api-stub';
import { aLicense, anOrder, aReseller, callsOf, failing, openDashboard } from './reseller.ts';

/** Finds the card with this label. */
async function card(label: string) {
  const term = await screen.findByText(label, { selector: 'dt' });
  return within(term.parentElement as HTMLElement);
}

const TOTALS = [
  { currency: 'JPY', revenue: '14800', orders: 9, completedOrders: 1 },
  { currency: 'EUR', revenue: '259.00', orders: 4, completedOrders: 2 },
];

describe('the health check on the overview', () => {
  const health = (state: string, checkState: string) =>
    ok({
      state,
      mode: 'live',
      checks: [{ id: 'webhook', state: checkState, finding: 'The webhook endpoint.', fix: 'Add one.' }],
      webhookUrl: '',
      requiredEvents: [],
      lastVerifiedDeliveryAt: null,
    });
  const path = 'GET /api/resellers/payment-health';

  it('is shown until it passes, and does not run again at the next visit', async () => {
    let reply = health('failed', 'failed');
    const { user, api } = await openDashboard('overview', { [path]: () => reply });
    expect(await screen.findByText('Payments will fail')).toBeTruthy();
    expect(screen.getByText('Add one.')).toBeTruthy();
    expect(callsOf(api.calls, path)).toHaveLength(1);
    reply = health('ok', 'ok');
    await user.click(await screen.findByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(screen.queryByText('Health check')).toBeNull());
    await user.click(screen.getByRole('link', { name: 'Orders' }));
    await screen.findByRole('heading', { level: 1, name: 'Orders' });
    await user.click(screen.getByRole('link', { name: 'Overview' }));
    await card('Product Price');
    expect(callsOf(api.calls, path)).toHaveLength(2);
  });

  it('shows an error if it cannot run, and can be retried', async () => {
    const { user, api } = await openDashboard('overview', { [path]: failing(500, 'No check now.') });
    expect(await screen.findByText("We couldn't check your setup")).toBeTruthy();
    expect(callsOf(api.calls, path)).toHaveLength(1);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(callsOf(api.calls, path)).toHaveLength(2));
    expect(await screen.findByText("We couldn't check your setup")).toBeTruthy();
  });
});

describe('the notice of open disputes', () => {
  const waiting = (orderId: string) => ({
    id: `du_${orderId}`,
    orderId,
    customerEmail: 'buyer@example.com',
    isInquiry: false,
    stage: 'needs-response',
    reason: 'fraudulent',
    amount: '79.00',
    currency: 'USD',
    dueBy: '2026-12-09T23:59:00.000Z',
    stripeUrl: `https://dashboard.stripe.com/disputes/du_${orderId}`,
    isTest: false,
  });

  it('leads to the order with the nearest deadline, and to all if there are more', async () => {
    const disputes = [waiting('o1'), waiting('o2')];
    const { user } = await openDashboard('overview', { 'GET /api/resellers/disputes': ok(disputes) });
    expect(await screen.findByText('2 disputes wait for your answer.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open the order' }).getAttribute('href')).toMatch(/search=o1$/);
    await user.click(screen.getByRole('link', { name: 'Show all disputed orders' }));
    const filter = await screen.findByLabelText<HTMLSelectElement>('Status');
    expect(filter.selectedOptions[0]?.textContent).toBe('Disputed');
  });
});

describe('the cards of the overview', () => {
  it('sum the completed orders of one currency at a time [S2.81] [R-money.9]', async () => {
    await openDashboard('overview', { 'GET /api/resellers/orders/summary': ok(TOTALS) });
    const revenue = await card('Total Revenue');
    expect(await revenue.findByText('€259.00')).toBeTruthy();
    expect(revenue.getByText('gross, from 2 orders, and ¥14,800 from 1 order')).toBeTruthy();
  });

  it('show the net revenue beside the gross revenue', async () => {
    const totals = {
      currency: 'EUR',
      revenue: '259.00',
      netRevenue: '210.50',
      orders: 2,
      completedOrders: 2,
    };
    await openDashboard('overview', { 'GET /api/resellers/orders/summary': ok([totals]) });
    const revenue = await card('Total Revenue');
    expect(await revenue.findByText('gross, €210.50 net, from 2 orders')).toBeTruthy();
  });

  it('show a price that an admin has changed when the page is opened again', async () => {
    let productPrice = '79.00';
    const { user, api } = await openDashboard('overview', {
      'GET /api/resellers/me': () => ok(aReseller({ productPrice })),
    });
    expect(await (await card('Product Price')).findByText('€79.00')).toBeTruthy();
    // The reseller is not read again right after the dashboard itself.
    expect(callsOf(api.calls, 'GET /api/resellers/me')).toHaveLength(1);
    productPrice = '99.00';
    const later = Date.now() + 20_000;
    const now = jest.spyOn(Date, 'now').mockImplementation(() => later);
    try {
      await user.click(screen.getByRole('link', { name: 'Orders' }));
      await screen.findByRole('heading', { level: 1, name: 'Orders' });
      await user.click(screen.getByRole('link', { name: 'Overview' }));
      expect(await (await card('Product Price')).findByText('€99.00')).toBeTruthy();
    } finally {
      now.mockRestore();
    }
  });

  it('show the price with its currency [S2.82]', async () => {
    await openDashboard('overview', {}, { productPrice: '79.00', currency: 'USD' });
    const price = await card('Product Price');
    expect(price.getByText('$79.00')).toBeTruthy();
    expect(price.getByText('USD, US Dollar')).toBeTruthy();
  });

  it('count active licenses out of all [S2.83]', async () => {
    await openDashboard('overview', {
      'GET /api/resellers/licenses/summary': ok({ total: 1200, active: 1134 }),
    });
    const licenses = await card('Active Licenses');
    expect(await licenses.findByText('1,134')).toBeTruthy();
    expect(licenses.getByText('out of 1,200 total')).toBeTruthy();
  });

  it.each([
    [true, 'Active'],
    [false, 'Inactive'],
  ])('show isActive %j as the status %s [S2.84]', async (isActive, text) => {
    await openDashboard('overview', {}, { isActive });
    expect((await card('Status')).getByText(text)).toBeTruthy();
  });

  it('do not show a good status while payments are impossible', async () => {
    await openDashboard('overview', {}, { isActive: true, stripeWebhookSecret: '' });
    const status = await card('Status');
    expect(status.getByText('Payments are not set up yet')).toBeTruthy();
    expect(status.getByText('Active').closest<HTMLElement>('[data-tone]')?.dataset.tone).toBe('warning');
  });

  it('fail independently: a failed read does not affect the other cards', async () => {
    await openDashboard('overview', {
      'GET /api/resellers/orders/summary': failing(503, 'Away'),
      'GET /api/resellers/licenses/summary': ok({ total: 3, active: 2 }),
    });
    expect(await (await card('Total Revenue')).findByText('Unavailable')).toBeTruthy();
    expect(await (await card('Active Licenses')).findByText('2')).toBeTruthy();
  });
});

describe('recent orders', () => {
  const rows = async () =>
    within(await screen.findByRole('list', { name: 'Recent orders' })).findAllByRole('listitem');

  it('are the five newest with email, date, amount and status [S2.85] [S2.86]', async () => {
    const orders = Array.from({ length: 7 }, () => anOrder({ status: 'pending' }));
    const { api } = await openDashboard('overview', { 'GET /api/resellers/orders': ok(orders) });
    const shown = await rows();
    expect(shown).toHaveLength(5);
    expect(shown[0]?.textContent).toBe(`${orders[0]?.customerEmail}Oct 13, 2026€129.50Pending`);
    expect(api.calls.find(({ path }) => path === '/api/resellers/orders')?.query).toEqual({ limit: '5' });
  });

  it('show "Customer" for a customer without an email [S2.87]', async () => {
    await openDashboard('overview', { 'GET /api/resellers/orders': ok([anOrder({ customerEmail: '' })]) });
    expect((await rows())[0]?.textContent).toMatch(/^Customer/);
  });

  it('show a message if there are none [S2.90]', async () => {
    await openDashboard('overview');
    expect(await screen.findByText('No orders yet')).toBeTruthy();
  });
});

describe('recent licenses', () => {
  it('are the five newest with email, date and state [S2.88] [S2.89]', async () => {
    const licenses = Array.from({ length: 6 }, (_, index) => aLicense({ isActive: index > 0 }));
    await openDashboard('overview', { 'GET /api/resellers/licenses': ok(licenses) });
    const list = within(await screen.findByRole('list', { name: 'Recent licenses' }));
    const shown = (await list.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(shown).toHaveLength(5);
    expect(shown[0]).toBe(`${licenses[0]?.email}Oct 13, 2026Inactive`);
    expect(shown[1]).toBe(`${licenses[1]?.email}Oct 13, 2026Active`);
  });

  it('show a message if there are none [S2.91]', async () => {
    await openDashboard('overview');
    expect(await screen.findByText('No licenses yet')).toBeTruthy();
  });
});

describe('the sales chart', () => {
  const point = (start: string, revenue: string) => ({ start, revenue, orders: 1 });
  const euros = {
    currency: 'EUR',
    total: { revenue: '390.00', orders: 3 },
    points: [point('2026-11-21', '130.00'), point('2026-11-22', '260.00')],
    previousTotal: { revenue: '260.00', orders: 2 },
    previousPoints: [point('2026-11-19', '0'), point('2026-11-20', '260.00')],
  };
  const yen = { ...euros, currency: 'JPY', total: { revenue: '14800', orders: 1 } };

  it('compares with the previous period, in words and figures, independent of color', async () => {
    const { api } = await openDashboard('overview', { 'GET /api/resellers/sales': ok([euros]) });
    expect(
      await screen.findByText('€390.00 gross, from 3 orders, 50% more than in the 30 days before.'),
    ).toBeTruthy();
    expect(
      (await screen.findByRole('img', { name: /^Revenue in EUR/ })).getAttribute('aria-label'),
    ).toContain('This period last €260, Previous period last €260');
    expect(screen.getByText('Show as a table')).toBeTruthy();
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(api.calls.find(({ path }) => path === '/api/resellers/sales')?.query).toMatchObject({
      interval: 'day',
      timeZone,
    });
  });

  it('keeps the name of its period while another period loads', async () => {
    let arrive = () => {};
    const isHere = new Promise<void>((resolve) => (arrive = resolve));
    const { user } = await openDashboard('overview', {
      'GET /api/resellers/sales': async ({ query }) => {
        if (query.interval === 'week') await isHere;
        return ok([euros]);
      },
    });
    const name = async () =>
      (await screen.findByRole('img', { name: /^Revenue in EUR/ })).getAttribute('aria-label');
    const isBusy = () => screen.getByRole('img').closest('[aria-busy]')?.getAttribute('aria-busy');
    const before = await name();
    expect(isBusy()).toBe('false');
    await user.selectOptions(screen.getByLabelText('Period'), 'Last 90 days');
    await waitFor(() => expect(isBusy()).toBe('true'));
    expect(await name()).toBe(before);
    expect(screen.getByText(/50% more than in the 30 days before/)).toBeTruthy();

    arrive();
    await screen.findByText(/50% more than in the 90 days before/);
    expect(isBusy()).toBe('false');
    expect(await name()).not.toBe(before);
  });

  it('does not name a period before its sales have loaded', async () => {
    let arrive = () => {};
    const isHere = new Promise<void>((resolve) => (arrive = resolve));
    const { user, api } = await openDashboard('overview', {
      'GET /api/resellers/sales': async ({ query }) => {
        if (query.interval === 'day') return ok([]);
        await isHere;
        return ok([euros]);
      },
    });
    await screen.findByText('No sales in this period yet.');
    await user.selectOptions(screen.getByLabelText('Period'), 'Last 90 days');
    await waitFor(() => expect(api.calls.at(-1)?.query.interval).toBe('week'));
    expect(screen.queryByText('No sales in this period yet.')).toBeNull();
    expect(screen.getByText('Completed orders over time.')).toBeTruthy();

    arrive();
    await screen.findByText(/50% more than in the 90 days before/);
  });

  it('shows one currency at a time, and can show other periods', async () => {
    const { user, api } = await openDashboard('overview', { 'GET /api/resellers/sales': ok([euros, yen]) });
    await user.selectOptions(await screen.findByLabelText('Currency'), 'JPY');
    expect(await screen.findByText(/^¥14,800 gross, from 1 order/)).toBeTruthy();
    await user.selectOptions(screen.getByLabelText('Period'), 'Last 90 days');
    await screen.findByText(/than in the 90 days before|^¥14,800 gross, from 1 order/);
    expect(
      api.calls.filter(({ path }) => path === '/api/resellers/sales').map(({ query }) => query.interval),
    ).toEqual(['day', 'week']);
  });
});
