import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Role } from '@leadping/contracts/actor';
import { BRAND } from '@leadping/contracts/brand';
import type { ContributedView } from '@leadping/contracts/remote';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Gate } from '../../shell/src/access/gate.tsx';
import { ok } from '@leadping/test-kit/web/api-stub';
import { openPage, openPart } from '@leadping/test-kit/web/open-page';
import { tabsOf } from '../src/features/dashboard/tabs.ts';
import remote from '../src/remote.tsx';
import { ROUTES } from '../src/route-table.ts';
import { aUser, failing, signedIn } from './people.ts';

const ADMIN_ROUTE = ROUTES.find(({ path }) => path === '/admin/*');
const gate = (
  <Gate roles={ADMIN_ROUTE && 'roles' in ADMIN_ROUTE ? ADMIN_ROUTE.roles : []} page="the dashboard" />
);

/** What another remote contributes. */
const desk: ContributedView<ComponentType> = {
  slug: 'tickets',
  label: 'Support Tickets',
  roles: ['admin', 'support'],
  view: () => <h1>The desk</h1>,
};

const withDesk = [
  'Overview',
  'Orders',
  'Discount Codes',
  'Settings',
  'License Management',
  'Reseller Management',
  'Chrome Extension Selectors',
  'Support Tickets',
  'System Logs',
  'QA Testing',
  'Failures',
  'Audit Log',
  'Privacy',
  'Releases',
  'Profile',
];
const withoutDesk = withDesk.filter((label) => label !== 'Support Tickets');

/** Fakes only our own timers, because replies come over real HTTP. */
const holdTimers = () =>
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance', 'Date'] });
afterEach(() => {
  jest.useRealTimers();
});

/** Expects the redirect after exactly 500 ms. */
async function leavesAfterHalfASecond() {
  const before = location.pathname;
  await act(() => jest.advanceTimersByTimeAsync(499));
  expect(location.pathname).toBe(before);
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(location.pathname).toBe('/auth');
}

describe('access to the dashboard', () => {
  it('is checked first, while "Loading..." is shown [S2.19] [P2.34]', async () => {
    await openPart(gate, { 'GET /api/user': () => new Promise(() => undefined) });
    const loading = screen.getByText('Loading...');
    expect(loading.parentElement?.querySelector('svg[class*=rings]')).toBeTruthy();
    expect(loading.parentElement?.getAttribute('aria-live')).toBe('polite');
    expect(screen.queryByText('the dashboard')).toBeNull();
  });

  it('redirects a visitor to the sign-in page after half a second [S2.20] [S2.21] [R-late.2] [P2.36]', async () => {
    holdTimers();
    await openPart(gate);
    await screen.findByText('Redirecting to login...');
    await leavesAfterHalfASecond();
  });

  it.each([['reseller'], ['other']] as const)('is denied to the role %s [S2.22]', async (role) => {
    await openPart(gate, signedIn({ role }));
    await screen.findByText('Access denied');
    expect(screen.queryByText('the dashboard')).toBeNull();
  });

  it.each([['admin'], ['support']] as const)('is granted to the role %s [P2.35]', async (role) => {
    await openPart(gate, signedIn({ role }));
    await screen.findByText('the dashboard');
  });
});

