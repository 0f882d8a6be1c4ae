import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { failing, ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import remote from '../src/remote.tsx';

async function askForLink(replies: Replies) {
  const page = await openPage(remote, '/forgot-password', replies);
  await page.user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await page.user.click(screen.getByRole('button', { name: 'Send the link' }));
  return page;
}

async function setPassword(password: string, confirmation: string, replies: Replies = {}) {
  const page = await openPage(remote, '/reset-password?token=abc', replies);
  if (password) await page.user.type(screen.getByLabelText('New password'), password);
  if (confirmation) await page.user.type(screen.getByLabelText('Confirm new password'), confirmation);
  await page.user.click(screen.getByRole('button', { name: 'Set password' }));
  return page;
}

describe('the forgot-password form', () => {
  it('sends the email address, then shows the reply in place of the form [P2.04] [S2.12] [S2.13]', async () => {
    const { api } = await askForLink({
      'POST /api/auth/forgot-password': ok({ message: 'Mail is on its way.' }),
    });
    expect((await screen.findByRole('status')).textContent).toBe('Mail is on its way.');
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({ email: 'ada@example.com' });
  });

  it.each([
    ['Try again later.', 'Try again later.'],
    ['', 'Failed to send reset email'],
  ])(
    'shows the error message of the server, or a default if it is empty: %j [S2.14] [S8.53]',
    async (message, text) => {
      await askForLink({ 'POST /api/auth/forgot-password': failing(429, message) });
      expect((await screen.findByRole('alert')).textContent).toBe(text);
    },
  );

  it('reports a network failure [S8.55]', async () => {
    const { api, user } = await openPage(remote, '/forgot-password');
    await api.close();
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Network error. Please try again.');
  });
});

describe('the reset-password form', () => {
  it('sends the token of the URL with the password that was typed twice, then shows the reply in place of the form [P2.05] [S2.01] [S2.15] [S2.17]', async () => {
    const { api } = await setPassword('my own one', 'my own one', {
      'POST /api/auth/reset-password': ok({ message: 'Your password is set.' }),
    });
    expect((await screen.findByText('Your password is set.')).tagName).toBe('OUTPUT');
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      token: 'abc',
      newPassword: 'my own one',
    });
  });

  it('reports an invalid link if the URL has no token [S2.16] [S8.56]', async () => {
    await openPage(remote, '/reset-password');
    expect(screen.getByRole('alert').textContent).toBe(
      'Invalid reset link. Please request a new password reset.',
    );
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  it.each([
    ['my own one', 'another', 'Passwords do not match'],
    ['short', 'short', 'Password must be at least 6 characters long'],
  ])(
    'rejects %j with the confirmation %j before it sends anything [S5.34] [S5.35]',
    async (password, confirmation, text) => {
      const { api } = await setPassword(password, confirmation);
      await screen.findByText(text);
      const marked = screen.getByLabelText(
        password === confirmation ? 'New password' : 'Confirm new password',
      );
      expect(marked.getAttribute('aria-invalid')).toBe('true');
      expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    },
  );

  it.each([
    ['This link was used already.', 'This link was used already.'],
    ['', 'Failed to reset password'],
  ])(
    'shows the error message of the server, or a default if it is empty: %j [S2.18] [S8.54]',
    async (message, text) => {
      await setPassword('my own one', 'my own one', {
        'POST /api/auth/reset-password': failing(400, message, 'RESET_LINK_INVALID'),
      });
      expect((await screen.findByRole('alert')).textContent).toBe(text);
    },
  );

  it('reports a network failure [S8.55]', async () => {
    const { api, user } = await openPage(remote, '/reset-password?token=abc');
    await api.close();
    await user.type(screen.getByLabelText('New password'), 'my own one');
    await user.type(screen.getByLabelText('Confirm new password'), 'my own one');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Network error. Please try again.');
  });

  it.each([
    ['', 'At least 6 characters; 8 or more are better.'],
    ['12345', 'Too short: at least 6 characters.'],
    ['123456', 'Long enough. 8 or more characters are harder to guess.'],
    ['12345678', 'A good length.'],
  ])('rates the length of the password while it is typed: %j [R-accounts.7]', async (password, text) => {
    const { user } = await openPage(remote, '/reset-password?token=abc');
    if (password) await user.type(screen.getByLabelText('New password'), password);
    expect(screen.getByRole('status').textContent).toBe(text);
  });
});
