import { describe, expect, it, jest } from '@jest/globals';
import { Link, Route, Routes } from '@leadping/web-kit/router';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { openPart } from '@leadping/test-kit/web/open-page';
import { screen, waitFor, within } from '@testing-library/react';
import { Frame } from '../src/dashboard/frame.tsx';
import { UnsavedChanges } from '../src/dashboard/unsaved-changes.tsx';

const ENTRIES = [
  { to: '/', label: 'Settings' },
  { to: '/orders', label: 'Orders' },
];

/** A dashboard with a form. */
async function open(hasChanges: boolean) {
  const onLogout = jest.fn();
  const { user } = await openPart(
    <Frame entries={ENTRIES} head={null} onLogout={onLogout} isLoggingOut={false}>
      <Routes>
        <Route
          path="/"
          element={
            <UiProvider>
              <UnsavedChanges when={hasChanges} />
              <Link to="/?tab=details">Details</Link>
            </UiProvider>
          }
        />
        <Route path="/orders" element={null} />
      </Routes>
    </Frame>,
  );
  return { user, onLogout };
}

/** Somebody chooses a page in the command palette. */
async function choose(page: string, hasChanges: boolean) {
  const { user } = await open(hasChanges);
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search pages and records' }), page);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  return user;
}
const question = () => screen.findByText('Leave without saving?');

describe('a choice in the command palette', () => {
  it('asks first on a page with unsaved changes, and continues once they are discarded', async () => {
    const user = await choose('orders', true);
    await question();
    expect(location.pathname).toBe('/');
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(location.pathname).toBe('/orders'));
  });

  it('does nothing if the user stays', async () => {
    const user = await choose('orders', true);
    await question();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(location.pathname).toBe('/');
  });

  it('runs immediately on a page without unsaved changes', async () => {
    await choose('orders', false);
    await waitFor(() => expect(location.pathname).toBe('/orders'));
  });

  it('asks nothing if it leads to the current page', async () => {
    await choose('settings', true);
    expect(screen.queryByText('Leave without saving?')).toBeNull();
  });
});

describe('the menu of a narrow window', () => {
  const menu = () => screen.queryByRole('dialog', { name: 'Menu' });
  async function openMenu() {
    const page = await open(true);
    await page.user.click(screen.getByRole('button', { name: 'Menu' }));
    return { ...page, entries: within(await screen.findByRole('dialog', { name: 'Menu' })) };
  }

  it('closes before the question of a link in it appears', async () => {
    const { user, entries } = await openMenu();
    await user.click(entries.getByRole('link', { name: 'Orders' }));
    await question();
    await waitFor(() => expect(menu()).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(location.pathname).toBe('/orders'));
  });

  it('closes before the question of signing out appears', async () => {
    const { user, entries } = await openMenu();
    await user.click(entries.getByRole('button', { name: 'Logout' }));
    await screen.findByText('Sign out without saving?');
    await waitFor(() => expect(menu()).toBeNull());
  });
});

describe('signing out', () => {
  const press = (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
    user.click(screen.getByRole('button', { name }));

  it('asks first on a page with unsaved changes, and continues once they are discarded', async () => {
    const { user, onLogout } = await open(true);
    await press(user, 'Logout');
    await screen.findByText('Sign out without saving?');
    expect(onLogout).not.toHaveBeenCalled();
    await press(user, 'Discard and sign out');
    expect(onLogout).toHaveBeenCalledTimes(1);
  });

  it('does not happen if the user stays', async () => {
    const { user, onLogout } = await open(true);
    await press(user, 'Logout');
    await screen.findByText('Sign out without saving?');
    await press(user, 'Cancel');
    expect(onLogout).not.toHaveBeenCalled();
  });

  it('asks nothing on a page without unsaved changes', async () => {
    const { user, onLogout } = await open(false);
    await press(user, 'Logout');
    expect(onLogout).toHaveBeenCalledTimes(1);
  });
});

describe('a step of the history', () => {
  it('leaves the address unchanged unless the user confirms it', async () => {
    const { user } = await open(true);
    await user.click(screen.getByRole('link', { name: 'Orders' }));
    await question();
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(location.pathname).toBe('/orders'));
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    await user.click(await screen.findByRole('link', { name: 'Details' }));
    history.go(-2);
    await question();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(location.pathname + location.search).toBe('/?tab=details'));
  });
});
