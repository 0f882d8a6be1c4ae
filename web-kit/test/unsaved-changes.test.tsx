import { describe, expect, it } from '@jest/globals';
import { Route, Routes } from '@leadping/web-kit/router';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { openPart } from '@leadping/test-kit/web/open-page';
import { screen, waitFor } from '@testing-library/react';
import { Frame } from '../src/dashboard/frame.tsx';
import { UnsavedChanges } from '../src/dashboard/unsaved-changes.tsx';

const ENTRIES = [
  { to: '/', label: 'Settings' },
  { to: '/orders', label: 'Orders' },
];

/** A dashboard with a form, where somebody chooses a page in the command palette. */
async function choose(page: string, hasChanges: boolean) {
  const { user } = await openPart(
    <Frame entries={ENTRIES} head={null} onLogout={() => undefined} isLoggingOut={false}>
      <Routes>
        <Route
          path="/"
          element={
            <UiProvider>
              <UnsavedChanges when={hasChanges} />
            </UiProvider>
          }
        />
        <Route path="/orders" element={null} />
      </Routes>
    </Frame>,
  );
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search pages and records' }), page);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  return user;
}
const question = () => screen.findByText('Leave without saving?');

describe('a choice in the command palette', () => {
  it('is asked about on a page with unsaved changes, and made once they are discarded', async () => {
    const user = await choose('orders', true);
    await question();
    expect(location.pathname).toBe('/');
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(location.pathname).toBe('/orders'));
  });

  it('leads nowhere when somebody stays', async () => {
    const user = await choose('orders', true);
    await question();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(location.pathname).toBe('/');
  });

  it('is made at once on a page without', async () => {
    await choose('orders', false);
    await waitFor(() => expect(location.pathname).toBe('/orders'));
  });

  it('is not asked about where it leads to the page itself', async () => {
    await choose('settings', true);
    expect(screen.queryByText('Leave without saving?')).toBeNull();
  });
});
