import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { failing, ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import { aUser, signedIn } from '@leadping/test-kit/web/users';
import remote from '../src/remote.tsx';

async function openAuth(replies: Replies = {}, path = '/auth') {
  const page = await openPage(remote, path, replies);
  // The live form appears after the page, and never for a signed-in user.
  await waitFor(() => expect(document.querySelector('form') ?? location.pathname !== '/auth').toBeTruthy());
  return page;
}

async function signIn(replies: Replies) {
  const page = await openAuth(replies);
  await page.user.type(screen.getByLabelText('Username'), 'ada');
  await page.user.type(screen.getByLabelText('Password'), 'correct horse');
  await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
  return page;
}

describe('the sign-in page', () => {
  it('has fields for user name and password, and a link to reset the password [P2.03] [S2.06] [S2.08]', async () => {
    await openAuth();
    expect(screen.getByLabelText('Username').getAttribute('autocomplete')).toBe('username');
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
    const link = screen.getByRole('link', { name: /Forgot your password/ });
    expect(link.getAttribute('href')).toBe('/forgot-password');
  });

  it('shows and hides the password [S2.07]', async () => {
    const { user } = await openAuth();
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password');
  });

  it.each([
    ['', ''],
    ['ada', ''],
    ['', 'secret'],
  ])(
    'requires both fields before it sends anything: user name %j, password %j [S5.37]',
    async (username, password) => {
      const { user, toasts, api } = await openAuth();
      if (username) await user.type(screen.getByLabelText('Username'), username);
      if (password) await user.type(screen.getByLabelText('Password'), password);
      await user.click(screen.getByRole('button', { name: 'Sign in' }));
      expect(toasts).toMatchObject([{ title: 'Please fill in all required fields' }]);
      expect(api.calls.filter(({ path }) => path === '/api/login')).toEqual([]);
    },
  );

  it('greets the user by name and opens the dashboard [P8.08]', async () => {
    const { toasts, api } = await signIn({ 'POST /api/login': ok(aUser()) });
    await waitFor(() => expect(location.pathname).toBe('/admin'));
    expect(toasts).toMatchObject([{ title: 'Welcome back!', description: expect.stringContaining('ada') }]);
    expect(api.calls.find(({ path }) => path === '/api/login')?.body).toEqual({
      username: 'ada',
      password: 'correct horse',
    });
  });

  it.each([
    [401, 'Invalid username or password. Please check your credentials and try again.'],
    [500, 'Server error. Please try again in a moment.'],
    [403, 'Access denied. Please contact support if you believe this is an error.'],
  ])('explains a failure with status %i [P8.01] [P8.02] [P8.03] [P8.04]', async (status, text) => {
    const { toasts } = await signIn({ 'POST /api/login': failing(status, 'raw') });
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Login Failed', description: text }]));
  });

  it('shows the message of the server for any other failure [P8.05]', async () => {
    const { toasts } = await signIn({
      'POST /api/login': failing(429, 'Too many attempts.', 'RATE_LIMITED'),
    });
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'Login Failed', description: 'Too many attempts.' }]),
    );
  });

  it('shows the message of the browser for a network error [P8.05]', async () => {
    const { user, toasts, api } = await openAuth();
    const overHttp = globalThis.fetch;
    const failures: string[] = [];
    globalThis.fetch = (...request) =>
      overHttp(...request).catch((error: Error) => {
        failures.push(error.message);
        throw error;
      });
    await api.close();
    await user.type(screen.getByLabelText('Username'), 'ada');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(failures.at(-1)).toMatch(/\w/);
    expect(toasts).toMatchObject([{ title: 'Login Failed', description: failures.at(-1) }]);
  });
});

describe('a sign-in that another page requested', () => {
  it.each([
    ['/admin/licenses?search=ada#row', '/admin/licenses?search=ada#row'],
    ['/admin', '/admin'],
    ['/administration', '/admin'],
    ['/reseller-dashboard/orders', '/admin'],
    ['//evil.example/admin/', '/admin'],
    ['https://evil.example/admin/', '/admin'],
    [7, '/admin'],
  ])('from %s continues at %s', async (from, target) => {
    const { user } = await openAuth({ 'POST /api/login': ok(aUser()) });
    history.replaceState({ usr: { from } }, '', '/auth');
    act(() => void dispatchEvent(new PopStateEvent('popstate', { state: history.state })));
    await user.type(screen.getByLabelText('Username'), 'ada');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(location.pathname).not.toBe('/auth'));
    expect(location.href).toBe(location.origin + target);
  });
});

describe('a user who is already signed in', () => {
  it.each([['admin'], ['support']] as const)(
    'is redirected to /admin with the role %s [S2.09] [P6.06]',
    async (role) => {
      await openAuth(signedIn({ role }));
      await waitFor(() => expect(location.pathname).toBe('/admin'));
    },
  );

  it.each([['reseller'], ['other']] as const)(
    'is redirected to /reseller-dashboard with the role %s [S2.10] [P6.06] [R-late.4]',
    async (role) => {
      await openAuth(signedIn({ role }));
      await waitFor(() => expect(location.pathname).toBe('/reseller-dashboard'));
    },
  );

  it('must choose a new password first if the current one was sent by email', async () => {
    const { user, api } = await openAuth({
      ...signedIn({ mustChangePassword: true }),
      'PUT /api/user/password': ok({ message: 'Password changed' }),
    });
    await user.type(await screen.findByLabelText('Password you were sent'), 'temporary');
    await user.type(screen.getByLabelText('New password'), 'my own one');
    await user.type(screen.getByLabelText('Confirm new password'), 'my own one');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(location.pathname).toBe('/admin'));
    expect(api.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      currentPassword: 'temporary',
      newPassword: 'my own one',
    });
  });
});

describe('the registration view of the sign-in page', () => {
  async function register(replies: Replies) {
    const page = await openAuth(replies);
    await page.user.click(screen.getByRole('link', { name: 'Create account' }));
    await page.user.type(screen.getByLabelText('Username'), 'ada');
    await page.user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await page.user.type(screen.getByLabelText('Password'), 'correct horse');
    await page.user.click(screen.getByRole('button', { name: 'Create account' }));
    return page;
  }

  it('creates an account [R-late.6] [P8.09]', async () => {
    const { toasts, api } = await register({
      'POST /api/register': { status: 201, body: aUser({ role: 'other' }) },
    });
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Account created!' }]));
    expect(api.calls.find(({ path }) => path === '/api/register')?.body).toEqual({
      username: 'ada',
      email: 'ada@example.com',
      password: 'correct horse',
    });
  });

  it('shows why the registration failed [P8.06]', async () => {
    const { toasts } = await register({
      'POST /api/register': failing(409, 'This user name is taken.', 'USERNAME_TAKEN'),
    });
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Registration failed', description: 'This user name is taken.' },
      ]),
    );
  });
});
