import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ok } from '@leadping/test-kit/web/api-stub';
import { aUser, bodyOf, callsOf, failing, openDashboard } from './reseller.ts';

it('the profile shows the user name and the creation date of the account as read-only [S2.131]', async () => {
  await openDashboard('profile');
  expect((await screen.findByText('Username')).nextElementSibling?.textContent).toBe('zebra');
  expect(screen.getByText('Account created').nextElementSibling?.textContent).toBe('Oct 13, 2026');
  expect(screen.queryByRole('textbox', { name: /Username/ })).toBeNull();
});

it('the profile recommends 8 or more characters [S2.134]', async () => {
  await openDashboard('profile');
  const tips = within(await screen.findByRole('region', { name: 'Security tips' }));
  expect(tips.getAllByRole('listitem')[0]?.textContent).toMatch(/8 or more characters/);
});

it('the profile asks only once if two forms are unsaved, whether the user follows a link or goes back', async () => {
  const { user } = await openDashboard('overview');
  await user.click(await screen.findByRole('link', { name: /zebra/ }));
  await user.type(await screen.findByRole('textbox', { name: /Email/ }), '.org');
  await user.type(screen.getByLabelText(/^Current password/), 'secret');
  await user.click(screen.getByRole('link', { name: 'Orders' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => history.back());
  const again = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  expect(location.pathname).toBe('/reseller-dashboard/profile');
  await user.click(again.getByRole('button', { name: 'Discard changes' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Overview' })).toBeTruthy();
});

describe('the email of the profile', () => {
  const change = async (email: string, reply = ok(aUser({ email }))) => {
    const page = await openDashboard('profile', { 'PUT /api/user/email': reply });
    const field = await screen.findByRole('textbox', { name: /Email/ });
    await page.user.clear(field);
    if (email) await page.user.type(field, email);
    await page.user.click(screen.getByRole('button', { name: 'Update Email' }));
    return page;
  };

  it('can be changed [S2.132]', async () => {
    const { api, toasts } = await change('new@example.com');
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Email Updated', tone: 'success' }]));
    expect(bodyOf(api.calls, 'PUT /api/user/email')).toEqual({ email: 'new@example.com' });
  });

  it('is shown as the server stored it, without unsaved changes', async () => {
    const { user } = await change('New@Example.com', ok(aUser({ email: 'new@example.com' })));
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: /Email/ });
    await waitFor(() => expect(field.value).toBe('new@example.com'));
    await user.click(screen.getByRole('link', { name: 'Orders' }));
    await waitFor(() => expect(location.pathname).toBe('/reseller-dashboard/orders'));
  });

  it.each(['', 'owner@example.com'])('is not sent if it is empty or unchanged: %j [S5.30]', async (email) => {
    const { api, toasts } = await change(email);
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Please enter a new email address' }]));
    expect(callsOf(api.calls, 'PUT /api/user/email')).toEqual([]);
  });

  it('shows why it was not changed [S8.45]', async () => {
    const { toasts } = await change('new@example.com', failing(409, 'This email is taken.', 'CONFLICT'));
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'Update Failed', description: 'This email is taken.' }]),
    );
  });
});

