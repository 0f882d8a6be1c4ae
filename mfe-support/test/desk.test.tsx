import { describe, expect, it } from '@jest/globals';
import type { DeskTicket, TicketResponse } from '@leadping/contracts/support/ticket';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failing, ok, type ReceivedCall, type Replies } from '@leadping/test-kit/web/api-stub';
import { openView } from '@leadping/test-kit/web/open-page';
import remote from '../src/remote.tsx';

const PATH = '/api/admin/support-tickets';
const HOUR = 3_600_000;

function aTicket(nth: number, overrides: Partial<DeskTicket> = {}): DeskTicket {
  return {
    id: String(nth).padStart(24, '0'),
    ticketNumber: `TKT-${nth}`,
    subject: `Question ${nth}`,
    message: `What about ${nth}?`,
    status: 'open',
    priority: 'normal',
    name: 'Ann Smith',
    email: 'ann@example.com',
    licenseKey: null,
    category: 'technical',
    assignedTo: null,
    customerWaiting: false,
    createdAt: new Date(Date.now() - 50 * HOUR).toISOString(),
    updatedAt: new Date(Date.now() - 5.5 * HOUR).toISOString(),
    ...overrides,
  };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => aTicket(index + 1));

const aResponse = (overrides: Partial<TicketResponse>): TicketResponse => ({
  id: 'r1',
  message: 'Try the newest version.',
  isCustomerResponse: false,
  createdAt: new Date(Date.now() - HOUR).toISOString(),
  respondedBy: { username: 'sam' },
  ...overrides,
});

const ENDED = { status: 401, body: { message: 'Unauthorized', code: 'UNAUTHENTICATED' } };

/** The desk's calls, answered from a list as the service does. */
function served(tickets: DeskTicket[], responses: TicketResponse[] = []): Replies {
  const list = ({ query }: ReceivedCall) => {
    const { status, search = '', customerWaiting, skip = '0', limit = '200' } = query;
    const found = tickets.filter(
      (ticket) =>
        (!status || ticket.status === status) &&
        (!customerWaiting || ticket.customerWaiting) &&
        ticket.subject.toLowerCase().includes(search.toLowerCase()),
    );
    return ok(found.slice(Number(skip), Number(skip) + Number(limit)));
  };
  const each = tickets.flatMap((ticket): [string, Replies[string]][] => [
    [`GET ${PATH}/${ticket.id}`, () => ok({ ...ticket, responses })],
    [`PUT ${PATH}/${ticket.id}`, ({ body }) => ok(Object.assign(ticket, body, { customerWaiting: false }))],
    [
      `POST ${PATH}/${ticket.id}/responses`,
      ({ body }) => {
        const response = aResponse({ id: `r${responses.length + 1}`, ...(body as { message: string }) });
        responses.push(response);
        return { status: 201, body: response };
      },
    ],
  ]);
  return { [`GET ${PATH}`]: list, ...Object.fromEntries(each) };
}

const openDesk = (replies: Replies, search = '') => openView(remote, `/admin/tickets${search}`, replies);
const rows = async () => within(await screen.findByRole('list', { name: 'Tickets' }));
const subjects = async () =>
  (await rows())
    .getAllByRole('listitem')
    .map((row) => within(row).getAllByRole('button')[0]?.textContent ?? '');
const rowOf = async (subject: string) => {
  const button = await (await rows()).findByRole('button', { name: subject });
  return within(button.closest('li') ?? document.body);
};
const toRead = (search: string) => new URLSearchParams(search);

