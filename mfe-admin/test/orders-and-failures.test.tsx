import { describe, expect, it, jest } from '@jest/globals';
import type { AdminOrder } from '@leadping/contracts/commerce/order-routes';
import type { FailedDelivery } from '@leadping/contracts/commerce/order-webhook-routes';
import type { DeadLetter } from '@leadping/contracts/dead-letter-routes';
import type { TimelineEntry } from '@leadping/contracts/timeline';
import { ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { openPage } from '@leadping/test-kit/web/open-page';
import { screen, waitFor, within } from '@testing-library/react';
import remote from '../src/remote.tsx';
import { failing, signedIn } from './people.ts';

const LONG = 'x'.repeat(200);

const anOrder = (overrides: Partial<AdminOrder> = {}): AdminOrder => ({
  id: 'order-1',
  customerEmail: 'ann@example.com',
  customerName: 'Ann Smith',
  amount: '79.00',
  currency: 'USD',
  status: 'completed',
  createdAt: '2026-11-01T10:00:00.000Z',
  stripeSessionId: 'cs_test_0123456789abcdefghij',
  productType: 'main_product',
  isTest: false,
  emailProblem: null,
  seller: { resellerId: null, businessName: 'Leadping' },
  ...overrides,
});

/** A reply that a test holds back until it says so. */
function held(reply: ReturnType<typeof ok>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  return {
    reply: async () => {
      await released;
      return reply;
    },
    release: () => release(),
  };
}

describe('the orders', () => {
  const LIST = 'GET /api/admin/orders';
  const open = (replies: Replies, path = '/admin/orders') =>
    openPage(remote, path, { ...signedIn(), ...replies });

  it('say that there are none yet, and lead out of a search that finds none', async () => {
    const { user } = await open({ [LIST]: ok([]) }, '/admin/orders?search=nobody');
    await screen.findByText('No orders match');
    await user.click(screen.getByRole('button', { name: 'Show all orders' }));
    await screen.findByText('No orders yet');
    expect(location.search).toBe('');
  });

  it('that load for long show that they do, and then the table', async () => {
    const list = held(ok([anOrder()]));
    await open({ [LIST]: list.reply });
    const table = await screen.findByRole('table', { name: 'Orders' });
    expect(within(table).queryByText('order-1')).toBeNull();
    list.release();
    await screen.findByRole('link', { name: 'order-1' });
  });

  it('that cannot be read say so, and are tried again', async () => {
    let isDown = true;
    const { user } = await open({ [LIST]: () => (isDown ? failing(503, 'Later.') : ok([anOrder()])) });
    expect((await screen.findByRole('alert')).textContent).toContain('Later.');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'order-1' });
  });

  it('with long names are shown whole, other currencies in their own form, problems by name', async () => {
    const long = anOrder({
      customerName: LONG,
      customerEmail: `${LONG}@example.com`,
      seller: { resellerId: 'r1', businessName: `Seller ${LONG}` },
      amount: '7900',
      currency: 'JPY',
      status: 'refunded',
      isTest: true,
      emailProblem: 'refused',
    });
    await open({ [LIST]: ok([long]) });
    const row = within((await screen.findByText(`Seller ${LONG}`)).closest('tr') ?? document.body);
    for (const text of [LONG, `${LONG}@example.com`, '¥7,900', 'Refunded', 'Test', 'Email refused'])
      expect(row.getByText(text)).toBeTruthy();
  });

  it('whose key did not arrive say so', async () => {
    await open({ [LIST]: ok([anOrder({ emailProblem: 'undelivered' })]) });
    await screen.findByText('Key not delivered');
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

  it('begin another page in sight, and not where they are in sight already', async () => {
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

  it('open one at its beginning, in focus, and so the list again', async () => {
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

  describe('one of them', () => {
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

    it('names the part that is missing and fetches it once more', async () => {
      let missing = ['svc-support'];
      const { user } = await openOne({ [TIMELINE]: () => timeline([entry({})], missing) });
      expect((await screen.findByRole('alert')).textContent).toContain('svc-support didn’t respond');
      expect(screen.getByText('Order created')).toBeTruthy();
      missing = [];
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    });

    it('sends its key and its webhook again, and says so', async () => {
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

    it('says so where an action is refused', async () => {
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
      'that is %s promises no email to the corrected address',
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
    ])('of %s that is held for want of an address gets one, and is read again', async (productType, sent) => {
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

    it('says why its address was not corrected', async () => {
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

    it('of reseller rights that are published offers no correction', async () => {
      const order = anOrder({ productType: 'reseller_rights' });
      await openOne({ [TIMELINE]: ok({ order, entries: [], missing: [] }) });
      await screen.findByText('Reseller Rights');
      expect(screen.queryByRole('button', { name: 'Correct email' })).toBeNull();
    });

    it('that cannot be read says so, and is tried again', async () => {
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

describe('the failures', () => {
  const DELIVERIES = 'GET /api/admin/failed-deliveries';
  const letters = (name: string) => `GET /api/admin/dead-letters/${name}`;
  const none = ok({ total: 0, deadLetters: [] });
  const delivery = (id: string, overrides: Partial<FailedDelivery> = {}): FailedDelivery => ({
    id,
    orderId: `order-${id}`,
    resellerId: 'r1',
    businessName: 'Acme',
    url: 'https://receiver.example/hook',
    state: 'stopped',
    createdAt: '2026-11-01T10:00:00.000Z',
    nextAttemptAt: null,
    attempts: [{ at: '2026-11-01T10:00:00.000Z', status: 500, error: null, durationMs: 12 }],
    disabledReason: null,
    ...overrides,
  });
  const letter = (id: string): DeadLetter => ({
    id,
    eventId: `event-${id}`,
    consumer: 'on-order-paid',
    subject: `commerce.order.${id}`,
    traceId: null,
    error: 'The database was away',
    attempts: 5,
    at: '2026-11-01T10:00:00.000Z',
  });
  const open = (replies: Replies = {}) =>
    openPage(remote, '/admin/failures', {
      ...signedIn(),
      [DELIVERIES]: ok([]),
      ...Object.fromEntries(
        ['identity', 'commerce', 'licensing', 'support'].map((name) => [letters(name), none]),
      ),
      ...replies,
    });

  it('say where there are none', async () => {
    await open();
    await screen.findByText('Every order webhook was delivered.');
    await waitFor(() => expect(screen.getAllByText('Every event was handled.')).toHaveLength(4));
  });

  it('a part that loads for long shows it after a moment, and the others are there', async () => {
    const slow = held(none);
    await open({ [letters('licensing')]: slow.reply });
    const panel = await screen.findByRole('region', { name: 'Failed licensing events' });
    await waitFor(() => expect(screen.getAllByText('Every event was handled.')).toHaveLength(3));
    await waitFor(() => expect(panel.querySelector('.ant-skeleton')).not.toBeNull());
    slow.release();
    await within(panel).findByText('Every event was handled.');
  });

  it.each(['identity', 'commerce', 'licensing', 'support'])(
    'the part of %s fails alone, says so, and is tried again',
    async (name) => {
      let isDown = true;
      const { user } = await open({ [letters(name)]: () => (isDown ? failing(503, 'Later.') : none) });
      const panel = within(await screen.findByRole('region', { name: `Failed ${name} events` }));
      expect((await panel.findByRole('alert')).textContent).toContain('Later.');
      await waitFor(() => expect(screen.getAllByText('Every event was handled.')).toHaveLength(3));
      expect(screen.getAllByRole('alert')).toHaveLength(1);
      isDown = false;
      await user.click(panel.getByRole('button', { name: 'Try again' }));
      await panel.findByText('Every event was handled.');
    },
  );

  it('webhooks say why they failed, with long names and URLs cut, which are copied whole [R-late.8]', async () => {
    const url = `https://receiver.example/${LONG}`;
    const { user, toasts } = await open({
      [DELIVERIES]: ok([
        delivery('1', { businessName: LONG, url }),
        delivery('2', { disabledReason: 'gone' }),
        delivery('3', {
          attempts: [{ at: '2026-11-01T10:00:00.000Z', status: 401, error: null, durationMs: 1 }],
        }),
        delivery('4', {
          attempts: [{ at: '2026-11-01T10:00:00.000Z', status: null, error: 'timeout', durationMs: 1 }],
        }),
      ]),
    });
    await screen.findByText(LONG);
    expect(screen.getByText(`${url.slice(0, 50)}...`)).toBeTruthy();
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    const [copy] = await screen.findAllByRole('button', { name: /^Copy URL of order/ });
    await user.click(copy as HTMLElement);
    expect(write).toHaveBeenCalledWith(url);
    await waitFor(() => expect(toasts).toMatchObject([{ title: 'Copied to clipboard' }]));
    for (const text of [
      /failed \(status 500\)/,
      /410 Gone/,
      /refused it \(status 401\)/,
      /not reached \(timeout\)/,
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'Order order-1' })).getAttribute('href')).toContain(
      'order=order-1',
    );
  });

  it('are replayed one, some and all; what was skipped or failed again is said', async () => {
    const { user, api, toasts } = await open({
      [DELIVERIES]: ok([delivery('1'), delivery('2')]),
      'POST /api/admin/failed-deliveries/replay': ok({ replayed: 1, skipped: 1 }),
      [letters('commerce')]: ok({ total: 250, deadLetters: [letter('a'), letter('b')] }),
      'POST /api/admin/dead-letters/commerce/replay': ok({
        replayed: 1,
        failed: [{ id: 'b', error: 'Still away' }],
      }),
    });
    const sent = () => api.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    await user.click(await screen.findByRole('button', { name: 'Replay webhook of order order-2' }));
    await waitFor(() => expect(sent()).toEqual([{ ids: ['2'] }]));
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({
        title: '1 webhook is sent again',
        description: '1 skipped: arrived meanwhile, or replayed less than a minute ago.',
      }),
    );
    const panel = within(screen.getByRole('region', { name: 'Failed commerce events' }));
    expect(panel.getByText(/250 in all/)).toBeTruthy();
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Replay selected' }).disabled).toBe(true);
    await user.click(panel.getByRole('checkbox', { name: 'Select all' }));
    await user.click(panel.getByRole('button', { name: 'Replay 2 selected' }));
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({
        title: '1 event was handled',
        description: '1 failed again: Still away',
        tone: 'destructive',
      }),
    );
    expect(sent().at(-1)).toEqual({ ids: ['a', 'b'] });
  });

  it('leave the focus in their list when they are gone from it', async () => {
    let rows = [delivery('1'), delivery('2')];
    const { user } = await open({
      [DELIVERIES]: () => ok(rows),
      'POST /api/admin/failed-deliveries/replay': ({ body }) => {
        const { ids } = body as { ids: string[] };
        rows = rows.filter(({ id }) => !ids.includes(id));
        return ok({ replayed: 1, skipped: 0 });
      },
    });
    const panel = await screen.findByRole('region', { name: 'Order webhooks' });
    for (const id of ['1', '2']) {
      await user.click(await screen.findByRole('button', { name: `Replay webhook of order order-${id}` }));
      await waitFor(() => expect(screen.queryByRole('link', { name: `Order order-${id}` })).toBeNull());
      expect(panel.contains(document.activeElement)).toBe(true);
    }
    expect(within(panel).getByText('Every order webhook was delivered.')).toBeTruthy();
  });

  it('that are more than the page shows are said to be, and a replay of none to be none', async () => {
    const { user, toasts } = await open({
      [DELIVERIES]: { ...ok([delivery('1')]), headers: { 'x-next-cursor': 'more' } },
      'POST /api/admin/failed-deliveries/replay': ok({ replayed: 0, skipped: 1 }),
    });
    await screen.findByText(/The newest 100 are shown/);
    await user.click(await screen.findByRole('button', { name: 'Replay webhook of order order-1' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'No webhook is sent again', tone: 'neutral' }]),
    );
  });

  it('past the hundred that one call takes they can be chosen too, a hundred at a time', async () => {
    const REPLAY = 'POST /api/admin/dead-letters/commerce/replay';
    const { user, api } = await open({
      [letters('commerce')]: ok({
        total: 101,
        deadLetters: Array.from({ length: 101 }, (_, index) => letter(`l${index}`)),
      }),
      [REPLAY]: ok({ replayed: 1, failed: [] }),
    });
    const panel = within(await screen.findByRole('region', { name: 'Failed commerce events' }));
    const last = (await panel.findAllByRole<HTMLInputElement>('checkbox')).at(-1);
    if (!last) throw new Error('no list');
    await user.click(last);
    await user.click(panel.getByRole('button', { name: 'Replay 1 selected' }));
    // The list is read again right after.
    await waitFor(() => expect(api.calls.map(({ body }) => body)).toContainEqual({ ids: ['l100'] }));
    await user.click(panel.getByRole('checkbox', { name: 'Select all' }));
    await panel.findByRole('button', { name: 'Replay 100 selected' });
    expect(last.checked).toBe(false);
    expect(last.disabled).toBe(true);
  });

  it('a refused replay is said, and nothing is gone', async () => {
    const { user, toasts } = await open({
      [DELIVERIES]: ok([delivery('1')]),
      'POST /api/admin/failed-deliveries/replay': failing(403, 'Access denied'),
    });
    await user.click(await screen.findByRole('button', { name: 'Replay webhook of order order-1' }));
    await waitFor(() =>
      expect(toasts.at(-1)).toMatchObject({
        title: 'The webhooks were not replayed',
        description: 'Access denied',
        tone: 'destructive',
      }),
    );
    expect(screen.getByRole('link', { name: 'Order order-1' })).toBeTruthy();
  });
});

describe('the command palette', () => {
  const NOTHING: Replies = {
    'GET /api/admin/orders': ok([]),
    'GET /api/admin/licenses': ok([]),
    'GET /api/admin/resellers': ok([]),
    'GET /api/admin/support-tickets': ok([]),
  };
  const openPalette = async (replies: Replies) => {
    const page = await openPage(remote, '/admin/failures', { ...signedIn(), ...NOTHING, ...replies });
    await screen.findByRole('navigation', { name: 'Dashboard' });
    await page.user.keyboard('{Control>}k{/Control}');
    const box = await screen.findByRole('combobox', { name: 'Search pages and records' });
    return { ...page, box };
  };
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

  it('opens a page by the keyboard alone', async () => {
    const { user, box } = await openPalette({});
    await user.type(box, 'privacy{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/admin/privacy'));
  });

  it('finds an order by its customer, with a long name whole, and opens it', async () => {
    const { user, box } = await openPalette({
      'GET /api/admin/orders': ok([anOrder({ customerEmail: `${LONG}@example.com` })]),
    });
    await user.type(box, 'zzann');
    await waitFor(() => expect(options()).toEqual([`${LONG}@example.com$79.00, completed`]));
    await user.type(box, '{Enter}');
    await waitFor(() => expect(location.search).toBe('?order=order-1'));
  });

  it('says that it searches, and that there is nothing', async () => {
    const slow = held(ok([]));
    const { user, box } = await openPalette({ 'GET /api/admin/orders': slow.reply });
    await user.type(box, 'zznobody');
    await screen.findByText('Searching');
    slow.release();
    await screen.findByText('Nothing found.');
  });

  it('finds the records of the others while a service is down; with all down pages still open', async () => {
    const down = failing(503, 'Later.');
    const { user, box } = await openPalette({
      'GET /api/admin/orders': ok([anOrder()]),
      'GET /api/admin/licenses': down,
      'GET /api/admin/support-tickets': down,
    });
    await user.type(box, 'zzann');
    await waitFor(() => expect(options()).toEqual(['ann@example.com$79.00, completed']));
    await screen.findByText(/^(Licenses and Tickets|Tickets and Licenses) are unavailable right now\.$/);
  });

  it('shows what is found while another service is silent', async () => {
    const silent = held(ok([]));
    const { user, box } = await openPalette({
      'GET /api/admin/orders': ok([anOrder()]),
      'GET /api/admin/licenses': silent.reply,
    });
    await user.type(box, 'zzann');
    const found = ['ann@example.com$79.00, completed'];
    await waitFor(() => expect(options()).toEqual(found));
    expect(screen.getByText('Searching')).toBeTruthy();
    silent.release();
    await waitFor(() => expect(screen.queryByText('Searching')).toBeNull());
    expect(options()).toEqual(found);
  });

  it('says so where no records are to be had; pages still open', async () => {
    const down = failing(503, 'Later.');
    const { user, box } = await openPalette(
      Object.fromEntries(Object.keys(NOTHING).map((call) => [call, down])),
    );
    await user.type(box, 'audit');
    await screen.findByText('Records are unavailable right now. Pages still open.');
    await user.type(box, '{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/admin/audit-log'));
  });
});