describe('the password form of the profile', () => {
  const change = async (current: string, next: string, confirmation: string) => {
    const page = await openDashboard('profile', { 'PUT /api/user/password': ok({ message: 'ok' }) });
    const form = within(await screen.findByRole('form', { name: 'Password' }));
    const type = (label: RegExp, text: string) => text && page.user.type(form.getByLabelText(label), text);
    await type(/^Current password/, current);
    await type(/^New password/, next);
    await type(/^Confirm new password/, confirmation);
    await page.user.click(form.getByRole('button', { name: 'Change Password' }));
    return { ...page, form };
  };

  it('changes the password and reloads the sessions [S2.133]', async () => {
    const { api, toasts } = await change('old one', 'my new one', 'my new one');
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Password Updated', tone: 'success' }]));
    expect(bodyOf(api.calls, 'PUT /api/user/password')).toEqual({
      currentPassword: 'old one',
      newPassword: 'my new one',
    });
    // All other sessions have ended: they are read again.
    await waitFor(() => expect(callsOf(api.calls, 'GET /api/user/sessions').length).toBeGreaterThan(1));
  });

  it.each([
    ['Please fill in all password fields', 'old one', 'my new one', ''],
    ['New passwords do not match', 'old one', 'my new one', 'another one'],
    ['Password must be at least 6 characters long', 'old one', 'short', 'short'],
  ])(
    'sends nothing and shows a reason: %s [S5.31] [S5.32] [S5.33]',
    async (message, current, next, confirmation) => {
      const { api, toasts } = await change(current, next, confirmation);
      await waitFor(() => expect(toasts).toMatchObject([{ title: message, tone: 'destructive' }]));
      expect(callsOf(api.calls, 'PUT /api/user/password')).toEqual([]);
    },
  );

  it('rates the length of the new password while it is typed [R-accounts.8]', async () => {
    const { user } = await openDashboard('profile');
    const form = within(await screen.findByRole('form', { name: 'Password' }));
    await user.type(form.getByLabelText(/^New password/), '1234567');
    expect(await form.findByText('Long enough. 8 or more characters are harder to guess.')).toBeTruthy();
  });
});

describe('the sessions of the profile', () => {
  const LIST = 'GET /api/user/sessions';
  const session = (id: string, isCurrent: boolean, device: string) => ({
    id,
    isCurrent,
    device,
    address: '203.0.113.7',
    signedInAt: '2026-11-01T10:00:00.000Z',
    usedAt: '2026-11-01T11:00:00.000Z',
  });
  const PHONE = session('phone-session-0001', false, 'Safari on iPhone');
  const HERE = session('this-session-00001', true, 'Chrome on Windows');

  it('are listed with device and address, and another one can be ended', async () => {
    let sessions = [HERE, PHONE];
    const { api, user, toasts } = await openDashboard('profile', {
      [LIST]: () => ok(sessions),
      [`DELETE /api/user/sessions/${PHONE.id}`]: () => {
        sessions = [HERE];
        return ok({ message: 'The session has ended.' });
      },
    });
    const panel = within(await screen.findByRole('region', { name: 'Sessions' }));
    const [first, second] = await panel.findAllByRole('listitem');
    expect(first?.textContent).toContain('Chrome on Windows');
    expect(first?.textContent).toContain('This device');
    expect(within(first!).queryByRole('button')).toBeNull();
    expect(second?.textContent).toContain('203.0.113.7');
    expect(panel.getByRole('button', { name: 'End all others' })).toBeTruthy();

    await user.click(within(second!).getByRole('button', { name: 'End session' }));

    await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(1));
    expect(callsOf(api.calls, `DELETE /api/user/sessions/${PHONE.id}`)).toHaveLength(1);
    expect(toasts).toMatchObject([{ title: 'Session ended' }]);
    expect(panel.queryByRole('button', { name: 'End all others' })).toBeNull();
    // The button that had the focus is gone.
    expect(document.activeElement).toBe(panel.getByRole('list'));
  });

  it('on all other devices are ended at once, and the focus stays in the list', async () => {
    let sessions = [HERE, PHONE];
    const { user, toasts } = await openDashboard('profile', {
      [LIST]: () => ok(sessions),
      'DELETE /api/user/sessions': () => {
        sessions = [HERE];
        return ok({ ended: 1 });
      },
    });
    const panel = within(await screen.findByRole('region', { name: 'Sessions' }));
    await user.click(await panel.findByRole('button', { name: 'End all others' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: '1 session ended' }]));
    await waitFor(() => expect(panel.queryByRole('button', { name: 'End all others' })).toBeNull());
    expect(document.activeElement).toBe(panel.getByRole('list'));
  });

  it('show an error and can be retried if they cannot be read', async () => {
    let isDown = true;
    const { user } = await openDashboard('profile', {
      [LIST]: () => (isDown ? failing(503, 'Later.') : ok([HERE])),
    });
    await screen.findByText("We couldn't load your sessions");
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Chrome on Windows');
  });
});
