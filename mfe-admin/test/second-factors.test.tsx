import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failing, ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import remote from '../src/remote.tsx';
import { ACME, signedIn } from './people.ts';

const NONE = { passkeys: [], authenticator: null, recoveryCodesLeft: 0, isRequired: false };
const CODES = Array.from({ length: 10 }, (_, at) => `aaaa-bbbb-cccc-000${at}`);
const refused = (status: number, code: string, message: string) => ({
  status,
  body: { code, message, requestId: 'request-1' },
});

describe('fresh sessions and second factors', () => {
  const RENEW = 'POST /api/user/recovery-codes';
  const REFRESH = 'POST /api/user/fresh-session';
  const stale = refused(403, 'FRESH_SIGN_IN_REQUIRED', 'Please confirm that it is you.');
  const openProfile = async (replies: Replies) =>
    openPage(remote, '/admin/profile', {
      ...signedIn(),
      'GET /api/user/sessions': ok([]),
      'GET /api/admin/sign-in-policy': ok({
        adminsNeedSecondFactor: false,
        supportNeedsSecondFactor: false,
        resellersNeedSecondFactor: false,
        by: null,
        at: null,
      }),
      'GET /api/user/second-factors': ok({
        ...NONE,
        authenticator: { createdAt: '2026-11-01T10:00:00.000Z' },
        recoveryCodesLeft: 3,
      }),
      'GET /api/user/fresh-session': ok({ isFresh: false, methods: ['password'] }),
      ...replies,
    });
  const count = (page: Awaited<ReturnType<typeof openProfile>>, route: string) =>
    page.api.calls.filter(({ method, path }) => `${method} ${path}` === route).length;

  it('a call that needs a fresh session is repeated after the right password', async () => {
    let isFresh = false;
    const page = await openProfile({
      [RENEW]: () => (isFresh ? ok({ recoveryCodes: CODES }) : stale),
      [REFRESH]: ({ body }) => {
        isFresh = (body as { password: string }).password === 'right';
        return isFresh
          ? ok({ message: 'Thank you.' })
          : refused(400, 'CURRENT_PASSWORD_WRONG', 'Current password is incorrect');
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Make new codes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    await page.user.type(await dialog.findByLabelText('Password'), 'wrong');
    await page.user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Current password is incorrect');
    await page.user.clear(dialog.getByLabelText('Password'));
    await page.user.type(dialog.getByLabelText('Password'), 'right');
    await page.user.click(dialog.getByRole('button', { name: 'Confirm' }));

    const codes = within(await screen.findByRole('list', { name: 'Recovery codes' }));
    expect(codes.getAllByRole('listitem')).toHaveLength(10);
    expect(count(page, RENEW)).toBe(2);
    expect(page.toasts).toEqual([]);
  });

  it('the call of a form in a dialog is repeated with the same values after the password', async () => {
    const EDIT = 'PUT /api/admin/resellers/acme';
    let isFresh = false;
    const page = await openPage(remote, '/admin/resellers', {
      ...signedIn(),
      'GET /api/admin/resellers': ok([ACME]),
      'GET /api/admin/resellers/summary': ok({ total: 1, active: 1, paymentConfigured: 1, revenue: [] }),
      'GET /api/user/fresh-session': ok({ isFresh: false, methods: ['password'] }),
      [EDIT]: () => (isFresh ? ok(ACME) : stale),
      [REFRESH]: () => {
        isFresh = true;
        return ok({ message: 'Thank you.' });
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Edit Acme Leads' }));
    const edit = within(await screen.findByRole('form', { name: 'Edit reseller' }));
    await page.user.clear(edit.getByLabelText(/Email/));
    await page.user.type(edit.getByLabelText(/Email/), 'bob@acme.test');
    await page.user.click(edit.getByRole('button', { name: 'Save changes' }));
    // Under test every dialog of antd has the same id for its title, so that a second one is not found by it.
    const title = await screen.findByText('Confirm it’s you');
    const dialog = within(title.closest<HTMLElement>('[role=dialog]') ?? title);
    await page.user.type(await dialog.findByLabelText('Password'), 'right');
    await page.user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(page.toasts).toMatchObject([{ title: 'Success' }]));
    const sent = page.api.calls.filter(({ method, path }) => `${method} ${path}` === EDIT);
    expect(sent.map(({ body }) => body)).toEqual([{ email: 'bob@acme.test' }, { email: 'bob@acme.test' }]);
  });

  it('an export is repeated after the password, and saved under the file name of the server', async () => {
    const EXPORT = 'GET /api/admin/licenses/export';
    const saved: { name: string; content: string }[] = [];
    const create = jest.fn<typeof URL.createObjectURL>(() => 'blob:export');
    Object.assign(URL, { createObjectURL: create, revokeObjectURL: () => {} });
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, content: this.href });
    });
    let isFresh = false;
    const page = await openPage(remote, '/admin/licenses', {
      ...signedIn(),
      'GET /api/admin/licenses': ok([]),
      'GET /api/admin/resellers': ok([]),
      'GET /api/user/fresh-session': ok({ isFresh: false, methods: ['password'] }),
      [EXPORT]: () =>
        isFresh
          ? {
              ...ok('email'),
              headers: { 'content-disposition': 'attachment; filename="licenses-2026-11-29.csv"' },
            }
          : stale,
      [REFRESH]: () => {
        isFresh = true;
        return ok({ message: 'Thank you.' });
      },
    });
    try {
      await page.user.click(await screen.findByRole('link', { name: 'Export CSV' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
      await page.user.type(await dialog.findByLabelText('Password'), 'right');
      await page.user.click(dialog.getByRole('button', { name: 'Confirm' }));
      await waitFor(() =>
        expect(saved).toEqual([{ name: 'licenses-2026-11-29.csv', content: 'blob:export' }]),
      );
      expect(count(page, EXPORT)).toBe(2);
      expect(page.toasts).toEqual([]);
    } finally {
      click.mockRestore();
    }
  });

  it('a call that needs a fresh session fails and is not repeated if the dialog is closed', async () => {
    const page = await openProfile({ [RENEW]: stale });
    await page.user.click(await screen.findByRole('button', { name: 'Make new codes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    await page.user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(page.toasts).toMatchObject([{ title: 'No new codes were made' }]));
    expect(count(page, RENEW)).toBe(1);
  });

  it('each rule for second factors is changed without the others', async () => {
    const WRITE = 'PUT /api/admin/sign-in-policy';
    let policy = {
      adminsNeedSecondFactor: true,
      supportNeedsSecondFactor: false,
      resellersNeedSecondFactor: false,
    };
    const sent: unknown[] = [];
    const page = await openProfile({
      'GET /api/admin/sign-in-policy': () => ok({ ...policy, by: null, at: null }),
      [WRITE]: ({ body }) => {
        sent.push(body);
        policy = { ...policy, ...(body as Partial<typeof policy>) };
        return ok({ ...policy, by: 'ada', at: '2026-11-01T10:00:00.000Z' });
      },
    });
    const admins = await screen.findByRole('switch', { name: 'Second factor for every admin' });
    await waitFor(() => expect(admins.getAttribute('aria-checked')).toBe('true'));
    const support = screen.getByRole('switch', { name: 'Second factor for all support staff' });
    const resellers = screen.getByRole('switch', { name: 'Second factor for every reseller' });
    await page.user.click(resellers);
    await waitFor(() => expect(resellers.getAttribute('aria-checked')).toBe('true'));
    expect(admins.getAttribute('aria-checked')).toBe('true');
    expect(support.getAttribute('aria-checked')).toBe('false');
    expect(sent).toEqual([{ resellersNeedSecondFactor: true }]);
    await waitFor(() => expect(page.toasts).toMatchObject([{ title: 'Resellers now need a second factor' }]));
  });

  it('the error of a failed passkey rename is not shown in the dialog of the next passkey', async () => {
    const passkey = (id: string, name: string) => ({
      id,
      name,
      createdAt: '2026-11-01T10:00:00.000Z',
      lastUsedAt: null,
    });
    const page = await openProfile({
      'GET /api/user/second-factors': ok({
        ...NONE,
        passkeys: [passkey('a', 'Laptop'), passkey('b', 'Phone')],
      }),
      'PUT /api/user/passkeys/a': failing(500, 'Not now.'),
    });
    const rename = async (index: number) => {
      const buttons = await screen.findAllByRole('button', { name: 'Rename' });
      await page.user.click(buttons[index] as HTMLElement);
      return within(await screen.findByRole('dialog', { name: 'Rename passkey' }));
    };
    const first = await rename(0);
    await page.user.type(first.getByLabelText('Name'), ' 2');
    await page.user.click(first.getByRole('button', { name: 'Rename passkey' }));
    await first.findByRole('alert');
    await page.user.click(first.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await rename(1)).queryByRole('alert')).toBeNull();
  });

  it('the end of a passkey rename leaves the dialog of the next passkey open with its text', async () => {
    let reply = () => {};
    const replied = new Promise<void>((resolve) => (reply = resolve));
    const facts = { createdAt: '2026-11-01T10:00:00.000Z', lastUsedAt: null };
    const page = await openProfile({
      'GET /api/user/second-factors': ok({
        ...NONE,
        passkeys: [
          { id: 'a', name: 'Laptop', ...facts },
          { id: 'b', name: 'Phone', ...facts },
        ],
      }),
      'PUT /api/user/passkeys/a': async () => {
        await replied;
        return ok({ id: 'a', name: 'Laptop 2', ...facts });
      },
    });
    const rename = async (index: number) => {
      const buttons = await screen.findAllByRole('button', { name: 'Rename' });
      await page.user.click(buttons[index] as HTMLElement);
      const dialog = within(await screen.findByRole('dialog', { name: 'Rename passkey' }));
      await page.user.type(dialog.getByLabelText('Name'), ' 2');
      return dialog;
    };
    const first = await rename(0);
    await page.user.click(first.getByRole('button', { name: 'Rename passkey' }));
    await waitFor(() => expect(count(page, 'PUT /api/user/passkeys/a')).toBe(1));
    await page.user.click(first.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const second = await rename(1);
    const reads = count(page, 'GET /api/user/second-factors');
    reply();
    await waitFor(() => expect(count(page, 'GET /api/user/second-factors')).toBe(reads + 1));
    await waitFor(() => expect(page.queryClient.isFetching()).toBe(0));
    expect(second.getByLabelText<HTMLInputElement>('Name').value).toBe('Phone 2');
  });

  it('a call that is forbidden for another reason opens no dialog', async () => {
    const page = await openProfile({ [RENEW]: failing(403, 'Access denied') });
    await page.user.click(await screen.findByRole('button', { name: 'Make new codes' }));
    await waitFor(() => expect(page.toasts).toMatchObject([{ description: 'Access denied' }]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
