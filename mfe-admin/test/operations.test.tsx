import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { QaResult } from '@leadping/contracts/support/qa-routes';
import { act, screen, waitFor, within } from '@testing-library/react';
import { offContract, ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { fakeIntervals } from '@leadping/test-kit/web/fake-intervals';
import { until } from '@leadping/test-kit/until';
import { openPage } from '@leadping/test-kit/web/open-page';
import { successRate } from '../src/features/qa/report.ts';
import remote from '../src/remote.tsx';
import { failing, signedIn } from './people.ts';

afterEach(() => {
  jest.useRealTimers();
});

describe('the system logs', () => {
  const LOGS = [
    ['1', 'error', 'stripe', 'Payment failed', { traceId: 'abc123' }],
    ['2', 'info', 'email', 'Mail sent', { traceId: 'def456' }],
  ].map(([id, level, category, message, data]) => ({
    id,
    level,
    category,
    message,
    data,
    createdAt: '2026-11-01T10:00:00.000Z',
  }));
  const LIST = 'GET /api/admin/system-logs';
  const open = (replies: Replies = {}) =>
    openPage(remote, '/admin/logs', { ...signedIn(), [LIST]: ok(LOGS), ...replies });
  type Page = Awaited<ReturnType<typeof open>>;
  const reads = ({ api }: Page) => api.calls.filter(({ method, path }) => `${method} ${path}` === LIST);

  it('are listed, errors in their own style [S9.05]', async () => {
    await open();
    await screen.findByText('Payment failed');
    expect(screen.getByText('error').getAttribute('data-tone')).toBe('danger');
    expect(screen.getByText('info').getAttribute('data-tone')).toBe('neutral');
  });

  it('show labels, the next step, a link to the order, and full ids that can be copied', async () => {
    const orderId = '6a0f1c2d3e4f5a6b7c8d9e0f';
    const data = {
      orderId,
      username: 'ann',
      expectedAbove: 3,
      resellerId: null,
      nextStep: 'Ask the buyer for another email address.',
    };
    await open({ [LIST]: ok([{ ...LOGS[0], data }]) });
    await screen.findByText('Ask the buyer for another email address.');
    const names = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(names).toEqual(['Order', 'User', 'Expected above']);
    expect(screen.getByRole('link', { name: orderId }).getAttribute('href')).toBe(
      `/admin/orders?order=${orderId}`,
    );
    expect(screen.getByRole('button', { name: 'Copy order ID' })).toBeTruthy();
  });

  it('are filtered by category and read again every five seconds [S2.70] [S7.03] [S9.04]', async () => {
    // Only the timer that logs are read by.
    fakeIntervals();
    const page = await open();
    await screen.findByText('Payment failed');
    const filter = screen.getByRole('combobox', { name: 'Category' });
    expect([...filter.querySelectorAll('option')].map(({ value }) => value)).toEqual([
      'all',
      'webhook',
      'stripe',
      'email',
      'license',
      'auth',
      // Of pages and releases: decision 24.
      'client',
    ]);
    await page.user.selectOptions(filter, 'stripe');
    const of = () => reads(page).filter(({ query }) => query.category === 'stripe');
    const isIdle = () => page.queryClient.isFetching() === 0;
    await act(() => until(() => of().length === 1 && isIdle()));
    await act(() => jest.advanceTimersByTimeAsync(4999));
    expect(isIdle()).toBe(true);
    expect(of().length).toBe(1);
    await act(() => jest.advanceTimersByTimeAsync(1));
    await act(() => until(() => of().length === 2));
    expect(of()[0]?.query).toEqual({ category: 'stripe', limit: '200' });
  });

  it('are not reported as missing before they are loaded', async () => {
    let arrive = () => {};
    const isHere = new Promise<void>((resolve) => (arrive = resolve));
    const page = await open({
      [LIST]: async ({ query }) => {
        if (query.category !== 'email') return ok([]);
        await isHere;
        return ok(LOGS.slice(1));
      },
    });
    await screen.findByText('No logs yet');
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'email');
    await waitFor(() => expect(reads(page).at(-1)?.query.category).toBe('email'));
    expect(screen.queryByText('No logs match these filters')).toBeNull();
    expect(document.querySelector('.ant-skeleton')).toBeTruthy();

    arrive();
    await screen.findByText('Mail sent');
    expect(document.querySelector('.ant-skeleton')).toBeNull();
  });

  it('are filtered by a trace when the trace is pressed', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'abc123' }));
    await waitFor(() => expect(screen.queryByText('Mail sent')).toBeNull());
    expect(screen.getByText('Payment failed')).toBeTruthy();
  });

  it('are found regardless of case and Unicode composition', async () => {
    const named = { ...LOGS[0]!, id: '4', message: 'Mail sent to José'.normalize('NFC'), data: {} };
    const { user } = await open({ [LIST]: ok([named, { ...LOGS[0]!, message: 'Another line' }]) });
    await screen.findByText('Another line');
    await user.type(screen.getByRole('searchbox', { name: 'Filter by trace ID' }), 'JOSÉ'.normalize('NFD'));
    await waitFor(() => expect(screen.queryByText('Another line')).toBeNull());
    expect(screen.getByText(named.message)).toBeTruthy();
  });

  it('of one trace are read from the server regardless of their age, with the trace in the address', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const old = { ...LOGS[0]!, id: '3', message: 'An older line', data: { traceId } };
    const newest = { ...LOGS[0]!, data: { traceId } };
    const { user, api } = await open({
      [LIST]: ({ query }) => ok(query.traceId === traceId ? [newest, old] : [newest]),
    });
    await user.click(await screen.findByRole('button', { name: traceId }));
    await screen.findByText('An older line');
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter by trace ID' });
    expect(box.value).toBe(traceId);

    await user.clear(box);
    await waitFor(() => expect(screen.queryByText('An older line')).toBeNull());
    // An order's ID is no trace: it is looked for on the page.
    await user.type(box, 'order-1');
    await screen.findByText('No logs match these filters');
    expect(screen.getByText(/^Only the newest 200 entries are searched for this/)).toBeTruthy();
    const traces = api.calls
      .filter(({ path }) => path === '/api/admin/system-logs')
      .map((call) => call.query);
    expect(new Set(traces.map((query) => query.traceId))).toEqual(new Set([undefined, traceId]));
  });

  it('are deleted after a confirmation if they are older than seven days [S2.71] [S7.05] [S8.37]', async () => {
    const page = await open({ 'DELETE /api/admin/system-logs': ok({ message: 'ok', deleted: 3 }) });
    await page.user.click(await screen.findByRole('button', { name: 'Clear old logs' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'Clear old logs' }));
    await waitFor(() => expect(page.toasts).toMatchObject([{ title: 'Logs cleared successfully' }]));
    expect(page.api.calls.find(({ method }) => method === 'DELETE')?.body).toEqual({ days: 7 });
  });

  it('keep the confirmation open if clearing failed', async () => {
    const page = await open({ 'DELETE /api/admin/system-logs': failing(503, 'Try again.') });
    await page.user.click(await screen.findByRole('button', { name: 'Clear old logs' }));
    const dialog = within(await screen.findByRole('dialog'));
    for (const failures of [1, 2]) {
      await page.user.click(await dialog.findByRole('button', { name: 'Clear old logs' }));
      await waitFor(() => expect(page.toasts).toHaveLength(failures));
    }
  });
});

