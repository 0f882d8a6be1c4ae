import { expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { catchErrors } from '@leadping/test-kit/web/caught-errors';

/** A file of the page that does not load, as after a lost connection. */
let isMissing = true;
jest.unstable_mockModule('../src/features/wizard/wizard.tsx', async () => {
  if (isMissing) throw new Error('Loading chunk wizard failed');
  return { default: () => <p>The wizard</p> };
});
const { openDashboard } = await import('./reseller.ts');

it('if the wizard fails to load, a notice is shown, the page stays usable, and a button loads the wizard later', async () => {
  const caught = catchErrors();
  const { user, toasts } = await openDashboard('overview', {}, { stripeWebhookSecret: '' });
  await waitFor(() =>
    expect(toasts).toMatchObject([
      {
        title: 'The setup did not load',
        description: 'Press "Continue setup" to try once more.',
        tone: 'destructive',
      },
    ]),
  );
  await screen.findByRole('heading', { level: 1, name: 'Overview' });
  await waitFor(() => expect(caught).toEqual(['Loading chunk wizard failed']));
  isMissing = false;
  await user.click(screen.getByRole('button', { name: 'Continue setup' }));
  await screen.findByText('The wizard');
});
