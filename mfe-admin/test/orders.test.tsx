import { describe, expect, it, jest } from '@jest/globals';
import type { AdminOrder } from '@leadping/contracts/commerce/order-routes';
import type { TimelineEntry } from '@leadping/contracts/timeline';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import { screen, waitFor, within } from '@testing-library/react';
import remote from '../src/remote.tsx';
import { failing, signedIn } from './people.ts';
import { held } from '@leadping/test-kit/web/held';
import { anOrder, LONG } from './an-order.ts';

describe('the orders', () => {
  const LIST = 'GET /api/admin/orders';
  const open = (replies: Replies, path = '/admin/orders') =>
    openPage(remote, path, { ...signedIn(), ...replies });

  it('show a message if there are none, and offer to show all after a search without results', async () => {
    const { user } = await open({ [LIST]: ok([]) }, '/admin/orders?search=nobody');
    await screen.findByText('No orders match');
    await user.click(screen.getByRole('button', { name: 'Show all orders' }));
    await screen.findByText('No orders yet');
    expect(location.search).toBe('');
  });

  it('show an empty table while they load', async () => {
    const list = held(ok([anOrder()]));
    await open({ [LIST]: list.reply });
    const table = await screen.findByRole('table', { name: 'Orders' });
    expect(within(table).queryByText('order-1')).toBeNull();
    list.release();
    await screen.findByRole('link', { name: 'order-1' });
  });

  it('show an error and can be retried if they cannot be read', async () => {
    let isDown = true;
    const { user } = await open({ [LIST]: () => (isDown ? failing(503, 'Later.') : ok([anOrder()])) });
    expect((await screen.findByRole('alert')).textContent).toContain('Later.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'order-1' });
  });

  it('show long names in full, amounts in the format of their currency, and problems and inquiries by name', async () => {
    const long = anOrder({
      customerName: LONG,
      customerEmail: `${LONG}@example.com`,
      seller: { resellerId: 'r1', businessName: `Seller ${LONG}` },
      amount: '7900',
      currency: 'JPY',
      status: 'refunded',
      isTest: true,
      emailProblem: 'refused',
      hasInquiry: true,
    });
    await open({ [LIST]: ok([long]) });
    const row = within((await screen.findByText(`Seller ${LONG}`)).closest('tr') ?? document.body);
    for (const text of [
      LONG,
      `${LONG}@example.com`,
      '¥7,900',
      'Refunded',
      'Inquiry',
      'Test',
      'Email refused',
    ])
      expect(row.getByText(text)).toBeTruthy();
  });

  it('show that a key was not delivered', async () => {
    await open({ [LIST]: ok([anOrder({ emailProblem: 'undelivered' })]) });
    await screen.findByText('Key not delivered');
  });

  it.each([
    ['main_product', 'Leadping License'],
    ['reseller_rights', 'Reseller Rights'],
    ['gift_card', 'gift_card'],
    ['', 'Unknown'],
  ])('with the product type "%s" are named %s, as in the CSV', async (productType, name) => {
    await open({ [LIST]: ok([anOrder({ productType: productType as never })]) });
    await screen.findByText(name);
  });

  it('are sorted, searched and filtered by the server, with the state in the address', async () => {
    const { user, api } = await open({ [LIST]: ok([anOrder()]) });
    await screen.findByRole('link', { name: 'order-1' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'refunded');
    await user.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'ann');
    await waitFor(() =>
      expect(api.calls.at(-1)?.query).toMatchObject({ status: 'refunded', search: 'ann', sort: 'newest' }),
    );
    expect(location.search).toContain('status=refunded');
    await user.click(screen.getByRole('button', { name: /^Amount/ }));
    await waitFor(() => expect(['highest', 'lowest']).toContain(api.calls.at(-1)?.query.sort));
  });

  it('scroll the list into view on another page, unless it is in view already', async () => {
    const rows = { ...ok([anOrder()]), headers: { 'x-next-cursor': 'next' } };
    const { user } = await open({ [LIST]: rows });
    const region = await screen.findByRole('region', { name: 'Orders' });
    const intoView = jest.spyOn(region, 'scrollIntoView');
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await screen.findByText('Page 2');
    expect(intoView).not.toHaveBeenCalled();
    jest.spyOn(region, 'getBoundingClientRect').mockReturnValue({ top: -900 } as DOMRect);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Page 3');
    expect(intoView).toHaveBeenCalledTimes(1);
  });

  it('open an order at its top with focus on the heading, and likewise the list again', async () => {
    const scrolled = jest.spyOn(globalThis, 'scrollTo').mockImplementation(() => undefined);
    const { user } = await open({
      [LIST]: ok([anOrder()]),
      'GET /api/admin/orders/order-1/timeline': ok({ order: anOrder(), entries: [], missing: [] }),
    });
    await user.click(await screen.findByRole('link', { name: /order-1/ }));
    const heading = await screen.findByRole('heading', { level: 1, name: /^Order order-1/ });
    expect(document.activeElement).toBe(heading);
    expect(scrolled.mock.calls).toEqual([[{ top: 0, behavior: 'instant' }]]);
    await user.click(screen.getByRole('link', { name: 'All orders' }));
    const list = await screen.findByRole('heading', { level: 1, name: 'Orders' });
    expect(document.activeElement).toBe(list);
    scrolled.mockRestore();
  });

  it('show the price and the tax that an amount consists of', async () => {
    const amounts = { subtotal: '79.00', discount: '0.00', tax: '12.61', isTaxIncluded: true, net: '66.39' };
    await open({
      [LIST]: ok([anOrder()]),
      'GET /api/admin/orders/order-1/timeline': ok({ order: anOrder({ amounts }), entries: [], missing: [] }),
    }).then(async ({ user }) => user.click(await screen.findByRole('link', { name: /order-1/ })));
    const amount = (await screen.findByText('Amount')).parentElement;
    expect(amount?.textContent).toBe('Amount$79.00$79.00 price$12.61 tax, includedRefund');
  });

  describe('an order', () => {
    const TIMELINE = 'GET /api/admin/orders/order-1/timeline';
    const entry = (overrides: Partial<TimelineEntry>): TimelineEntry => ({
      at: '2026-11-01T10:00:00.000Z',
      service: 'svc-commerce',
      kind: 'order',
      title: 'Order created',
      detail: null,
      state: 'ok',
      traceId: null,
      subjectId: 'order-1',
      action: null,
      ...overrides,
    });
    const timeline = (entries: TimelineEntry[], missing: string[] = []) =>
      ok({ order: anOrder(), entries, missing });
    const openOne = (replies: Replies) => open(replies, '/admin/orders?order=order-1');
    const REPLAY = 'POST /api/admin/failed-deliveries/replay';
    const RESEND = `POST /api/admin/licenses/${'1'.repeat(24)}/resend`;
    const resend = entry({ title: 'License issued', subjectId: '1'.repeat(24), action: 'resend-key' });
    const replay = entry({
      title: 'Attempt failed',
      state: 'failed',
      subjectId: 'delivery-1',
      action: 'replay-webhook',
    });

    it('names a service that did not reply and can be retried', async () => {
      let missing = ['svc-support'];
      const { user } = await openOne({ [TIMELINE]: () => timeline([entry({})], missing) });
      expect((await screen.findByRole('alert')).textContent).toContain('svc-support didn’t respond');
      expect(screen.getByText('Order created')).toBeTruthy();
      missing = [];
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    });

    it('sends its key and its webhook again, and confirms it', async () => {
      const { user, api, toasts } = await openOne({
        [TIMELINE]: timeline([resend, replay]),
        [RESEND]: { status: 202, body: { message: 'The key is on its way.' } },
        [REPLAY]: ok({ replayed: 1, skipped: 0 }),
      });
      await user.click(await screen.findByRole('button', { name: 'Resend key' }));
      await waitFor(() => expect(toasts.at(-1)?.title).toBe('Key sent again'));
      await user.click(screen.getByRole('button', { name: 'Send webhook again' }));
      await waitFor(() => expect(toasts.at(-1)?.title).toBe('Webhook sent again'));
      expect(api.calls.find(({ method, path }) => `${method} ${path}` === REPLAY)?.body).toEqual({
        ids: ['delivery-1'],
      });
    });

    it('shows an error if an action is refused', async () => {
      const { user, toasts } = await openOne({
        [TIMELINE]: timeline([resend, replay]),
        [RESEND]: failing(409, 'This license is revoked.'),
        [REPLAY]: ok({ replayed: 0, skipped: 1 }),
      });
      await user.click(await screen.findByRole('button', { name: 'Resend key' }));
      await waitFor(() => expect(toasts.at(-1)).toMatchObject({ description: 'This license is revoked.' }));
      await user.click(screen.getByRole('button', { name: 'Send webhook again' }));
      await waitFor(() => expect(toasts.at(-1)?.title).toBe('Not sent again'));
    });

    const EMAIL = 'PUT /api/admin/orders/order-1/email';
    async function correctOne(order: AdminOrder, reply: Parameters<typeof openOne>[0][string]) {
      const page = await openOne({ [TIMELINE]: ok({ order, entries: [], missing: [] }), [EMAIL]: reply });
      await page.user.click(await screen.findByRole('button', { name: 'Correct email' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Correct Customer Email' }));
      await page.user.type(await dialog.findByLabelText('Customer email'), 'ada@example.com');
      await page.user.click(dialog.getByRole('button', { name: 'Correct Email' }));
      return page;
    }

    it.each<AdminOrder['status']>(['pending', 'refunded'])(
      'with the status %s promises no email to the corrected address',
      async (status) => {
        const order = anOrder({ status, customerEmail: '', emailProblem: 'missing' });
        const { toasts } = await correctOne(order, ok(anOrder({ customerEmail: 'ada@example.com' })));
        await waitFor(() =>
          expect(toasts).toMatchObject([
            { title: 'Email Corrected', description: 'It is ada@example.com now' },
          ]),
        );
      },
    );

    it.each([
      ['main_product', 'license key'],
      ['reseller_rights', 'welcome email'],
    ])('for %s without an email address can get one, and is then read again', async (productType, sent) => {
      const order = anOrder({ productType, customerEmail: '', emailProblem: 'missing' });
      const { api, toasts } = await correctOne(order, ok(anOrder({ customerEmail: 'ada@example.com' })));
      expect(screen.getByText('No email address')).toBeTruthy();
      await waitFor(() =>
        expect(toasts).toMatchObject([
          { title: 'Email Corrected', description: `The ${sent} is sent to ada@example.com` },
        ]),
      );
      const calls = api.calls.map(({ method, path }) => `${method} ${path}`);
      expect(api.calls[calls.indexOf(EMAIL)]?.body).toEqual({ customerEmail: 'ada@example.com' });
      await waitFor(() =>
        expect(api.calls.slice(calls.indexOf(EMAIL)).map(({ path }) => path)).toContain(TIMELINE.slice(4)),
      );
    });

    it('shows why its email address was not corrected', async () => {
      const { toasts } = await correctOne(
        anOrder({ customerEmail: '' }),
        failing(409, 'This order made a reseller.'),
      );
      await waitFor(() =>
        expect(toasts).toMatchObject([
          { title: 'Update Failed', description: 'This order made a reseller.' },
        ]),
      );
      expect(screen.getByRole('dialog')).toBeTruthy();
    });

    it('for published reseller rights offers no email correction', async () => {
      const order = anOrder({ productType: 'reseller_rights' });
      await openOne({ [TIMELINE]: ok({ order, entries: [], missing: [] }) });
      await screen.findByText('Reseller Rights');
      expect(screen.queryByRole('button', { name: 'Correct email' })).toBeNull();
    });

    it('shows an error and can be retried if it cannot be read', async () => {
      let isDown = true;
      const { user } = await openOne({
        [TIMELINE]: () => (isDown ? failing(404, 'This order does not exist.') : timeline([entry({})])),
      });
      expect((await screen.findByRole('alert')).textContent).toContain('This order does not exist.');
      isDown = false;
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await screen.findByText('Order created');
    });
  });
});
