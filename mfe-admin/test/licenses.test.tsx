import { describe, expect, it, jest } from '@jest/globals';
import type { Reseller } from '@leadping/contracts/commerce/reseller-admin-routes';
import { screen, waitFor, within } from '@testing-library/react';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { MANUAL_LICENSE as LICENSE } from '@leadping/test-kit/web/manual-license';
import { openPage } from '@leadping/test-kit/web/open-page';
import remote from '../src/remote.tsx';
import { failing, signedIn } from './people.ts';

const ENDED = { ...LICENSE, id: '2', email: 'bob@example.com', isActive: false, status: 'revoked' } as const;
const RESELLER: Reseller = {
  id: 'r1',
  businessName: 'Acme',
  contactPerson: 'Ann',
  phone: '',
  notes: '',
  subdomain: 'acme',
  isActive: true,
  productPrice: 7900,
  currency: 'USD',
  userEmail: null,
  username: null,
  paymentConfigured: true,
  createdAt: LICENSE.createdAt,
};
const LIST = 'GET /api/admin/licenses';

const open = (replies: Replies = {}) =>
  openPage(remote, '/admin/licenses', {
    ...signedIn(),
    [LIST]: ok([LICENSE, ENDED]),
    'GET /api/admin/resellers': ok([]),
    ...replies,
  });
const row = async (text: string) => {
  const cell = await screen.findByText(text);
  return within(cell.closest('tr')!);
};

