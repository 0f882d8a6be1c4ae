import { expect, it, jest } from '@jest/globals';
import { catchErrors } from '@leadping/test-kit/web/caught-errors';
import { ok } from '@leadping/test-kit/web/api-stub';
import { openPart } from '@leadping/test-kit/web/open-page';
import { UiProvider } from '@leadping/web-kit/ui/core';
import { screen, waitFor } from '@testing-library/react';

jest.unstable_mockModule('../src/second-factors/qr-code.tsx', async () => {
  throw new Error('Loading chunk qr-code failed');
});
const { AuthenticatorSetUp } = await import('../src/second-factors/authenticator-set-up.tsx');

it('an authenticator app can be set up by its key if the QR code fails to load', async () => {
  const caught = catchErrors();
  const onDone = jest.fn();
  const { user } = await openPart(
    <UiProvider>
      <AuthenticatorSetUp onClose={() => undefined} onDone={onDone} />
    </UiProvider>,
    {
      'POST /api/user/authenticator/secret': ok({
        secret: 'JBSWY3DP'.repeat(4),
        uri: 'otpauth://totp/x?secret=AAAA',
      }),
      'POST /api/user/authenticator': { status: 201, body: { recoveryCodes: null } },
    },
  );
  await screen.findByText(/JBSW Y3DP JBSW/);
  await waitFor(() => expect(caught).toEqual(['Loading chunk qr-code failed']));
  await user.type(screen.getByLabelText('Code from your app'), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(null));
});
