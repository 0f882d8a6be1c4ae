import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import { aUser } from '@leadping/test-kit/web/users';
import remote from '../src/remote.tsx';

const STEP = 'GET /api/login/second-step';
const COMPLETE = 'POST /api/login/second-step';
const NONE = { passkeys: [], authenticator: null, recoveryCodesLeft: 0, isRequired: false };
const CODES = Array.from({ length: 10 }, (_, at) => `aaaa-bbbb-cccc-000${at}`);
const refused = (status: number, code: string, message: string) => ({
  status,
  body: { code, message, requestId: 'request-1' },
});

const openStep = async (replies: Replies = {}) => {
  const page = await openPage(remote, '/auth', {
    'POST /api/login': refused(401, 'SECOND_FACTOR_REQUIRED', 'Please confirm'),
    [STEP]: ok({ methods: ['authenticator', 'recovery-code'], expiresAt: '2026-11-22T10:00:00.000Z' }),
    ...replies,
  });
  await page.user.type(await screen.findByLabelText('Username'), 'ada');
  await page.user.type(screen.getByLabelText('Password'), 'correct horse');
  await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { name: 'One more step' });
  return page;
};

describe('a sign-in with a second factor', () => {
  const bodies = ({ api }: Awaited<ReturnType<typeof openStep>>) =>
    api.calls.filter(({ method, path }) => `${method} ${path}` === COMPLETE).map(({ body }) => body);

  it('asks for a code, reports a malformed or wrong code, and greets the user after the right one', async () => {
    let isWrong = true;
    const page = await openStep({
      [COMPLETE]: () =>
        isWrong ? refused(400, 'SECOND_FACTOR_INVALID', 'This code is wrong.') : ok(aUser()),
    });
    const field = await screen.findByLabelText('Code from your app');
    expect(field.getAttribute('autocomplete')).toBe('one-time-code');
    expect(page.toasts).toEqual([]);
    await page.user.type(field, '12345');
    await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByText('Enter the 6 digits that the app shows.');
    await page.user.type(field, '6');
    await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This code is wrong.');
    isWrong = false;
    await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(location.pathname).toBe('/admin'));
    const sent = { method: 'authenticator', code: '123456' };
    expect(bodies(page)).toEqual([sent, sent]);
    expect(page.toasts.at(-1)).toMatchObject({ title: 'Welcome back!' });
  });

  it('can be started over, and accepts a recovery code', async () => {
    const page = await openStep({ [COMPLETE]: ok(aUser()) });
    await page.user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await page.user.click(screen.getByRole('button', { name: 'Start over' }));
    await page.user.type(await screen.findByLabelText('Username'), 'ada');
    await page.user.type(screen.getByLabelText('Password'), 'correct horse');
    await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await page.user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await page.user.type(screen.getByLabelText('Recovery code'), CODES[0] ?? '');
    await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(location.pathname).toBe('/admin'));
    expect(bodies(page)).toEqual([{ method: 'recovery-code', code: CODES[0] }]);
  });
});

describe('a sign-in with a passkey', () => {
  const bytes = new TextEncoder().encode('passkey').buffer;
  const credential = {
    id: 'cGFzc2tleQ',
    rawId: bytes,
    type: 'public-key',
    response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes },
    getClientExtensionResults: () => ({}),
  };
  const declined = Object.assign(new Error('declined'), { name: 'NotAllowedError' });
  const get = jest.fn<() => Promise<object>>().mockResolvedValueOnce(credential).mockRejectedValue(declined);
  beforeAll(() => {
    Object.assign(globalThis, { PublicKeyCredential: () => {} });
    Object.assign(navigator, { credentials: { get } });
  });
  afterAll(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });

  it('shows the result of the second attempt instead of the refusal of the first one', async () => {
    const page = await openStep({
      [STEP]: ok({ methods: ['passkey'], expiresAt: '2026-11-22T10:00:00.000Z' }),
      'POST /api/login/second-step/challenge': ok({ challenge: 'Y2hhbGxlbmdl' }),
      [COMPLETE]: refused(400, 'SECOND_FACTOR_INVALID', 'This passkey is not yours.'),
    });
    const use = () => screen.findByRole('button', { name: 'Use your passkey' });
    await page.user.click(await use());
    expect((await screen.findByRole('alert')).textContent).toBe('This passkey is not yours.');
    await page.user.click(await use());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('No passkey was used.'));
  });
});

it('a user who must set up a second factor does so before the dashboard opens', async () => {
  let user = aUser({ mustSetUpSecondFactor: true });
  const page = await openPage(remote, '/auth', {
    'GET /api/user': () => ok(user),
    'GET /api/user/second-factors': ok({ ...NONE, isRequired: true }),
    'POST /api/user/authenticator/secret': ok({
      secret: 'A'.repeat(32),
      uri: 'otpauth://totp/x?secret=AAAA',
    }),
    'POST /api/user/authenticator': { status: 201, body: { recoveryCodes: CODES } },
  });
  await screen.findByRole('heading', { name: 'Set up a second factor' });
  await page.user.click(await screen.findByRole('button', { name: 'Set up app' }));
  await page.user.type(await screen.findByLabelText('Code from your app'), '123456');
  user = aUser();
  await page.user.click(screen.getByRole('button', { name: 'Turn on' }));
  await page.user.click(await screen.findByRole('button', { name: 'I saved them' }));
  await waitFor(() => expect(location.pathname).toBe('/admin'));
});
