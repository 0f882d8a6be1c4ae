import { afterEach, expect, it, jest } from '@jest/globals';
import { showToast } from '@leadping/web-kit/toast/toast-store';
import { act, render, screen, waitFor } from '@testing-library/react';

let isMissing = true;
jest.unstable_mockModule('@leadping/web-kit/ui/toaster', async () => {
  if (isMissing) throw new Error('Loading chunk toaster failed');
  return { Toaster: () => <p>The toast</p> };
});
const { Notifications } = await import('../src/page/notifications.tsx');

afterEach(() => {
  jest.restoreAllMocks();
});

it("a notification region that fails to load keeps the page and the toast's text, and loads with the next toast", async () => {
  // React logs what a boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const reported = jest.fn((event: ErrorEvent) => event.preventDefault());
  addEventListener('error', reported);
  render(
    <>
      <main>The page</main>
      <Notifications />
    </>,
  );
  act(() => void showToast({ title: 'Not saved', description: 'The connection was lost.' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Not saved The connection was lost.');
  await waitFor(() => expect(reported).toHaveBeenCalledTimes(1));
  expect(screen.getByText('The page')).toBeTruthy();
  isMissing = false;
  act(() => void showToast({ title: 'Saved again' }));
  await screen.findByText('The toast');
  expect(screen.queryByRole('alert')).toBeNull();
  removeEventListener('error', reported);
});
