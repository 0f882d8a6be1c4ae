import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import remote from '../src/remote.tsx';
import { failing, signedIn } from './people.ts';

const day = (start: string, revenue: string, orders: number) => ({ start, revenue, orders });
const SALES = [
  {
    currency: 'JPY',
    total: { revenue: '15800', orders: 2 },
    points: [day('2026-11-01', '7900', 1), day('2026-11-02', '7900', 1)],
    previousTotal: { revenue: '7900', orders: 1 },
    previousPoints: [day('2026-10-30', '7900', 1), day('2026-10-31', '0', 0)],
  },
];

describe('the overview', () => {
  const open = (replies: Replies = {}) =>
    openPage(remote, '/admin/overview', {
      ...signedIn(),
      'GET /api/admin/licenses/summary': ok({ total: 12_345, active: 12_000 }),
      'GET /api/admin/disputes': ok([]),
      'GET /api/admin/resellers/summary': ok({ total: 2, active: 1, paymentConfigured: 1, revenue: [] }),
      'GET /api/admin/sales': ok(SALES),
      ...replies,
    });

  it('counts licenses and resellers [S2.26]', async () => {
    await open();
    const counters = within(await screen.findByLabelText('Counters'));
    await counters.findByText('12,345');
    await counters.findByText('2');
    const counted = counters
      .getAllByRole('term')
      .map((label) => [label.textContent, label.parentElement?.querySelector('dd')?.textContent]);
    expect(counted).toEqual([
      ['Total licenses', '12,345'],
      ['Active licenses', '12,000'],
      ['Resellers', '2'],
    ]);
  });

  it('draws revenue and sales of each currency beside the previous period, also in words', async () => {
    const { api } = await open();
    expect(await screen.findByText('¥15,800')).toBeTruthy();
    expect(screen.getByText('100% more than in the 30 days before (¥7,900)')).toBeTruthy();
    expect(await screen.findByRole('img', { name: /^Revenue in JPY/ })).toBeTruthy();
    const { query } = api.calls.find(({ path }) => path === '/api/admin/sales') ?? {};
    expect(Date.parse(query?.to ?? '') - Date.parse(query?.from ?? '')).toBe(29 * 86_400_000);
    expect(query?.timeZone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('labels the sales with their own period while another period loads', async () => {
    let arrive = () => {};
    const isHere = new Promise<void>((resolve) => (arrive = resolve));
    const { user } = await open({
      'GET /api/admin/sales': async ({ query }) => {
        const days = (Date.parse(query.to ?? '') - Date.parse(query.from ?? '')) / 86_400_000 + 1;
        if (days === 7) await isHere;
        return ok(SALES);
      },
    });
    const chart = await screen.findByRole('img', { name: /^Revenue in JPY in the last 30 days/ });
    const isBusy = () => chart.closest('[aria-busy]')?.getAttribute('aria-busy');
    expect(isBusy()).toBe('false');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'Last 7 days');
    await waitFor(() => expect(isBusy()).toBe('true'));
    expect(screen.getByText('100% more than in the 30 days before (¥7,900)')).toBeTruthy();
    expect(screen.getByRole('img', { name: /^Sales in JPY in the last 30 days/ })).toBeTruthy();

    arrive();
    await screen.findByText('100% more than in the 7 days before (¥7,900)');
    expect(isBusy()).toBe('false');
  });

  it('shows nothing for a period until its sales are loaded', async () => {
    let arrive = () => {};
    const isHere = new Promise<void>((resolve) => (arrive = resolve));
    let reads = 0;
    const { user } = await open({
      'GET /api/admin/sales': async () => {
        reads += 1;
        if (reads === 1) return ok([]);
        await isHere;
        return ok(SALES);
      },
    });
    await screen.findByText('No sales in this period');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Period' }), 'Last 90 days');
    await screen.findByText('Loading...');
    expect(screen.queryByText('No sales in this period')).toBeNull();

    arrive();
    await screen.findByText('100% more than in the 90 days before (¥7,900)');
  });

  it('shows sums of a billion yen and more', async () => {
    const [sales] = SALES;
    const total = { revenue: '1000000000', orders: 2 };
    await open({ 'GET /api/admin/sales': ok([{ ...sales, total }]) });
    expect(await screen.findByText('¥1,000,000,000')).toBeTruthy();
  });

  it('waits for the disputes, so that their notice moves nothing, and does without them if they cannot be read', async () => {
    let fail = () => {};
    const isAsked = new Promise<void>((resolve) => (fail = resolve));
    await open({
      'GET /api/admin/disputes': async () => {
        await isAsked;
        return failing(403, 'Forbidden');
      },
    });
    await screen.findByText('Loading...');
    expect(screen.queryByRole('combobox', { name: 'Period' })).toBeNull();
    fail();
    expect(await screen.findByRole('combobox', { name: 'Period' })).toBeTruthy();
  });

  it('shows the other counters if one fails, and recovers', async () => {
    let isDown = true;
    const { user } = await open({
      'GET /api/admin/licenses/summary': () =>
        isDown ? failing(503, 'Later.') : ok({ total: 7, active: 7 }),
    });
    await screen.findByText("We couldn't count the licenses");
    await within(screen.getByLabelText('Counters')).findByText('2');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findAllByText('7')).length).toBe(2);
  });
});