describe('the frame of the dashboard', () => {
  it('greets the user, and links to the support center [S2.24] [S2.02]', async () => {
    await openPage(remote, '/admin/profile', signedIn());
    const sidebar = await screen.findByRole('complementary');
    await within(sidebar).findByText('Welcome back, ada');
    expect(screen.getByRole('link', { name: 'Support Center' }).getAttribute('href')).toBe('/support');
  });

  it('shows that it is logging out, and then opens the home page [S2.25]', async () => {
    let answer: (reply: ReturnType<typeof ok>) => void = () => undefined;
    const { user } = await openPage(remote, '/admin/profile', {
      ...signedIn(),
      'POST /api/logout': () => new Promise((resolve) => (answer = resolve)),
    });
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await screen.findByRole('button', { name: 'Logging out...' });
    await waitFor(() => {
      answer(ok({ message: 'Logged out' }));
      expect(location.pathname).toBe('/');
    });
  });

  const open = (path: string, role: Role, views = { admin: [desk] }) =>
    openPage(remote, path, signedIn({ role }), views);
  const labels = async () => {
    const tabs = await screen.findByRole('navigation', { name: 'Dashboard' });
    return within(tabs)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  };

  it('has the specified tabs, with the tabs of other remotes among its own [S2.23]', async () => {
    const other = { ...desk, slug: 'weather', label: 'Weather' };
    await open('/admin/tickets', 'admin', { admin: [other, desk] });
    await screen.findByText('The desk');
    expect(await labels()).toEqual([...withDesk, 'Weather']);
    expect(document.title).toBe(`Support Tickets: ${BRAND.name}`);
  });

  it('keeps its own tab if another remote has a tab with the same slug', async () => {
    const second = { ...desk, slug: 'profile', label: 'Profile, improved' };
    await open('/admin/profile', 'admin', { admin: [second] });
    expect(await labels()).toEqual(withoutDesk);
    await screen.findByRole('heading', { name: 'Profile' });
  });

  it('works without views of other remotes, also in a shell that does not support them', async () => {
    await open('/admin', 'admin', { admin: [] });
    expect(await labels()).toEqual(withoutDesk);
    expect(tabsOf('admin', {}).map(({ label }) => label)).toEqual(withoutDesk);
  });

  it('opens the ticket desk for support staff, with no other tab than their profile [R-accounts.20] [R-late.3]', async () => {
    await open('/admin', 'support');
    await waitFor(() => expect(location.pathname).toBe('/admin/tickets'));
    expect(await labels()).toEqual(['Support Tickets', 'Profile']);
  });

  it('does not show releases to support staff [R-accounts.20]', async () => {
    await open('/admin/releases', 'support');
    await waitFor(() => expect(location.pathname).toBe('/admin/tickets'));
    await screen.findByText('The desk');
  });

  it('shows a view only to the roles that it names', async () => {
    await open('/admin/tickets', 'support', { admin: [{ ...desk, roles: ['admin'] as const }] });
    await waitFor(() => expect(location.pathname).toBe('/admin/profile'));
    expect(await labels()).toEqual(['Profile']);
  });

  it.each([
    ['a user with a temporary password', aUser({ mustChangePassword: true })],
    ['a user who must set up a second factor', aUser({ mustSetUpSecondFactor: true })],
  ])('sends %s to the sign-in page', async (_who, user) => {
    await openPage(remote, '/admin/profile', { 'GET /api/user': ok(user) });
    await waitFor(() => expect(location.pathname).toBe('/auth'));
    expect(history.state).toMatchObject({ usr: { from: '/admin/profile' } });
  });
});

