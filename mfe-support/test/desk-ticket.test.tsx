import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { TicketResponse } from '@leadping/contracts/support/ticket';
import { act, screen, waitFor, within } from '@testing-library/react';
import { failing, ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { fakeIntervals } from '@leadping/test-kit/web/fake-intervals';
import { aResponse, aTicket, HOUR, openDesk, PATH, rowOf, rows, served, toRead } from './desk.ts';
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

  it('have a button from the top of a long conversation to its latest message', async () => {
    const long = [1, 2, 3].map((nth) => aResponse({ id: `r${nth}`, message: `Message ${nth}` }));
    const { user, dialog } = await openTicket(served([aTicket(1)], long));
    await user.click(await dialog.findByRole('button', { name: 'Go to the latest message' }));
    expect(document.activeElement?.textContent).toContain('Message 3');
  });

  it('have no button to the latest message if the conversation is short', async () => {
    const { dialog } = await openTicket(served([aTicket(1)], [aResponse({})]));
    await dialog.findByRole('list', { name: 'Conversation' });
    expect(dialog.queryByRole('button', { name: 'Go to the latest message' })).toBeNull();
  });

  it.each([
    [0.4, 'Less than an hour since last update'],
    [1.2, '1 hour since last update'],
    [5.9, '5 hours since last update'],
    [1234.5, '1,234 hours since last update'],
  ])('show the hours since the last update: %p [S2.62]', async (hours, text) => {
    const updatedAt = new Date(Date.now() - hours * HOUR).toISOString();
    const { dialog } = await openTicket(served([aTicket(1, { updatedAt })]));
    await dialog.findByText(text);
  });

  it('update the hours since the last update while nothing else changes', async () => {
    fakeIntervals();
    const { dialog } = await openTicket(served([aTicket(1)]));
    await dialog.findByText('5 hours since last update');
    const later = Date.now() + HOUR;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(dialog.getByText('6 hours since last update')).toBeTruthy();
  });

  it('are in the address, and close on back navigation', async () => {
    await openTicket(served([aTicket(1)]));
    expect(toRead(location.search).get('ticket')).toBe(aTicket(1).id);
    history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('show an error and can be retried if they cannot be read [S8.14]', async () => {
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

  it('report a lost connection in our own words, and so does the list', async () => {
    const { dialog, queryClient } = await openTicket(served([aTicket(1)]));
    await dialog.findByText('What about 1?');
    loseConnection();
    await act(() => queryClient.refetchQueries());
    await dialog.findByText(LOST);
    expect(screen.getAllByText(LOST)).toHaveLength(2);
    expect(screen.queryByText('Failed to fetch')).toBeNull();
  });

  it('allow the status to be changed to closed, and then have no reply field', async () => {
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
  it('is offered for open tickets only, in the list and in the details [S2.64]', async () => {
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

  it('changes the status of the ticket to resolved and shows a notice [S4.01] [S8.31]', async () => {
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

  it('shows why it failed [S8.07]', async () => {
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

it('a ticket with a new reply of the customer is not resolved, and the reply is shown at once', async () => {
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