describe('the list of the desk', () => {
  it('shows the tickets in the order of the service, with who wrote and how it stands [S2.60]', async () => {
    await openDesk(served([aTicket(2), aTicket(1, { status: 'in_progress', name: 'Bob' })]));
    expect(await subjects()).toEqual(['Question 2', 'Question 1']);
    const row = await rowOf('Question 1');
    for (const text of ['Bob', 'ann@example.com', 'TKT-1', 'In progress', '6 hours ago'])
      expect(row.getByText(text)).toBeTruthy();
  });

  it('marks whose customer waits [S4.04]', async () => {
    await openDesk(served([aTicket(1, { customerWaiting: true }), aTicket(2)]));
    expect((await rowOf('Question 1')).getByText('Customer Waiting')).toBeTruthy();
    expect((await rowOf('Question 2')).queryByText('Customer Waiting')).toBeNull();
  });

  it('shows a new ticket by itself', async () => {
    const tickets = [aTicket(1)];
    await openDesk(served(tickets));
    expect(await subjects()).toEqual(['Question 1']);
    tickets.unshift(aTicket(2));
    await (await rows()).findByRole('button', { name: 'Question 2' });
  });

  it('comes in pages, which are in the address', async () => {
    const { user } = await openDesk(served(many(45)));
    expect(await subjects()).toHaveLength(20);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await (await rows()).findByRole('button', { name: 'Question 21' });
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await (await rows()).findByRole('button', { name: 'Question 41' });
    expect(await subjects()).toHaveLength(5);
    expect(location.search).toBe('?page=3');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  });

  it('has no pages where one holds all', async () => {
    await openDesk(served(many(20)));
    expect(await subjects()).toHaveLength(20);
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  it('leads back from a page that is not there', async () => {
    const { user } = await openDesk(served(many(2)), '?page=7');
    await user.click(await screen.findByRole('button', { name: 'First page' }));
    expect(await subjects()).toHaveLength(2);
  });

  it('shows the text of a hostile ticket as text', async () => {
    const hostile = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
    const ticket = aTicket(1, { subject: hostile, message: hostile, name: hostile, customerWaiting: true });
    const { user } = await openDesk(
      served([ticket], [aResponse({ message: hostile, isCustomerResponse: true })]),
    );
    await user.click(await (await rows()).findByRole('button', { name: hostile }));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(within(dialog).getAllByText(hostile).length).toBeGreaterThan(3));
    expect(document.querySelector('img, script[src="x"]')).toBeNull();
  });
});

describe('the search and the filter', () => {
  it('a search narrows the list, and is in the address [S2.58]', async () => {
    const { user } = await openDesk(served([aTicket(1), aTicket(2, { subject: 'Refund please' })]));
    await rows();
    await user.type(screen.getByRole('searchbox', { name: 'Search tickets' }), 'refund');
    await waitFor(async () => expect(await subjects()).toEqual(['Refund please']));
    expect(toRead(location.search).get('search')).toBe('refund');
  });

  it('has all, open, in progress, resolved and closed [S2.59] [R-tickets.10]', async () => {
    const statuses = ['open', 'in_progress', 'resolved', 'closed'] as const;
    const tickets = statuses.map((status, index) => aTicket(index, { status, subject: status }));
    const { user } = await openDesk(served(tickets));
    const filter = within(screen.getByRole('radiogroup', { name: 'Status' }));
    expect(filter.getAllByRole('radio')).toHaveLength(5);
    for (const [label, status] of [
      ['Open', 'open'],
      ['In progress', 'in_progress'],
      ['Resolved', 'resolved'],
      ['Closed', 'closed'],
    ] as const) {
      await user.click(filter.getByText(label));
      await waitFor(async () => expect(await subjects()).toEqual([status]));
      expect(location.search).toBe(`?status=${status}`);
    }
    await user.click(filter.getByText('All'));
    await waitFor(async () => expect(await subjects()).toEqual([...statuses]));
    expect(location.search).toBe('');
  });

  it('are those of the address that somebody sent', async () => {
    const tickets = many(3).map((ticket) => ({ ...ticket, status: 'closed' as const }));
    await openDesk(served([...tickets, aTicket(9)]), '?status=closed&search=question');
    expect(await subjects()).toHaveLength(3);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('question');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Closed' }).checked).toBe(true);
  });

  it('begin at the first page', async () => {
    const { user } = await openDesk(served(many(45)), '?page=3');
    await (await rows()).findByRole('button', { name: 'Question 41' });
    await user.click(within(screen.getByRole('radiogroup')).getByText('Open'));
    await (await rows()).findByRole('button', { name: 'Question 1' });
    expect(location.search).toBe('?status=open');
  });

  it('a page or status that makes no sense is left out', async () => {
    await openDesk(served(many(2)), '?page=-3&status=on+fire');
    expect(await subjects()).toHaveLength(2);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'All' }).checked).toBe(true);
  });
});

