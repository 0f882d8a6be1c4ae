import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { failing, ok } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import { aUser, signedIn } from '@leadping/test-kit/web/users';
import remote from '../src/remote.tsx';

const PATH = '/verify-email?token=abc';
const CALL = 'POST /api/user/verify-email';
const confirmButton = () => screen.findByRole('button', { name: 'Confirm email address' });

describe('the page of a verification link', () => {
  it('confirms the address when the button is pressed, not when the page is opened', async () => {
    const { api, user } = await openPage(remote, PATH, {
      ...signedIn({ role: 'other', emailVerified: false }),
      [CALL]: ok(aUser({ role: 'other' })),
    });
    const button = await confirmButton();
    expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await user.click(button);
    expect(await screen.findByText(/ada@example.com now belongs to your account/)).toBeTruthy();
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({ token: 'abc' });
  });

  it('shows why the link does not work', async () => {
    const { user } = await openPage(remote, PATH, {
      ...signedIn({ emailVerified: false }),
      [CALL]: failing(400, 'This link is no longer valid.', 'VERIFICATION_LINK_INVALID'),
    });
    await user.click(await confirmButton());
    expect((await screen.findByRole('alert')).textContent).toBe('This link is no longer valid.');
  });

  it('asks a signed-out visitor to sign in first', async () => {
    const { user } = await openPage(remote, PATH, {
      'POST /api/login': ok(aUser({ role: 'other', emailVerified: false })),
    });
    await user.type(await screen.findByLabelText('Username'), 'ada');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await confirmButton()).toBeTruthy();
  });
});