describe('the QA test page', () => {
  const RUN = 'POST /api/admin/run-comprehensive-tests';
  const result = (name: string, category: string, status = 'PASSED') =>
    ({ name, category, status, details: `${name} details`, duration: 12 }) as QaResult;
  const RESULTS = [
    result('Answers', 'Health'),
    result('Refuses', 'Auth', 'FAILED'),
    result('Reads', 'Health'),
  ];
  const REPORT = { success: false, results: RESULTS, passed: 2, failed: 1, total: 3 };

  const PROGRESS = 'GET /api/admin/qa-progress';
  const IDLE = ok({ isRunning: false, total: 0, results: [] });

  async function run(reply: Replies[string], progress: Replies[string] = IDLE) {
    const page = await openPage(remote, '/admin/qa-testing', {
      ...signedIn(),
      [PROGRESS]: progress,
      [RUN]: reply,
    });
    const start = await screen.findByRole('button', { name: 'Run all tests' });
    await screen.findByText('No tests have run yet');
    expect(screen.queryByText('%', { exact: false })).toBeNull();
    await page.user.click(start);
    return page;
  }

  it('shows a notice during a run, then results by category and the success rate [S2.72] [S2.73] [S2.74] [S4.11] [S4.13]', async () => {
    let reply: (value: ReturnType<typeof ok>) => void = () => undefined;
    await run(() => new Promise((resolve) => (reply = resolve)));
    await screen.findByText('Running tests');
    await waitFor(() => {
      reply(ok(REPORT));
      expect(screen.getByText('67%')).toBeTruthy();
    });
    const health = within(screen.getByRole('region', { name: 'Health' }));
    expect(health.getAllByText('PASSED')).toHaveLength(2);
    expect(within(screen.getByRole('region', { name: 'Auth' })).getByText('FAILED')).toBeTruthy();
    expect(screen.getByText('Test execution completed: 2 of 3 passed')).toBeTruthy();
  });

  it('shows progress during a run, refreshed every second, or else only the elapsed seconds', async () => {
    let ended = 0;
    let isStarted = false;
    let isAway = false;
    const { api } = await run(
      () => {
        isStarted = true;
        return new Promise(() => undefined);
      },
      () => {
        if (isAway) return failing(503, 'Later.');
        if (!isStarted) return IDLE;
        return ok({ isRunning: true, total: 3, results: RESULTS.slice(0, (ended += 1)) });
      },
    );
    await screen.findByText(/^1 of 3 tests/);
    expect(screen.getByRole('region', { name: 'Health' }).textContent).toContain('1 of 1 passed');
    await screen.findByText(/^2 of 3 tests/, {}, { timeout: 5000 });
    expect(within(screen.getByRole('region', { name: 'Auth' })).getByText('FAILED')).toBeTruthy();
    expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(2);
    isAway = true;
    const reads = () => api.calls.filter(({ path }) => path === '/api/admin/qa-progress').length;
    const before = reads();
    await waitFor(() => expect(reads()).toBeGreaterThan(before), { timeout: 5000 });
    expect(screen.getByText('Running tests')).toBeTruthy();
  });

  it('continues a run while another page is open, and shows the report when the user returns', async () => {
    let reply: (value: ReturnType<typeof ok>) => void = () => undefined;
    const replied = new Promise<ReturnType<typeof ok>>((resolve) => (reply = resolve));
    const { user, queryClient } = await run(() => replied);
    const leave = async () => {
      await user.click(screen.getByRole('link', { name: 'Audit Log' }));
      await screen.findByRole('heading', { level: 1, name: 'Audit Log' });
    };
    const comeBack = async () => {
      await user.click(screen.getByRole('link', { name: 'QA Testing' }));
      await screen.findByRole('heading', { level: 1, name: 'QA Testing' });
    };
    await screen.findByText('Running tests');
    await leave();
    await comeBack();
    expect(screen.getByText('Running tests')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run all tests' }).disabled).toBe(true);
    await leave();
    reply(ok(REPORT));
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    await comeBack();
    expect(screen.getByText('67%')).toBeTruthy();
  });

  it('lists the categories with failures first', async () => {
    await run(ok(REPORT));
    const auth = await screen.findByRole('region', { name: 'Auth' });
    const health = screen.getByRole('region', { name: 'Health' });
    expect(auth.compareDocumentPosition(health)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(auth.textContent).toContain('0 of 1 passed');
  });

  it('shows why a run failed, and links to the system logs', async () => {
    await run(failing(502, 'The support service did not reply.', 'UPSTREAM_FAILED'));
    await screen.findByText('Test execution failed');
    const alert = within(screen.getByRole('alert'));
    expect(alert.getByText('The support service did not reply.')).toBeTruthy();
    expect(alert.getByRole('link', { name: 'System Logs' }).getAttribute('href')).toBe('/admin/logs');
  });

  const aRun = (seen: number) => ok({ isRunning: true, total: 3, results: RESULTS.slice(0, seen) });
  const openRunning = async (progress: Replies[string]) => {
    const page = await openPage(remote, '/admin/qa-testing', { ...signedIn(), [PROGRESS]: progress });
    await screen.findByText('A test run is in progress');
    return page;
  };

  it('shows a run in progress, during which no other run can be started', async () => {
    let now = aRun(1);
    await openRunning(() => now);
    await screen.findByText('1 of 3 tests');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run all tests' }).disabled).toBe(true);
    now = aRun(2);
    await screen.findByText('2 of 3 tests');
    now = IDLE;
    await screen.findByText(/^The test run has ended. This page saw 2 of its 3 results/);
    expect(within(screen.getByRole('region', { name: 'Auth' })).getByText('FAILED')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Run all tests' }).disabled).toBe(false);
  });

  it('shows the report of a run in progress if the page saw all of its results', async () => {
    let now = aRun(3);
    await openRunning(() => now);
    await screen.findByText('3 of 3 tests');
    now = IDLE;
    await screen.findByText('67%');
    expect(screen.getByText('Test execution completed: 2 of 3 passed')).toBeTruthy();
  });

  it('shows the run in progress if a new one is refused because of it', async () => {
    let isRunning = false;
    const { toasts } = await run(
      () => {
        isRunning = true;
        return failing(409, 'A run is going on.', 'CONFLICT');
      },
      () => (isRunning ? aRun(1) : IDLE),
    );
    await screen.findByText('A test run is in progress');
    expect(toasts).toMatchObject([{ description: 'A run is going on.' }]);
    await screen.findByText('1 of 3 tests');
  });

  it('shows the progress of a run if a proxy replied with its own page', async () => {
    let isRunning = false;
    const { toasts } = await run(
      () => {
        isRunning = true;
        return offContract('a page of a proxy', 'Bad gateway');
      },
      () => (isRunning ? aRun(2) : IDLE),
    );
    await screen.findByText('A test run is in progress');
    expect(toasts).toMatchObject([{ title: 'Test Results Error' }]);
    await screen.findByText('2 of 3 tests');
  });

  it.each([
    [2, 3, 67],
    [1, 3, 33],
    [0, 0, 0],
    [5, 5, 100],
  ])('computes the success rate of %i passed out of %i as %i percent [S4.13]', (passed, total, percent) => {
    expect(successRate({ passed, total })).toBe(percent);
  });

  it('shows an error if the tests cannot run [S8.21] [S8.23] [S4.11]', async () => {
    const { toasts } = await run(failing(409, 'A run is going on.', 'CONFLICT'));
    await screen.findByText('Test execution failed');
    expect(toasts).toMatchObject([{ title: 'Test Execution Error', description: 'A run is going on.' }]);
  });

  it.each([
    ['missing', { success: true }],
    ['null', { ...REPORT, results: [null] }],
    ['of an unknown category', { ...REPORT, results: [{ ...REPORT.results[0], category: 'Gossip' }] }],
    ['plain text', 'Bad gateway'],
  ])('shows an error if the results are %s [S8.22]', async (why, body) => {
    const { toasts } = await run(offContract(`results that are ${why}`, body));
    await screen.findByText('Test execution failed');
    expect(toasts).toMatchObject([
      {
        title: 'Test Results Error',
        description: 'Tests ran but results could not be displayed properly',
      },
    ]);
  });
});