describe('the urgent banner', () => {
  it('shows at most three tickets whose customers wait, whatever the filter [S2.57]', async () => {
    const tickets = many(6).map((ticket, index) => ({ ...ticket, customerWaiting: index !== 1 }));
    await openDesk(served(tickets), '?status=closed');
    const banner = within(await screen.findByRole('region', { name: 'Waiting for an answer' }));
    expect(banner.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Question 1',
      'Question 3',
      'Question 4',
    ]);
  });

  it('opens the ticket', async () => {
    const { user } = await openDesk(served([aTicket(1, { customerWaiting: true })]));
    const banner = within(await screen.findByRole('region', { name: 'Waiting for an answer' }));
    await user.click(banner.getByRole('button', { name: 'Question 1' }));
    await screen.findByRole('dialog', { name: 'Question 1' });
  });

  it('is away when nobody waits', async () => {
    await openDesk(served(many(2)));
    await rows();
    expect(screen.queryByRole('region', { name: 'Waiting for an answer' })).toBeNull();
  });
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

  it('let the status be changed to any of the four', async () => {
    const tickets = [aTicket(1, { status: 'in_progress' })];
    const { dialog, user, api } = await openTicket(served(tickets));
    await user.click(await dialog.findByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByTitle('Closed'));
    await waitFor(() => expect(tickets[0]?.status).toBe('closed'));
    expect(api.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ status: 'closed' });
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Reply' })).toBeNull());
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

describe('a reply', () => {
  async function openReply(replies: Replies) {
    const page = await openDesk(replies);
    await page.user.click((await rowOf('Question 1')).getByRole('button', { name: 'Reply' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reply to Ann Smith' }));
    return { ...page, dialog, field: dialog.getByRole('textbox', { name: 'Your reply' }) };
  }
  const answers = ({ api }: Awaited<ReturnType<typeof openReply>>) =>
    api.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

  it('is written in a dialog, sent once, and confirmed [S2.63] [S8.32] [S1.02]', async () => {
    const page = await openReply(served([aTicket(1)]));
    await page.user.type(page.field, 'Try the newest version.');
    await page.user.click(page.dialog.getByRole('button', { name: 'Send Response' }));
    await waitFor(() =>
      expect(page.toasts).toMatchObject([
        { title: 'Response sent successfully', description: 'Customer has been notified', tone: 'success' },
      ]),
    );
    expect(answers(page)).toEqual([{ message: 'Try the newest version.' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
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

  it('that was not sent is there again', async () => {
    const page = await openReply(served([aTicket(1)]));
    await page.user.type(page.field, 'Half a though');
    await page.user.click(page.dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await page.user.click((await rowOf('Question 1')).getByRole('button', { name: 'Reply' }));
    expect(await screen.findByRole('textbox', { name: 'Your reply' })).toHaveProperty(
      'value',
      'Half a though',
    );
  });

  it('is not offered for a closed ticket', async () => {
    await openDesk(served([aTicket(1, { status: 'closed' })]));
    expect((await rowOf('Question 1')).queryByRole('button', { name: 'Reply' })).toBeNull();
  });
});

describe('a desk without tickets', () => {
  it('says what will come', async () => {
    await openDesk(served([]));
    await screen.findByText(/No tickets yet/);
  });

  it('leads out of a search that finds none', async () => {
    const { user } = await openDesk(served(many(1)), '?search=nothing+like+it&status=open');
    await user.click(await screen.findByRole('button', { name: 'Show all tickets' }));
    expect(await subjects()).toEqual(['Question 1']);
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
  });

  it('that cannot be read says so, and tries again', async () => {
    let isDown = true;
    const replies = served(many(1));
    const { user } = await openDesk({
      [`GET ${PATH}`]: (call) => {
        const reply = replies[`GET ${PATH}`];
        return isDown || typeof reply !== 'function' ? failing(503, 'Not now.') : reply(call);
      },
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain("We couldn't load the tickets");
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await subjects()).toEqual(['Question 1']);
  });
});

describe('a session that has ended', () => {
  const open = async (replies: Replies) => {
    const page = await openDesk({ ...served([aTicket(1)]), ...replies });
    const sessionEnded = async () => {
      await waitFor(() =>
        expect(page.toasts).toContainEqual({
          title: 'Unauthorized',
          description: 'You are logged out. Logging in again...',
          tone: 'destructive',
        }),
      );
      await waitFor(() => expect(location.pathname).toBe('/auth'));
    };
    return { ...page, sessionEnded };
  };

  it('is shown when the list is read [S8.02]', async () => {
    const { sessionEnded } = await open({ [`GET ${PATH}`]: ENDED });
    await sessionEnded();
  });

  it('is shown when a ticket is read [S8.02]', async () => {
    const { sessionEnded, user } = await open({ [`GET ${PATH}/${aTicket(1).id}`]: ENDED });
    await user.click(await (await rows()).findByRole('button', { name: 'Question 1' }));
    await sessionEnded();
  });

  it('is shown when a ticket is changed [S8.02]', async () => {
    const { sessionEnded, user } = await open({ [`PUT ${PATH}/${aTicket(1).id}`]: ENDED });
    await user.click((await rowOf('Question 1')).getByRole('button', { name: 'Mark Resolved' }));
    await sessionEnded();
  });

  it('is shown when a ticket is answered [S8.02]', async () => {
    const { sessionEnded, user } = await open({ [`POST ${PATH}/${aTicket(1).id}/responses`]: ENDED });
    await user.click((await rowOf('Question 1')).getByRole('button', { name: 'Reply' }));
    await user.type(await screen.findByRole('textbox', { name: 'Your reply' }), 'Hello');
    await user.click(screen.getByRole('button', { name: 'Send Response' }));
    await sessionEnded();
  });
});
