import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { DeskTicket, TicketResponse } from '@leadping/contracts/support/ticket';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failing, ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { fakeIntervals } from '@leadping/test-kit/web/fake-intervals';
import { aResponse, aTicket, HOUR, many, openDesk, PATH, rowOf, rows, served, toRead } from './desk.ts';
import { LOST, loseConnection } from './lost-connection.ts';

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the details of a ticket', () => {
  const openTicket = async (replies: Replies) => {
    const page = await openDesk(replies);
    await page.user.click(await (await rows()).findByRole('button', { name: 'Question 1' }));
    return { ...page, dialog: within(await screen.findByRole('dialog')) };
  };

  it('show the conversation from the beginning [S2.61]', async () => {
    const { dialog } = await openTicket(
      served(
        [aTicket(1)],
        [aResponse({}), aResponse({ id: 'r2', message: 'It works', isCustomerResponse: true })],
      ),
    );
    const conversation = within(await dialog.findByRole('list', { name: 'Conversation' }));
    expect(
      conversation
        .getAllByRole('listitem')
        .map((item) => [...item.children].map(({ textContent }) => textContent)),
    ).toEqual([
      [expect.stringContaining('Ann Smith'), 'What about 1?'],
      [expect.stringContaining('sam'), 'Try the newest version.'],
      [expect.stringContaining('Ann Smith'), 'It works'],
    ]);
  });

  it.each([
    [0.4, 'Less than an hour since last update'],
    [1.2, '1 hour since last update'],
    [5.9, '5 hours since last update'],
    [1234.5, '1,234 hours since last update'],
  ])('tell the hours since the last update: %p [S2.62]', async (hours, text) => {
    const updatedAt = new Date(Date.now() - hours * HOUR).toISOString();
    const { dialog } = await openTicket(served([aTicket(1, { updatedAt })]));
    await dialog.findByText(text);
  });

  it('tell the hours anew while nothing else changes', async () => {
    fakeIntervals();
    const { dialog } = await openTicket(served([aTicket(1)]));
    await dialog.findByText('5 hours since last update');
    const later = Date.now() + HOUR;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(dialog.getByText('6 hours since last update')).toBeTruthy();
  });

  it('are in the address, and go with the way back', async () => {
    await openTicket(served([aTicket(1)]));
    expect(toRead(location.search).get('ticket')).toBe(aTicket(1).id);
    history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('that cannot be read are reported, and tried again [S8.14]', async () => {
    let answer: Replies[string] = failing(500, 'Something went wrong.');
    const { dialog, user } = await openTicket({
      ...served([aTicket(1)]),
      [`GET ${PATH}/${aTicket(1).id}`]: (call) => (typeof answer === 'function' ? answer(call) : answer),
    });
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toContain('Error fetching ticket details');
    answer = ok({ ...aTicket(1), responses: [] });
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByText('What about 1?');
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it('and the list say in their own words that the connection was lost', async () => {
    const { dialog, queryClient } = await openTicket(served([aTicket(1)]));
    await dialog.findByText('What about 1?');
    loseConnection();
    await act(() => queryClient.refetchQueries());
    await dialog.findByText(LOST);
    expect(screen.getAllByText(LOST)).toHaveLength(2);
    expect(screen.queryByText('Failed to fetch')).toBeNull();
  });

  it('let the status be changed to any of the four', async () => {
    const tickets = [aTicket(1, { status: 'in_progress' })];
    const { dialog, user, api } = await openTicket(served(tickets));
    await user.click(await dialog.findByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByTitle('Closed'));
    await waitFor(() => expect(tickets[0]?.status).toBe('closed'));
    expect(api.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      status: 'closed',
      seenAt: tickets[0]?.updatedAt,
    });
    await dialog.findByText('This ticket is closed. Reopen it to reply.');
    expect(dialog.queryByRole('textbox', { name: 'Your reply' })).toBeNull();
  });
});

describe('Mark Resolved', () => {
  it('stands at open tickets only, in the list and in the details [S2.64]', async () => {
    const statuses = ['open', 'in_progress', 'resolved', 'closed'] as const;
    const tickets = statuses.map((status, index) => aTicket(index, { status, subject: status }));
    const { user } = await openDesk(served(tickets));
    await rows();
    for (const status of statuses) {
      const expected = status === 'open' ? 1 : 0;
      expect((await rowOf(status)).queryAllByRole('button', { name: 'Mark Resolved' })).toHaveLength(
        expected,
      );
      await user.click(screen.getByRole('button', { name: status }));
      const dialog = within(await screen.findByRole('dialog', { name: status }));
      expect(dialog.queryAllByRole('button', { name: 'Mark Resolved' })).toHaveLength(expected);
      await user.click(dialog.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  it('moves the ticket to resolved and says so [S4.01] [S8.31]', async () => {
    const tickets = [aTicket(1, { customerWaiting: true })];
    const { user, api, toasts } = await openDesk(served(tickets));
    await user.click((await rowOf('Question 1')).getByRole('button', { name: 'Mark Resolved' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([{ title: 'Ticket updated successfully', tone: 'success' }]),
    );
    expect(api.calls.find(({ method }) => method === 'PUT')).toMatchObject({
      path: `${PATH}/${aTicket(1).id}`,
      body: { status: 'resolved' },
    });
    const row = await rowOf('Question 1');
    await row.findByText('Resolved');
    expect(row.queryByRole('button', { name: 'Mark Resolved' })).toBeNull();
  });

  it('that fails is reported [S8.07]', async () => {
    const { user, toasts } = await openDesk({
      ...served([aTicket(1)]),
      [`PUT ${PATH}/${aTicket(1).id}`]: failing(500, 'Try later.'),
    });
    await user.click((await rowOf('Question 1')).getByRole('button', { name: 'Mark Resolved' }));
    await waitFor(() =>
      expect(toasts).toMatchObject([
        { title: 'Failed to update ticket', description: 'Try later.', tone: 'destructive' },
      ]),
    );
  });
});

it('a ticket that the customer has just replied to is not settled, and its reply is read at once', async () => {
  // Not by the next look of every five seconds.
  fakeIntervals();
  const responses: TicketResponse[] = [];
  const { user, toasts } = await openDesk({
    ...served([aTicket(1)], responses),
    [`PUT ${PATH}/${aTicket(1).id}`]: () => {
      responses.push(aResponse({ message: 'Wait, it is back!', isCustomerResponse: true }));
      return failing(409, 'The customer has just replied. Read it first.');
    },
  });
  await user.click(await (await rows()).findByRole('button', { name: 'Question 1' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Mark Resolved' }));
  await dialog.findByText('Wait, it is back!');
  expect(toasts).toMatchObject([
    {
      title: 'Failed to update ticket',
      description: 'The customer has just replied. Read it first.',
      tone: 'destructive',
    },
  ]);
});

/** As a link of the dashboard's menu does. */
const visit = (path: string) =>
  act(() => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  });

describe('a reply', () => {
  async function openReply(replies: Replies) {
    const page = await openDesk(replies);
    await page.user.click((await rowOf('Question 1')).getByRole('button', { name: 'Reply' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Question 1' }));
    return { ...page, dialog, field: await dialog.findByRole('textbox', { name: 'Your reply' }) };
  }
  const answers = ({ api }: Awaited<ReturnType<typeof openReply>>) =>
    api.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  /** The reply to the first of the tickets is on its way until `arrive` is called. */
  const slowReply = (tickets: DeskTicket[]) => {
    let arrive = () => {};
    const isLate = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const route = `POST ${PATH}/${aTicket(1).id}/responses`;
    const late: Replies[string] = async ({ body }) => {
      await isLate;
      return { status: 201, body: aResponse(body as { message: string }) };
    };
    return { replies: { ...served(tickets), [route]: late }, arrive };
  };
  /** Sends a reply, and closes its dialog while it is on its way. */
  const sendAndClose = async (tickets: DeskTicket[]) => {
    const { replies, arrive } = slowReply(tickets);
    const page = await openReply(replies);
    await page.user.type(page.field, 'Quick{Control>}{Enter}{/Control}');
    await waitFor(() => expect(answers(page)).toHaveLength(1));
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return { page, arrive };
  };
  const closeDialog = async ({ user }: Awaited<ReturnType<typeof openReply>>) => {
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const reopen = async ({ user }: Awaited<ReturnType<typeof openReply>>, subject: string) => {
    await user.click((await rowOf(subject)).getByRole('button', { name: 'Reply' }));
    const dialog = within(await screen.findByRole('dialog', { name: subject }));
    return { dialog, field: await dialog.findByRole('textbox', { name: 'Your reply' }) };
  };
  const isSending = ({ dialog }: Awaited<ReturnType<typeof reopen>>) =>
    dialog.getByRole('button', { name: /Send Response/ }).classList.contains('ant-btn-loading');

  it('is written under the conversation, sent once, confirmed, and is then part of it [S2.63] [S8.32] [S1.02]', async () => {
    const page = await openReply(served([aTicket(1)]));
    expect(page.dialog.getByText('What about 1?')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(page.field));
    await page.user.type(page.field, 'Try the newest version.');
    await page.user.click(page.dialog.getByRole('button', { name: 'Send Response' }));
    await waitFor(() =>
      expect(page.toasts).toMatchObject([
        { title: 'Response sent successfully', description: 'Customer has been notified', tone: 'success' },
      ]),
    );
    expect(answers(page)).toEqual([{ message: 'Try the newest version.' }]);
    const conversation = within(page.dialog.getByRole('list', { name: 'Conversation' }));
    await conversation.findByText('Try the newest version.');
    const next = await page.dialog.findByRole('textbox', { name: 'Your reply' });
    expect(next).toHaveProperty('value', '');
    expect(document.activeElement).toBe(next);
    expect(sessionStorage).toHaveLength(0);
  });

  it('goes by Ctrl + Enter', async () => {
    const page = await openReply(served([aTicket(1)]));
    await page.user.type(page.field, 'Quick{Control>}{Enter}{/Control}');
    await waitFor(() => expect(answers(page)).toEqual([{ message: 'Quick' }]));
  });

  it('of nothing but space is not sent [S5.13]', async () => {
    const page = await openReply(served([aTicket(1)]));
    const send = page.dialog.getByRole<HTMLButtonElement>('button', { name: 'Send Response' });
    expect(send.disabled).toBe(true);
    await page.user.type(page.field, '  {Enter} ');
    expect(send.disabled).toBe(true);
    await page.user.type(page.field, '{Control>}{Enter}{/Control}');
    expect(answers(page)).toEqual([]);
    await page.user.type(page.field, 'x');
    expect(send.disabled).toBe(false);
  });

  it('longer than the contract takes is marked at its field and not sent', async () => {
    const page = await openReply(served([aTicket(1)]));
    const longest = 10_000;
    await waitFor(() => expect(page.field).toHaveProperty('maxLength', longest));
    // As a script or an extension writes, past what the field itself allows.
    fireEvent.change(page.field, { target: { value: 'x'.repeat(longest + 1) } });
    await page.user.click(page.dialog.getByRole('button', { name: 'Send Response' }));
    await waitFor(() => expect(page.field.getAttribute('aria-invalid')).toBe('true'));
    expect(answers(page)).toEqual([]);
  });

  it('that fails is reported, and its words are still there [S8.08]', async () => {
    const page = await openReply({
      ...served([aTicket(1)]),
      [`POST ${PATH}/${aTicket(1).id}/responses`]: failing(409, 'This ticket is closed.'),
    });
    await page.user.type(page.field, 'Hello');
    await page.user.click(page.dialog.getByRole('button', { name: 'Send Response' }));
    await waitFor(() =>
      expect(page.toasts).toMatchObject([
        { title: 'Failed to send response', description: 'This ticket is closed.', tone: 'destructive' },
      ]),
    );
    expect(page.field).toHaveProperty('value', 'Hello');
  });

  it('that arrives after its dialog was closed is no draft any more', async () => {
    const { page, arrive } = await sendAndClose([aTicket(1)]);
    arrive();
    await waitFor(() => expect(page.toasts).toMatchObject([{ title: 'Response sent successfully' }]));
    await page.user.click((await rowOf('Question 1')).getByRole('button', { name: 'Reply' }));
    expect(await screen.findByRole('textbox', { name: 'Your reply' })).toHaveProperty('value', '');
    expect(sessionStorage).toHaveLength(0);
  });

  it('that is still on its way is not sent twice from its dialog opened again', async () => {
    const { page, arrive } = await sendAndClose([aTicket(1)]);
    await page.user.click((await rowOf('Question 1')).getByRole('button', { name: 'Reply' }));
    const again = await screen.findByRole('textbox', { name: 'Your reply' });
    await page.user.type(again, '{Control>}{Enter}{/Control}');
    arrive();
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Your reply' })).toHaveProperty('value', ''),
    );
    expect(answers(page)).toEqual([{ message: 'Quick' }]);
  });

  it('that is still on its way is not sent twice after a reply to another ticket', async () => {
    const { replies, arrive } = slowReply(many(2));
    const page = await openReply(replies);
    await page.user.type(page.field, 'Quick{Control>}{Enter}{/Control}');
    await waitFor(() => expect(answers(page)).toHaveLength(1));
    await closeDialog(page);
    const other = await reopen(page, 'Question 2');
    await page.user.type(other.field, 'Other{Control>}{Enter}{/Control}');
    await waitFor(() => expect(page.toasts).toHaveLength(1));
    await closeDialog(page);
    const again = await reopen(page, 'Question 1');
    expect(again.field).toHaveProperty('value', 'Quick');
    expect(isSending(again)).toBe(true);
    await page.user.type(again.field, '{Control>}{Enter}{/Control}');
    arrive();
    await waitFor(() => expect(page.toasts).toHaveLength(2));
    await waitFor(() =>
      expect(again.dialog.getByRole('textbox', { name: 'Your reply' })).toHaveProperty('value', ''),
    );
    expect(answers(page)).toEqual([{ message: 'Quick' }, { message: 'Other' }]);
  });

  it('that is still on its way is not sent twice after a visit to another page, nor a draft again', async () => {
    const { replies, arrive } = slowReply([aTicket(1)]);
    const page = await openReply(replies);
    await page.user.type(page.field, 'Quick{Control>}{Enter}{/Control}');
    await waitFor(() => expect(answers(page)).toHaveLength(1));
    await closeDialog(page);
    visit('/admin/orders');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Tickets' })).toBeNull());
    visit('/admin/tickets');
    const again = await reopen(page, 'Question 1');
    expect(again.field).toHaveProperty('value', 'Quick');
    expect(isSending(again)).toBe(true);
    await page.user.type(again.field, '{Control>}{Enter}{/Control}');
    arrive();
    await waitFor(() => expect(page.toasts).toHaveLength(1));
    const next = await again.dialog.findByRole('textbox', { name: 'Your reply' });
    await waitFor(() => expect(next).toHaveProperty('value', ''));
    expect(document.activeElement).toBe(next);
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    expect(sessionStorage).toHaveLength(0);
    await page.user.keyboard('x');
    expect(Object.values(sessionStorage)).toEqual(['x']);
    expect(answers(page)).toEqual([{ message: 'Quick' }]);
  });

  it("that was not sent stays through another ticket and a reload, and is nobody else's", async () => {
    const page = await openReply(served(many(2)));
    await page.user.type(page.field, 'Half a though');
    await page.user.click(page.dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await page.user.click((await rowOf('Question 2')).getByRole('button', { name: 'Reply' }));
    expect(await screen.findByRole('textbox', { name: 'Your reply' })).toHaveProperty('value', '');
    page.unmount();
    await openDesk(served(many(2)), `?ticket=${aTicket(1).id}`);
    expect(await screen.findByRole('textbox', { name: 'Your reply' })).toHaveProperty(
      'value',
      'Half a though',
    );
  });

  it('that was not sent asks before the tab is closed', async () => {
    const page = await openReply(served([aTicket(1)]));
    const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leaves()).toBe(true);
    await page.user.type(page.field, 'Half');
    expect(leaves()).toBe(false);
    await page.user.clear(page.field);
    expect(leaves()).toBe(true);
  });

  it('is not offered for a closed ticket', async () => {
    await openDesk(served([aTicket(1, { status: 'closed' })]));
    expect((await rowOf('Question 1')).queryByRole('button', { name: 'Reply' })).toBeNull();
  });
});

describe('the customer beside a ticket', () => {
  const at = new Date(Date.now() - 2 * HOUR).toISOString();
  const seller = { resellerId: null, businessName: 'Leadping' };
  const order = {
    id: 'order-1',
    customerEmail: 'ann@example.com',
    amount: '79.00',
    currency: 'USD' as const,
    status: 'completed' as const,
    createdAt: at,
    productType: 'main_product',
    isTest: false,
    emailProblem: null,
    seller,
  };
  const license = {
    id: 'license-1',
    maskedKey: 'ABCD-…-WXYZ',
    status: 'suspended' as const,
    isTest: false,
    seller,
    orderId: 'order-1',
    mail: { state: 'failed' as const, error: 'Inactive' },
    createdAt: at,
    devices: [{ deviceId: 'd1', deviceName: 'Chrome on Windows', activatedAt: at, lastUsedAt: at }],
  };
  const mail = {
    id: 'm1',
    title: 'License key',
    state: 'failed' as const,
    error: 'Inactive',
    at,
    orderId: null,
  };
  const partOf = (name: string) => `GET ${PATH}/${aTicket(1).id}/${name}`;
  const whole = (): Replies => ({
    ...served(many(2)),
    [partOf('orders')]: ok([order]),
    [partOf('licenses')]: ok([license]),
    [partOf('mails')]: ok([mail]),
    [partOf('other-tickets')]: ok([{ ...aTicket(2), status: 'closed' }]),
    [partOf('orders/order-1/timeline')]: ok({
      order,
      entries: [
        {
          at,
          service: 'svc-commerce',
          kind: 'payment',
          title: 'Payment received',
          detail: '$79',
          state: 'ok',
          traceId: null,
          subjectId: 'order-1',
          action: null,
        },
      ],
      missing: ['svc-support'],
    }),
  });
  const openCustomer = async (replies: Replies) => {
    const page = await openDesk(replies, `?ticket=${aTicket(1).id}`);
    const customer = within(await screen.findByRole('complementary', { name: 'Customer' }));
    return {
      ...page,
      customer,
      part: async (name: RegExp) => within(await customer.findByRole('region', { name })),
    };
  };

  it('has orders, licenses with devices, emails with their delivery, and other tickets', async () => {
    const { part, user } = await openCustomer(whole());
    expect(await (await part(/^Orders/)).findByText('Completed')).toBeTruthy();
    const licenses = await part(/^Licenses/);
    for (const text of ['ABCD-…-WXYZ', 'Suspended', 'Key email failed', '1 device', 'Chrome on Windows'])
      expect(await licenses.findByText(text)).toBeTruthy();
    const mails = await part(/^Emails/);
    for (const text of ['License key', 'Failed', 'Inactive'])
      expect(await mails.findByText(text)).toBeTruthy();
    await user.click(await (await part(/^Other tickets/)).findByRole('button', { name: 'Question 2' }));
    await screen.findByRole('dialog', { name: 'Question 2' });
    expect(toRead(location.search).get('ticket')).toBe(aTicket(2).id);
  });

  it.each([
    ['refused', 'Email refused'],
    ['undelivered', 'Key not delivered'],
  ] as const)('says of an order whose key email is %s: %s', async (emailProblem, text) => {
    const { part } = await openCustomer({ ...whole(), [partOf('orders')]: ok([{ ...order, emailProblem }]) });
    await (await part(/^Orders/)).findByText(text);
  });

  it('leads to the timeline of an order, beside the conversation, and back', async () => {
    const { part, customer, user, toasts } = await openCustomer(whole());
    await user.click(await (await part(/^Licenses/)).findByRole('button', { name: 'Order timeline' }));
    await customer.findByText('Payment received');
    expect(customer.getByText(/The emails did not load/)).toBeTruthy();
    expect(toRead(location.search).get('order')).toBe('order-1');
    expect(screen.getByText('What about 1?')).toBeTruthy();
    const back = customer.getByRole('button', { name: 'Back to the customer' });
    expect(document.activeElement).toBe(back);
    // In the words of the dashboard around the desk.
    await user.click(customer.getByRole('button', { name: /^Copy/ }));
    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ title: 'Copied to clipboard' }));
    await user.click(back);
    await part(/^Orders/);
  });

  it('says what is not there', async () => {
    const { customer } = await openCustomer(served(many(1)));
    for (const text of [
      'No orders for this address.',
      'No licenses for this address.',
      'No emails to this address.',
      'No other tickets.',
    ])
      await customer.findByText(text);
  });

  it.each([
    ['orders', /^Orders/],
    ['licenses', /^Licenses/],
    ['mails', /^Emails/],
    ['other-tickets', /^Other tickets/],
  ])('the part %s fails alone, says so, and is tried again', async (name, heading) => {
    let isDown = true;
    const replies = whole();
    const reply = replies[partOf(name)]!;
    const { customer, part, user } = await openCustomer({
      ...replies,
      [partOf(name)]: (call) => {
        if (isDown) return failing(503, 'Not now.');
        return typeof reply === 'function' ? reply(call) : reply;
      },
    });
    const failed = await part(heading);
    expect((await failed.findByRole('alert')).textContent).toContain("We couldn't load");
    await waitFor(() => expect(customer.getAllByRole('list').length).toBeGreaterThanOrEqual(3));
    expect(customer.getAllByRole('alert')).toHaveLength(1);
    isDown = false;
    await user.click(failed.getByRole('button', { name: 'Try again' }));
    await failed.findAllByRole('list');
    expect(customer.queryByRole('alert')).toBeNull();
  });
});