describe('the profile', () => {
  it('saves email, first name and last name [S2.75] [S8.33]', async () => {
    const saved = aUser({ firstName: 'Augusta' });
    const { user, api, toasts } = await openPage(remote, '/admin/profile', {
      ...signedIn(),
      'PUT /api/user/profile': ok(saved),
    });
    for (const [label, text] of [
      [/^Email/, 'augusta@example.com'],
      [/^First name/, 'Augusta'],
      [/^Last name/, 'King'],
    ] as const) {
      const field = await screen.findByLabelText(label);
      await user.clear(field);
      await user.type(field, text);
    }
    await user.click(screen.getByRole('button', { name: 'Save profile' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Profile updated successfully' }]));
    expect(api.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      email: 'augusta@example.com',
      firstName: 'Augusta',
      lastName: 'King',
    });
  });

  it('shows why it could not be saved [S8.09]', async () => {
    const { user, toasts } = await openPage(remote, '/admin/profile', {
      ...signedIn(),
      'PUT /api/user/profile': failing(409, 'This email is taken.', 'CONFLICT'),
    });
    await user.click(await screen.findByRole('button', { name: 'Save profile' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Failed to update profile', description: 'This email is taken.' },
      ]),
    );
  });

  it('reports that the session has ended, then opens the sign-in page [S8.01] [S8.03] [R-late.1]', async () => {
    const { toasts } = await openPage(remote, '/admin/profile', {
      ...signedIn(),
      'PUT /api/user/profile': failing(401, 'Whatever it says', 'UNAUTHENTICATED'),
    });
    const save = await screen.findByRole('button', { name: 'Save profile' });
    holdTimers();
    await act(async () => save.click());
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Unauthorized', description: 'You are logged out. Logging in again...' },
      ]),
    );
    await leavesAfterHalfASecond();
  });

  it('stays open if an error message mentions "401: Unauthorized" but the status is 500 [R-late.1]', async () => {
    const { toasts } = await openPage(remote, '/admin/profile', {
      ...signedIn(),
      'PUT /api/user/profile': failing(500, '401: Unauthorized'),
    });
    const save = await screen.findByRole('button', { name: 'Save profile' });
    holdTimers();
    await act(async () => save.click());
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Failed to update profile' }]));
    await act(() => jest.advanceTimersByTimeAsync(500));
    expect(location.pathname).toBe('/admin/profile');
  });
});

describe('a change of password', () => {
  async function change(current: string, next: string, confirmation: string, reply = ok({ message: 'ok' })) {
    const page = await openPage(remote, '/admin/profile', { ...signedIn(), 'PUT /api/user/password': reply });
    if (current) await page.user.type(await screen.findByLabelText('Current password'), current);
    if (next) await page.user.type(await screen.findByLabelText('New password'), next);
    if (confirmation)
      await page.user.type(await screen.findByLabelText('Confirm new password'), confirmation);
    await page.user.click(await screen.findByRole('button', { name: 'Change password' }));
    return page;
  }

  it('sends the current and the new password, and shows a confirmation [S2.76] [S8.34]', async () => {
    const { api, toasts } = await change('old one', 'my new one', 'my new one');
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Password changed successfully' }]));
    expect(api.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      currentPassword: 'old one',
      newPassword: 'my new one',
    });
  });

  it.each([
    ['', 'my new one', 'my new one'],
    ['old one', '', 'my new one'],
    ['old one', 'my new one', ''],
  ])(
    'requires all three fields: current %j, new %j, confirmation %j [S5.05]',
    async (current, next, confirmation) => {
      const { api, toasts } = await change(current, next, confirmation);
      expect(toasts).toHaveLength(1);
      expect(api.calls.filter(({ method }) => method === 'PUT')).toEqual([]);
    },
  );

  it('requires the same new password twice [S5.06]', async () => {
    const { toasts } = await change('old one', 'my new one', 'another one');
    expect(toasts).toMatchObject([{ title: "Passwords don't match" }]);
  });

  it('rates the length of the new password [R-accounts.7]', async () => {
    await change('', '1234567', '');
    expect(screen.getByText('Long enough. 8 or more characters are harder to guess.')).toBeTruthy();
  });

  it('shows an error if the server refuses it [S8.10]', async () => {
    const refused = failing(400, 'The current password is wrong.', 'CURRENT_PASSWORD_WRONG');
    const { toasts } = await change('old one', 'my new one', 'my new one', refused);
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Failed to change password' }]));
  });

  it('leads to the sign-in page once the session has ended [S8.01]', async () => {
    const ended = failing(401, 'Any', 'UNAUTHENTICATED');
    const { toasts } = await change('old one', 'my new one', 'my new one', ended);
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Unauthorized', description: 'You are logged out. Logging in again...' },
      ]),
    );
    await waitFor(() => expect(location.pathname).toBe('/auth'));
  });
});
