import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failing, ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import remote from '../src/remote.tsx';

const AT = '2026-11-22T12:00:00.000Z';
const SESSION = { email: 'ada@example.com', endsAt: new Date(Date.now() + 600_000).toISOString() };
const LICENSE = {
  id: '665f1c2e9b1e8a0012345678',
  licenseKey: '7Q4K-M2XW-9RTD-HB3N-V5PC-8JYE-Z6GA-1FS0',
  keyNumber: 2,
  status: 'active',
  isTest: false,
  seller: { resellerId: null, businessName: 'Leadping' },
  orderId: 'order-1',
  createdAt: AT,
  devices: [{ deviceId: 'ref-00001', deviceName: 'Chrome on macOS', activatedAt: AT, lastUsedAt: AT }],
};

const open = (replies: Replies = {}, path = '/my') =>
  openPage(remote, path, {
    'GET /api/my/session': ok(SESSION),
    'GET /api/my/licenses': ok([LICENSE]),
    'GET /api/my/orders': ok([]),
    'GET /api/my/tickets': ok([]),
    ...replies,
  });

const ORDER = {
  id: 'order-1',
  productType: 'main_product',
  status: 'completed',
  amount: '79.00',
  refunded: '0.00',
  currency: 'USD',
  seller: { resellerId: null, businessName: 'Leadping' },
  isTest: false,
  createdAt: AT,
  receiptPath: null,
};

describe('My Leadping', () => {
  it('asks for a link without a session, and shows the same reply for every address', async () => {
    const { user, api } = await open({
      'GET /api/my/session': failing(401, 'Unauthorized'),
      'POST /api/my/link': { status: 202, body: { message: 'A link is on its way.' } },
    });
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Email me a link' }));
    await screen.findByText('A link is on its way.');
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({ email: 'ada@example.com' });
  });

  it('opens a mailed link only by a press, and takes its token out of the address', async () => {
    const { user, api } = await open({ 'POST /api/my/session': ok(SESSION) }, '/my#link=abc-123');
    const press = await screen.findByRole('button', { name: 'Open My Leadping' });
    await waitFor(() => expect(location.hash).toBe(''));
    expect(api.calls.filter(({ path }) => path.startsWith('/api/my/'))).toEqual([]);
    await user.click(press);
    await screen.findByText(LICENSE.licenseKey);
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({ token: 'abc-123' });
  });

  it('says that a link was used and offers a new one', async () => {
    const { user } = await open(
      {
        'POST /api/my/session': failing(400, 'This link was used or is too old.'),
        'GET /api/my/session': failing(401, 'Unauthorized'),
      },
      '/my#link=abc-123',
    );
    await user.click(await screen.findByRole('button', { name: 'Open My Leadping' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This link was used');
    await user.click(screen.getByRole('button', { name: 'Request a new link' }));
    await screen.findByRole('button', { name: 'Email me a link' });
  });

  it('replaces a key and keeps the chosen browsers', async () => {
    const path = `/api/my/licenses/${LICENSE.id}`;
    const { user, api, toasts } = await open({
      [`GET ${path}/devices`]: ok(LICENSE.devices),
      [`POST ${path}/rotate`]: ok({ message: 'Your key was replaced.' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Replace key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace this key?' }));
    await user.click(await dialog.findByRole('checkbox', { name: 'Chrome on macOS' }));
    await user.click(dialog.getByRole('button', { name: 'Replace key' }));
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Key Replaced' }]));
    expect(api.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      keyNumber: 2,
      keptDevices: ['ref-00001'],
    });
  });

  it('asks for a new link, and not for a password, when the session ends during a call', async () => {
    let hasEnded = false;
    const { user } = await open({
      'GET /api/my/session': () => (hasEnded ? failing(401, 'Unauthorized') : ok(SESSION)),
      [`DELETE /api/my/licenses/${LICENSE.id}/devices/ref-00001`]: () => {
        hasEnded = true;
        return failing(401, 'Unauthorized');
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Sign out browser' }));
    await screen.findByRole('button', { name: 'Email me a link' });
    expect(location.pathname).toBe('/my');
  });

  it('links the withdrawal of each order on the page of its seller, with the address in the fragment', async () => {
    const theirs = { ...ORDER, id: 'order-2', seller: { resellerId: 'res-7', businessName: 'Acme' } };
    await open({ 'GET /api/my/orders': ok([ORDER, theirs]) });
    const hrefOf = async (id: string) =>
      (await screen.findByRole('link', { name: `Withdraw from order ${id}` })).getAttribute('href');
    expect(await hrefOf('order-1')).toBe('/withdraw#order=order-1&email=ada%40example.com');
    expect(await hrefOf('order-2')).toBe('/r/res-7/withdraw#order=order-2&email=ada%40example.com');
  });

  it('names an order that cost nothing complete or ended, and not paid or refunded', async () => {
    const free = { ...ORDER, amount: '0.00' };
    const ended = { ...free, id: 'order-2', status: 'refunded' };
    await open({ 'GET /api/my/orders': ok([free, ended]) });
    const orders = within(await screen.findByRole('list', { name: 'Orders' }));
    expect(await orders.findByText('Complete')).toBeTruthy();
    expect(orders.getByText('Ended')).toBeTruthy();
    expect(orders.queryByText(/Paid|Refunded/)).toBeNull();
  });

  it('says before an erasure what ends with it', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Erase my data' }));
    const dialog = await screen.findByRole('dialog', { name: 'Erase everything about you?' });
    expect(dialog.textContent).toContain(
      'The links to your receipts stop working, and you can no longer withdraw from your orders on the withdrawal page.',
    );
  });

  it('shows each part that could be read, and an error with a retry in place of the others', async () => {
    await open({ 'GET /api/my/licenses': failing(503, 'Later.') });
    await screen.findByText("We couldn't load your license keys");
    await screen.findByText('No orders with this address');
  });
});
