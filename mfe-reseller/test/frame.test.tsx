import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { assertRemote } from '@leadping/contracts/remote';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ok } from '@leadping/test-kit/web/api-stub';
import remote from '../src/remote.tsx';
import { aLicense, anOrder, aReseller, callsOf, failing, openDashboard } from './reseller.ts';

const sidebar = async () => within(await screen.findByRole('complementary', { name: '' }));
const entries = async () =>
  within(await screen.findByRole('navigation', { name: 'Dashboard' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

/** Counts our own timers while replies come over real HTTP. */
const holdTimers = () =>
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance', 'Date'] });
afterEach(() => {
  jest.useRealTimers();
});

describe('the reseller dashboard', () => {
  it('is accepted by the shell as a remote, for the roles reseller and other', () => {
    expect(() => assertRemote(remote, 'mfe-reseller')).not.toThrow();
    expect(remote.routes).toMatchObject([{ path: '/reseller-dashboard/*', roles: ['reseller', 'other'] }]);
  });

  it('shows six entries and the signed-in user [S2.77] [S2.79]', async () => {
    await openDashboard('overview');
    expect(await entries()).toEqual([
      'Overview',
      'Sales Page',
      'Payment Setup',
      'License Management',
      'Orders',
      'Discount Codes',
      'Settings',
    ]);
    const user = (await sidebar()).getByRole('link', { name: 'zebra Reseller Account' });
    expect(user.textContent).toBe('ZzebraReseller Account');
  });

  it('opens the profile, which has no entry of its own, from the user in the sidebar [S2.78]', async () => {
    const { user } = await openDashboard('overview');
    await user.click((await sidebar()).getByRole('link', { name: 'zebra Reseller Account' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile Settings' })).toBeTruthy();
    expect(await entries()).toHaveLength(7);
  });

  it.each(['', 'overview', 'unknown', 'unknown/deeper'])(
    'shows the overview at the path %j [P2.37]',
    async (path) => {
      await openDashboard(path);
      expect(await screen.findByRole('heading', { level: 1, name: 'Overview' })).toBeTruthy();
      expect(location.pathname).toBe('/reseller-dashboard/overview');
    },
  );

  it('links to the support center and to the public sales page [S2.03] [S2.05]', async () => {
    await openDashboard('overview');
    const links = await sidebar();
    expect(links.getByRole('link', { name: 'Support Center' }).getAttribute('href')).toBe('/support');
    const page = await links.findByRole('link', { name: 'Your sales page' });
    expect(page.getAttribute('href')).toBe('/r/zebra-leads-a1b2c3');
  });

  it('logs out and opens the home page [S2.80] [S7.56]', async () => {
    const { user, api } = await openDashboard('overview', {
      'POST /api/logout': ok({ message: 'Logged out' }),
    });
    await user.click((await sidebar()).getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(location.pathname).toBe('/'));
    expect(callsOf(api.calls, 'POST /api/logout')).toHaveLength(1);
  });

  it('opens the home page even if the logout fails [S8.52]', async () => {
    const { user } = await openDashboard('overview', { 'POST /api/logout': failing(503, 'Away') });
    await user.click((await sidebar()).getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(location.pathname).toBe('/'));
  });

  it('requests orders and licenses only after the reseller is loaded [S7.53]', async () => {
    let arrive = () => {};
    const loaded = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { api, user } = await openDashboard('overview', {
      'GET /api/resellers/me': async () => {
        await loaded;
        return ok(aReseller());
      },
    });
    await waitFor(() => expect(callsOf(api.calls, 'GET /api/resellers/me')).toHaveLength(1));
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'ada');
    await screen.findByText(/^Nothing/);
    expect(callsOf(api.calls, 'GET /api/resellers/orders')).toEqual([]);
    expect(callsOf(api.calls, 'GET /api/resellers/licenses')).toEqual([]);
    await user.keyboard('{Escape}');
    arrive();
    // The palette, which may be open for a moment yet, searches them as well.
    await waitFor(() => expect(callsOf(api.calls, 'GET /api/resellers/orders')).not.toEqual([]));
    await waitFor(() => expect(callsOf(api.calls, 'GET /api/resellers/licenses')).not.toEqual([]));
  });

  it('shows an error and can be retried if the account cannot be read', async () => {
    let isAway = true;
    const { user } = await openDashboard('overview', {
      'GET /api/resellers/me': () => (isAway ? failing(503, 'Away for a moment') : ok(aReseller())),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Away for a moment');
    expect(screen.getByRole('heading', { level: 1, name: 'Overview' })).toBeTruthy();
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No orders yet');
    expect(screen.getByRole('heading', { level: 1, name: 'Overview' })).toBeTruthy();
  });

  it('shows the profile even if the account cannot be read, and keeps typed text once it can be read', async () => {
    let isAway = true;
    const { user, queryClient } = await openDashboard('profile', {
      'GET /api/resellers/me': () => (isAway ? failing(503, 'Away') : ok(aReseller())),
    });
    const email = await screen.findByRole<HTMLInputElement>('textbox', { name: /Email/ });
    await user.type(email, 'x');
    expect((await sidebar()).queryByRole('link', { name: 'Your sales page' })).toBeNull();
    // A call that is still under way would be waited for instead of made again.
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    isAway = false;
    await act(() => queryClient.refetchQueries());
    expect(await (await sidebar()).findByRole('link', { name: 'Your sales page' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Email/ }).value).toBe(email.value);
    expect(email.isConnected && email.value.endsWith('x')).toBe(true);
  });

  it('shows that the account is inactive', async () => {
    await openDashboard('overview', {}, { isActive: false });
    const banner = await screen.findByRole('complementary', { name: 'Account status' });
    expect(banner.textContent).toContain('Your account is inactive.');
  });

  it('finds pages, orders and licenses by keyboard', async () => {
    const license = aLicense({ email: 'ada@example.com' });
    const order = anOrder({ customerEmail: 'ada@example.org' });
    const { user } = await openDashboard('overview', {
      'GET /api/resellers/licenses': ({ query }) => ok(query.search === 'ada@' ? [license] : []),
      'GET /api/resellers/orders': ({ query }) => ok(query.search === 'ada@' ? [order] : []),
    });
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
    await user.keyboard('{Control>}k{/Control}');
    const box = await screen.findByRole('combobox', { name: 'Search pages and records' });
    await user.type(box, 'ord');
    const results = within(screen.getByRole('listbox', { name: 'Results' }));
    expect(results.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Orders']);
    await user.clear(box);
    await user.type(box, 'ada@');
    const found = await screen.findByRole('option', { name: /ada@example\.org.*€129\.50, completed/ });
    expect(found.getAttribute('aria-selected')).toBe('true');
    await user.type(box, '{ArrowDown}{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'License Management' })).toBeTruthy();
    expect(new URLSearchParams(location.search).get('search')).toBe(license.licenseKey);
  });
});

describe('a session that has ended', () => {
  it('is reported only once, and opens the sign-in page with the current address', async () => {
    const ended = failing(401, 'Unauthorized', 'UNAUTHENTICATED');
    const { toasts } = await openDashboard('orders?status=failed', {
      'GET /api/resellers/orders': ended,
      'GET /api/resellers/orders/summary': ended,
    });
    await waitFor(() => expect(location.pathname).toBe('/auth'));
    expect(history.state).toMatchObject({ usr: { from: '/reseller-dashboard/orders?status=failed' } });
    expect(toasts).toEqual([
      {
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
        tone: 'destructive',
      },
    ]);
  });

  it('does not open the sign-in page if the user signs out first', async () => {
    const { toasts, queryClient } = await openDashboard('overview', {
      'POST /api/logout': ok({ message: 'Signed out' }),
      'GET /api/resellers/payment-health': failing(401, 'Unauthorized', 'UNAUTHENTICATED'),
    });
    const logout = await screen.findByRole('button', { name: 'Logout' });
    holdTimers();
    await act(() => queryClient.prefetchQuery({ queryKey: ['/api/resellers/payment-health'] }));
    expect(toasts).toMatchObject([{ title: 'Unauthorized' }]);
    await act(async () => logout.click());
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Logged out' }));
    await act(() => jest.advanceTimersByTimeAsync(500));
    expect(location.pathname).toBe('/');
  });
});

describe('a user who cannot use the dashboard', () => {
  it('sees a link to the reseller program if there is no reseller account [R-accounts.18] [R-late.4]', async () => {
    const { api } = await openDashboard('', {}, {}, { role: 'other', resellerId: null });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'You have no reseller account yet' }),
    ).toBeTruthy();
    expect(callsOf(api.calls, 'GET /api/resellers/me')).toEqual([]);
    const skip = screen.getByRole('link', { name: 'Skip to content' });
    expect(document.querySelector(skip.getAttribute('href') ?? 'none')).toBe(screen.getByRole('main'));
    expect(screen.getByRole('link', { name: 'See the reseller program' }).getAttribute('href')).toBe(
      '/reseller-program',
    );
  });

  it('sees that there is no reseller account if the reseller was deleted', async () => {
    await openDashboard('orders', { 'GET /api/resellers/me': failing(404, 'Not found', 'NOT_FOUND') });
    expect(await screen.findByText('You have no reseller account yet')).toBeTruthy();
  });

  it.each([
    {
      task: 'is sent to the sign-in page first if the password is temporary',
      user: { mustChangePassword: true },
    },
    {
      task: 'is sent to the sign-in page first if a second factor must be set up',
      user: { mustSetUpSecondFactor: true },
    },
  ] as const)('$task', async ({ user }) => {
    const { api } = await openDashboard('overview', {}, {}, user);
    await waitFor(() => expect(location.pathname).toBe('/auth'));
    expect(callsOf(api.calls, 'GET /api/resellers/me')).toEqual([]);
  });
});
