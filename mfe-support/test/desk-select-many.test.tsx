import { describe, expect, it, jest } from '@jest/globals';
import type { DeskTicket } from '@leadping/contracts/support/ticket';
import { screen, waitFor, within } from '@testing-library/react';
import { failing, ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { aTicket, ENDED, many, openDesk, PATH, rowOf, rows, served, subjects } from './desk.ts';

const put = (nth: number) => `PUT ${PATH}/${aTicket(nth).id}`;
const REPLIED = { message: 'The customer has just replied. Read it first.', code: 'CONFLICT' };

async function openToSelect(replies: Replies, search = '') {
  const page = await openDesk(replies, search);
  await rows();
  const box = async (nth: number) =>
    (await rows()).getByRole<HTMLInputElement>('checkbox', { name: `Select Question ${nth}, TKT-${nth}` });
  return {
    ...page,
    box,
    bar: within(screen.getByRole('group', { name: 'Selected tickets' })),
    all: screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' }),
    select: async (...nths: number[]) => {
      for (const nth of nths) await page.user.click(await box(nth));
    },
    changes: () =>
      page.api.calls
        .filter(({ method }) => method === 'PUT')
        .map(({ path, body }) => ({ id: path.split('/').at(-1), body })),
  };
}

/** Replies that wait until the test lets them go. */
function holdReplies(tickets: DeskTicket[]) {
  const waiting: (() => void)[] = [];
  const replies = Object.fromEntries(
    tickets.map((ticket): [string, Replies[string]] => [
      `PUT ${PATH}/${ticket.id}`,
      async () => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return ok(ticket);
      },
    ]),
  );
  return { waiting, replies };
}