describe('the licenses', () => {
  it('are requested in pages of 25, newest first, and a key can be copied [S2.42] [S2.43] [S8.38]', async () => {
    const { user, toasts, api } = await open();
    const ann = await row('ann@example.com');
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(ann.getByRole('button', { name: 'Copy license key' }));
    expect(write).toHaveBeenCalledWith(LICENSE.licenseKey);
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Copied to clipboard' }]));
    expect(api.calls.find(({ path }) => path === '/api/admin/licenses')?.query).toEqual({
      limit: '25',
      sort: 'newest',
    });
  });

  it('are filtered, sorted and exported by the server with the filters of the address, and test licenses are marked [R-november.20]', async () => {
    const { user, api } = await openPage(remote, '/admin/licenses?status=revoked&mode=test', {
      ...signedIn(),
      [LIST]: ok([{ ...ENDED, isTest: true, orderId: 'order-1' }]),
      'GET /api/admin/resellers': ok([RESELLER]),
    });
    const asked = () => api.calls.filter(({ path }) => path === '/api/admin/licenses').at(-1)?.query;
    const bob = await row('bob@example.com');
    expect(bob.getByText('Test')).toBeTruthy();
    expect(bob.getByRole('link', { name: 'order-1' }).getAttribute('href')).toBe(
      '/admin/orders?order=order-1',
    );
    expect(asked()).toEqual({ limit: '25', sort: 'newest', status: 'revoked', mode: 'test' });

    await screen.findByRole('option', { name: 'Acme' });
    await user.selectOptions(screen.getByLabelText('Seller'), 'Acme');
    await user.click(screen.getByRole('button', { name: /Issued/ }));
    await waitFor(() => expect(asked()).toMatchObject({ sort: 'oldest', resellerId: 'r1', mode: 'test' }));
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
      '/api/admin/licenses/export?status=revoked&resellerId=r1&mode=test',
    );
    await user.selectOptions(screen.getByLabelText('Mode'), 'All');
    await waitFor(() => expect(asked()).not.toHaveProperty('mode'));
  });

  it('are listed even if the names of the resellers cannot be read', async () => {
    await open({ 'GET /api/admin/resellers': failing(503, 'Later.') });
    await screen.findByText('ann@example.com');
    expect(screen.getByRole('option', { name: 'Direct sales' })).toBeTruthy();
  });

  it('can be deactivated only if they are active, after a confirmation that can be repeated if it fails [S2.44] [S8.06] [S8.30]', async () => {
    const path = `/api/admin/licenses/${LICENSE.licenseKey}/deactivate`;
    const failures = [failing(500, 'No database.')];
    const { user, toasts, api } = await open({ [`POST ${path}`]: () => failures.shift() ?? ok(ENDED) });
    expect((await row('bob@example.com')).queryByRole('button', { name: 'Deactivate' })).toBeNull();
    await user.click((await row('ann@example.com')).getByRole('button', { name: 'Deactivate' }));
    const question = within(await screen.findByRole('dialog'));
    await user.click(question.getByRole('button', { name: 'Deactivate license' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'Failed to deactivate license', description: 'No database.' }]),
    );
    await user.click(await question.findByRole('button', { name: 'Deactivate license' }));
    await waitFor(() =>
      expect(toasts.slice(1)).toMatchObject([{ title: 'License deactivated successfully' }]),
    );
    expect(api.calls.filter(({ method, path: called }) => method === 'POST' && called === path)).toHaveLength(
      2,
    );
  });

  it('get a new key after the browsers to keep were chosen, and only if they are active', async () => {
    const device = (deviceId: string, deviceName: string) => ({
      deviceId,
      deviceName,
      activatedAt: LICENSE.createdAt,
      lastUsedAt: LICENSE.createdAt,
    });
    const path = `/api/admin/licenses/${LICENSE.id}`;
    const { user, toasts, api } = await open({
      [`GET ${path}/devices`]: ok([
        device('device-01', 'Chrome on macOS'),
        device('device-02', 'Edge on Windows'),
      ]),
      [`POST ${path}/rotate`]: ok({ message: 'The key was replaced.' }),
    });
    expect((await row('bob@example.com')).queryByRole('button', { name: 'Rotate key' })).toBeNull();
    await user.click((await row('ann@example.com')).getByRole('button', { name: 'Rotate key' }));
    const question = within(await screen.findByRole('dialog', { name: 'Replace this key?' }));
    const mac = await question.findByRole<HTMLInputElement>('checkbox', { name: 'Chrome on macOS' });
    expect(mac.checked).toBe(false);
    await user.click(mac);
    await user.click(question.getByRole('button', { name: 'Replace key' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Key Replaced', description: 'The new key was sent to ann@example.com' },
      ]),
    );
    expect(api.calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: `${path}/rotate`,
      body: { keyNumber: 1, keptDevices: ['device-01'] },
    });
  });

  it('show that a key was not delivered, and send it to the corrected address', async () => {
    const mail = { state: 'failed', error: '406: inactive recipient' } as const;
    const path = `/api/admin/licenses/${LICENSE.id}/email`;
    const { user, toasts, api } = await open({
      [LIST]: ok([{ ...LICENSE, mail }, ENDED]),
      [`PUT ${path}`]: ok({ message: 'The key is on its way.' }),
    });
    const ann = await row('ann@example.com');
    expect(ann.getByText('Key not delivered')).toBeTruthy();
    expect(ann.getByText('406: inactive recipient')).toBeTruthy();
    expect((await row('bob@example.com')).queryByRole('button', { name: /^Correct email/ })).toBeNull();
    await user.click(ann.getByRole('button', { name: `Correct email of license ${LICENSE.id}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Correct Customer Email' }));
    const field = await dialog.findByLabelText<HTMLInputElement>('Customer email');
    expect(field.value).toBe('ann@example.com');
    await user.clear(field);
    await user.type(field, 'ada@example.com');
    await user.click(dialog.getByRole('button', { name: 'Correct Email' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Email Corrected', description: 'The license key is sent to ada@example.com' },
      ]),
    );
    expect(api.calls.find(({ method }) => method === 'PUT')).toMatchObject({
      path,
      body: { email: 'ada@example.com' },
    });
    await waitFor(() => expect(api.calls.filter(({ path: read }) => read === LIST.slice(4))).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('show an error and can be retried if they cannot be read', async () => {
    let isDown = true;
    const { user } = await open({ [LIST]: () => (isDown ? failing(503, 'Later.') : ok([LICENSE])) });
    await screen.findByText("We couldn't load the licenses");
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('ann@example.com');
  });
});

describe('a manual license', () => {
  const CREATE = 'POST /api/admin/licenses/manual';
  async function openDialog(replies: Replies = {}) {
    const page = await open(replies);
    const [button] = await screen.findAllByRole('button', { name: 'Create Manual License' });
    await page.user.click(button!);
    return { ...page, dialog: within(await screen.findByRole('dialog')) };
  }

  it('requires only an email, reports a failure, and gets a new idempotency key if the same customer gets another one [S2.45] [S5.01] [S5.02] [S8.05] [S8.29]', async () => {
    const failures = [failing(500, 'No database.')];
    const { user, dialog, api, toasts } = await openDialog({
      [CREATE]: () => failures.shift() ?? { status: 201, body: LICENSE },
    });
    const create = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create license' });
    expect(create.disabled).toBe(true);
    await user.type(dialog.getByLabelText('Customer email'), 'ann@example.com');
    await user.click(create);
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Failed to create license' }]));
    await user.click(create);
    await waitFor(() => expect(toasts.slice(1)).toMatchObject([{ title: 'License created successfully' }]));
    await dialog.findByText(LICENSE.licenseKey);
    await user.click(await dialog.findByRole('button', { name: 'Done' }));
    await user.click(screen.getByRole('button', { name: 'Create Manual License' }));
    await user.type(await screen.findByLabelText('Customer email'), 'ann@example.com');
    await user.click(screen.getByRole('button', { name: 'Create license' }));
    await screen.findByRole('button', { name: 'Done' });
    const calls = api.calls.filter(({ method }) => method === 'POST');
    expect(calls.map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({ email: 'ann@example.com', notes: '' })),
    );
    const [, made, next] = calls.map(({ headers }) => headers['idempotency-key']);
    expect(made).toMatch(/^[0-9a-f-]{36}$/);
    expect(next).not.toBe(made);
  });

  it('is reported as possibly created if no reply arrives; a retry keeps its idempotency key unless the email changes', async () => {
    const replies = [
      failing(504, 'No reply in time.', 'UPSTREAM_TIMEOUT'),
      failing(504, 'No reply in time.', 'UPSTREAM_TIMEOUT'),
    ];
    const { user, dialog, api } = await openDialog({
      [CREATE]: () => replies.shift() ?? { status: 201, body: LICENSE },
    });
    const keys = () =>
      api.calls
        .filter(({ path }) => path === '/api/admin/licenses/manual')
        .map(({ headers }) => headers['idempotency-key']);
    const lists = () => api.calls.filter(({ path }) => path === LIST.slice(4)).length;
    const create = dialog.getByRole('button', { name: 'Create license' });
    await user.type(dialog.getByLabelText('Customer email'), 'ann@example.com');
    const before = lists();
    await user.click(create);
    const notice = await dialog.findByRole('alert');
    expect(notice.textContent).toContain('The license for ann@example.com may have been created');
    // The list that the notice points to is read again.
    await waitFor(() => expect(lists()).toBe(before + 1));
    await user.click(create);
    await waitFor(() => expect(keys()).toHaveLength(2));
    await user.clear(dialog.getByLabelText('Customer email'));
    await user.type(dialog.getByLabelText('Customer email'), 'ada@example.com');
    expect(notice.textContent).toContain('ann@example.com');
    await user.click(create);
    await dialog.findByText(LICENSE.licenseKey);
    const [first, second, third] = keys();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('leaves the next form unchanged if its reply arrives after its own dialog was closed', async () => {
    let reply = () => {};
    const replied = new Promise<void>((resolve) => (reply = resolve));
    const { user, dialog, toasts } = await openDialog({
      [CREATE]: async () => {
        await replied;
        return { status: 201, body: LICENSE };
      },
    });
    await user.type(dialog.getByLabelText('Customer email'), 'ann@example.com');
    await user.click(dialog.getByRole('button', { name: 'Create license' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByLabelText('Customer email')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Create Manual License' }));
    await user.type(await screen.findByLabelText('Customer email'), 'ben@example.com');
    reply();
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'License created successfully' }]));
    expect(screen.getByLabelText<HTMLInputElement>('Customer email').value).toBe('ben@example.com');
  });

  it('leads to the sign-in page once the session has ended [S8.01]', async () => {
    const { user, dialog, toasts } = await openDialog({ [CREATE]: failing(401, 'Any', 'UNAUTHENTICATED') });
    await user.type(dialog.getByLabelText('Customer email'), 'ann@example.com');
    await user.click(dialog.getByRole('button', { name: 'Create license' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Unauthorized', description: 'You are logged out. Logging in again...' },
      ]),
    );
    await waitFor(() => expect(location.pathname).toBe('/auth'));
  });
});
