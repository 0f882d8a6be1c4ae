import { expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { catchErrors } from '@leadping/test-kit/web/caught-errors';
import { openPage } from '@leadping/test-kit/web/open-page';

/** A file of the page that does not load, as after a lost connection. */
let isMissing = true;
jest.unstable_mockModule('../src/features/contact/contact.tsx', async () => {
  if (isMissing) throw new Error('Loading chunk contact failed');
  return { default: () => <p>The form</p> };
});
const { default: remote } = await import('../src/remote.tsx');

it('if the contact form fails to load, an error with a retry is shown in its place, and the guides stay usable', async () => {
  const caught = catchErrors();
  const { user } = await openPage(remote, '/support?tab=contact');
  await screen.findByRole('heading', { name: 'This page did not load' });
  await waitFor(() => expect(caught).toEqual(['Loading chunk contact failed']));
  // The guides beside it are still there to be read.
  await user.click(screen.getByRole('tab', { name: 'Documentation' }));
  expect(screen.getByRole('searchbox')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Contact Support' }));
  await screen.findByRole('heading', { name: 'This page did not load' });
  isMissing = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('The form');
});