describe('the selection of the desk', () => {
  it('shows its count and is emptied by Clear', async () => {
    const { user, bar, select, box } = await openToSelect(served(many(4)));
    expect(bar.queryByRole('button')).toBeNull();
    await select(1, 3, 4);
    expect(bar.getByRole('status').textContent).toBe('3 selected');
    await select(3);
    expect(bar.getByRole('status').textContent).toBe('2 selected');
    await user.click(bar.getByRole('button', { name: 'Clear' }));
    expect((await box(1)).checked).toBe(false);
    expect(bar.queryByRole('button')).toBeNull();
    // Clear is gone, so that the Tab key would begin at the top of the page.
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Selected tickets' }));
  });

  it('contains exactly the tickets of the page after all are selected', async () => {
    const { user, bar, all, select } = await openToSelect(served(many(25)));
    await user.click(all);
    expect(bar.getByRole('status').textContent).toBe('20 selected');
    await select(7);
    expect(bar.getByRole('status').textContent).toBe('19 selected');
    expect(all.indeterminate).toBe(true);
    await user.click(all);
    await user.click(all);
    expect(bar.queryByRole('button')).toBeNull();
  });

  it('can be changed by keyboard without opening a ticket', async () => {
    const { user, bar, box } = await openToSelect(served(many(2)));
    (await box(1)).focus();
    await user.keyboard(' ');
    expect(bar.getByRole('status').textContent).toBe('1 selected');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('loses a ticket that leaves the list, also if the ticket comes back', async () => {
    const tickets = many(3);
    const { bar, select, box } = await openToSelect(served(tickets));
    await select(1, 2);
    const [gone] = tickets.splice(0, 1);
    await waitFor(() => expect(bar.getByRole('status').textContent).toBe('1 selected'));
    tickets.unshift(gone!);
    await (await rows()).findByRole('button', { name: 'Question 1' });
    expect((await box(1)).checked).toBe(false);
    expect((await box(2)).checked).toBe(true);
  });

  it('is emptied by the next page, and stays empty on the way back', async () => {
    const { user, bar, all } = await openToSelect(served(many(25)));
    await user.click(all);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await (await rows()).findByRole('button', { name: 'Question 21' });
    expect(bar.getByRole('status').textContent).toBe('');
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await (await rows()).findByRole('button', { name: 'Question 1' });
    expect(bar.getByRole('status').textContent).toBe('');
  });
});

describe('a change of the selected tickets', () => {
  it('sends the shown version with each change and loads the list again', async () => {
    const tickets = many(3);
    const { user, bar, select, changes, toasts, box } = await openToSelect(served(tickets));
    await select(1, 2);
    const sent = [0, 1].map((index) => ({
      id: tickets[index]!.id,
      body: { status: 'resolved', seenAt: tickets[index]!.updatedAt },
    }));
    await user.click(bar.getByRole('button', { name: 'Mark Resolved' }));
    await waitFor(() => expect(toasts).toContainEqual({ title: '2 tickets updated', tone: 'success' }));
    expect(changes()).toEqual(sent);
    await waitFor(async () => expect((await rowOf('Question 2')).getByText('Resolved')).toBeTruthy());
    expect((await box(1)).checked).toBe(false);
    expect((await rowOf('Question 3')).getByText('Open')).toBeTruthy();
  });

  it('sets the priority without the status', async () => {
    const { user, bar, select, changes, toasts } = await openToSelect(served(many(2)));
    await select(2);
    await user.click(bar.getByRole('combobox', { name: 'Set priority' }));
    await user.click(await screen.findByTitle('High'));
    await waitFor(() => expect(toasts).toContainEqual({ title: '1 ticket updated', tone: 'success' }));
    expect(changes()).toEqual([
      { id: aTicket(2).id, body: { priority: 'high', seenAt: expect.any(String) } },
    ]);
    expect((await rowOf('Question 2')).getByText('High')).toBeTruthy();
  });

  it('makes four calls at a time and shows its progress', async () => {
    const tickets = many(6);
    const { waiting, replies } = holdReplies(tickets);
    const { user, bar, all, changes } = await openToSelect({ ...served(tickets), ...replies });
    await user.click(all);
    // The calls that the page has made. The server may not have received all of them yet.
    const fetched = jest.spyOn(globalThis, 'fetch');
    const made = () => fetched.mock.calls.filter(([, init]) => init?.method === 'PUT').length;
    await user.click(bar.getByRole('button', { name: 'Mark Resolved' }));
    await waitFor(() => expect(changes()).toHaveLength(4));
    expect(made()).toBe(4);
    expect(bar.getByRole('status').textContent).toBe('0 of 6');
    expect(bar.getByRole<HTMLButtonElement>('button', { name: 'Close' }).disabled).toBe(true);
    for (const done of [1, 2]) {
      waiting.shift()!();
      await waitFor(() => expect(bar.getByRole('status').textContent).toBe(`${done} of 6`));
      await waitFor(() => expect(changes()).toHaveLength(4 + done));
      expect(made()).toBe(4 + done);
    }
    fetched.mockRestore();
    for (const answer of waiting) answer();
    await waitFor(() => expect(bar.getByRole('status').textContent).toBe(''));
    expect(new Set(changes().map(({ id }) => id)).size).toBe(6);
  });

  it('names the tickets that failed and why, and keeps them selected', async () => {
    const { user, bar, all, box, toasts } = await openToSelect({
      ...served(many(3)),
      [put(2)]: { status: 409, body: REPLIED },
    });
    await user.click(all);
    await user.click(bar.getByRole('button', { name: 'Mark Resolved' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('1 of 3 tickets not updated');
    expect(within(alert).getByRole('listitem').textContent).toBe(`Question 2 TKT-2: ${REPLIED.message}`);
    expect(bar.getByRole('status').textContent).toBe('1 selected');
    expect((await box(2)).checked).toBe(true);
    expect(toasts).toEqual([]);
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('removes the error of the previous change if it succeeds', async () => {
    const tickets = many(2);
    let refusals = 1;
    const { user, bar, select, toasts } = await openToSelect({
      ...served(tickets),
      [put(2)]: () => (refusals-- > 0 ? { status: 409, body: REPLIED } : ok(tickets[1]!)),
    });
    await select(2);
    await user.click(bar.getByRole('button', { name: 'Mark Resolved' }));
    expect((await screen.findByRole('alert')).textContent).toContain('1 of 1 ticket not updated');
    await user.click(bar.getByRole('button', { name: 'Mark Resolved' }));
    await waitFor(() => expect(toasts).toContainEqual({ title: '1 ticket updated', tone: 'success' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps its error if all other tickets left the list', async () => {
    const tickets = many(3);
    const { user, bar, all } = await openToSelect(
      { ...served(tickets), [put(3)]: failing(500, 'Something broke.') },
      '?status=open',
    );
    await user.click(all);
    await user.click(bar.getByRole('button', { name: 'Mark Resolved' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Question 3 TKT-3: Something broke.');
    await waitFor(async () => expect(await subjects()).toEqual(['Question 3']));
    expect(bar.getByRole('status').textContent).toBe('1 selected');
  });

  it('asks before it closes several tickets', async () => {
    const { user, bar, select, changes, toasts } = await openToSelect(served(many(3)));
    await select(1, 2);
    await user.click(bar.getByRole('button', { name: 'Close' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Close 2 tickets?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes()).toEqual([]);
    expect(bar.getByRole('status').textContent).toBe('2 selected');
    await user.click(bar.getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Close tickets' }));
    await waitFor(() => expect(toasts).toContainEqual({ title: '2 tickets updated', tone: 'success' }));
    expect(changes().map(({ body }) => body)).toEqual([
      expect.objectContaining({ status: 'closed' }),
      expect.objectContaining({ status: 'closed' }),
    ]);
  });

  it('closes one ticket without a confirmation', async () => {
    const { user, bar, select, toasts } = await openToSelect(served(many(2)));
    await select(1);
    await user.click(bar.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(toasts).toContainEqual({ title: '1 ticket updated', tone: 'success' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leads to the sign-in page if the session has ended', async () => {
    const { user, bar, all, toasts } = await openToSelect({
      ...served(many(2)),
      [put(1)]: ENDED,
      [put(2)]: ENDED,
    });
    await user.click(all);
    await user.click(bar.getByRole('button', { name: 'Mark Resolved' }));
    await waitFor(() => expect(location.pathname).toBe('/auth'));
    expect(toasts).toHaveLength(1);
  });
});
