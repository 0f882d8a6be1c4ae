import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { failing, type Replies } from '@leadping/test-kit/web/api-stub';
import {
  aResponse,
  aTicket,
  ENDED,
  HOUR,
  many,
  openDesk,
  PATH,
  rowOf,
  rows,
  served,
  subjects,
  toRead,
} from './desk.ts';
import { keepSort, readKeptSort } from '../src/features/desk/kept-sort.ts';

const LIST = `GET ${PATH}`;

describe('the list of the desk', () => {
  it('shows the tickets in the order of the service with author and status, marks waiting customers, and adds a new ticket automatically [S2.60] [S4.04]', async () => {
    const tickets = [
      aTicket(2, { customerWaiting: true }),
      aTicket(1, { status: 'in_progress', name: 'Bob' }),
    ];
    await openDesk(served(tickets));
    expect(await subjects()).toEqual(['Question 2', 'Question 1']);
    const row = await rowOf('Question 1');
    for (const text of ['Bob', 'ann@example.com', 'TKT-1', 'In progress', '6 hours ago'])
      expect(row.getByText(text)).toBeTruthy();
    expect(row.queryByText('Customer Waiting')).toBeNull();
    expect((await rowOf('Question 2')).getByText('Customer Waiting')).toBeTruthy();
    tickets.unshift(aTicket(3));
    await (await rows()).findByRole('button', { name: 'Question 3' });
  });

  it('has pages of 20 tickets, with the page number in the address', async () => {
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

  it('advances only one page if Next is pressed twice while that page loads', async () => {
    let arrive = () => {};
    const isHere = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const replies = served(many(45));
    const list = replies[LIST];
    if (typeof list !== 'function') throw new Error('the list is no function of the call');
    const { user } = await openDesk({
      ...replies,
      [LIST]: async (call) => {
        if (call.query.skip === '20') await isHere;
        return list(call);
      },
    });
    const next = await screen.findByRole('button', { name: 'Next' });
    await user.click(next);
    await waitFor(() => expect(next.getAttribute('aria-disabled')).toBe('true'));
    await user.click(next);
    arrive();
    await (await rows()).findByRole('button', { name: 'Question 21' });
    expect(location.search).toBe('?page=2');
  });

  it('leads back to the first page from a page that does not exist', async () => {
    const { user } = await openDesk(served(many(2)), '?page=7');
    await user.click(await screen.findByRole('button', { name: 'First page' }));
    expect(await subjects()).toHaveLength(2);
  });

  it('shows HTML in a ticket as plain text', async () => {
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

describe('the search and the status filter', () => {
  it('show only the tickets that match the search, which is in the address [S2.58]', async () => {
    const { user } = await openDesk(served([aTicket(1), aTicket(2, { subject: 'Refund please' })]));
    await rows();
    await user.type(screen.getByRole('searchbox', { name: 'Search tickets' }), 'refund');
    await waitFor(async () => expect(await subjects()).toEqual(['Refund please']));
    expect(toRead(location.search).get('search')).toBe('refund');
  });

  it('offer all, open, in progress, resolved and closed tickets [S2.59] [R-tickets.10]', async () => {
    const statuses = ['open', 'in_progress', 'resolved', 'closed'] as const;
    const tickets = statuses.map((status, index) => aTicket(index, { status, subject: status }));
    const { user } = await openDesk(served(tickets));
    const filter = within(await screen.findByRole('radiogroup', { name: 'Status' }));
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

  it('are set from the address', async () => {
    const tickets = many(3).map((ticket) => ({ ...ticket, status: 'closed' as const }));
    await openDesk(served([...tickets, aTicket(9)]), '?status=closed&search=question');
    expect(await subjects()).toHaveLength(3);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('question');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Closed/ }).checked).toBe(true);
  });

  it('return to the first page when a status is chosen', async () => {
    const { user } = await openDesk(served(many(45)), '?page=3');
    await (await rows()).findByRole('button', { name: 'Question 41' });
    await user.click(within(screen.getByRole('radiogroup')).getByText('Open'));
    await (await rows()).findByRole('button', { name: 'Question 1' });
    expect(location.search).toBe('?status=open');
  });

  it.each(['on+fire', 'toString'])(
    'ignore an invalid page and the invalid status %s in the address',
    async (status) => {
      await openDesk(served(many(2)), `?page=-3&status=${status}`);
      expect(await subjects()).toHaveLength(2);
      expect(screen.getByRole<HTMLInputElement>('radio', { name: /^All/ }).checked).toBe(true);
    },
  );
});

describe('the urgent banner', () => {
  it('shows at most three tickets of waiting customers, regardless of the filter [S2.57]', async () => {
    const tickets = many(6).map((ticket, index) => ({ ...ticket, customerWaiting: index !== 1 }));
    await openDesk(served(tickets), '?status=closed');
    const banner = within(await screen.findByRole('region', { name: 'Waiting for a reply' }));
    expect(banner.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Question 1',
      'Question 3',
      'Question 4',
    ]);
  });

  it('shows since when a customer has been waiting, regardless of later changes, and opens the ticket', async () => {
    const waitingSince = new Date(Date.now() - 3 * HOUR).toISOString();
    const updatedAt = new Date(Date.now() - 60_000).toISOString();
    const { user } = await openDesk(served([aTicket(1, { customerWaiting: true, waitingSince, updatedAt })]));
    const banner = within(await screen.findByRole('region', { name: 'Waiting for a reply' }));
    expect(banner.getByRole('time').textContent).toBe('3 hours ago');
    await user.click(banner.getByRole('button', { name: 'Question 1' }));
    await screen.findByRole('dialog', { name: 'Question 1' });
  });
});

describe('the order and the counts of the desk', () => {
  afterEach(() => localStorage.clear());

  it('keep the chosen order for the next visit, unless the address names another one', async () => {
    keepSort('pressing');
    const { api } = await openDesk(served(many(1)));
    await rows();
    expect(api.calls.filter(({ path }) => path === PATH).flatMap(({ query }) => query.sort ?? [])).toEqual([
      'pressing',
    ]);
    cleanup();
    const { api: linked } = await openDesk(served(many(1)), '?sort=updated');
    await rows();
    expect(linked.calls.filter(({ path }) => path === PATH).flatMap(({ query }) => query.sort ?? [])).toEqual(
      ['updated'],
    );
  });

  it('show a count at each filter and in a live region, and no pages or banner without content', async () => {
    const { user } = await openDesk(served([...many(19), aTicket(99, { status: 'closed' })]));
    await screen.findByRole('radio', { name: 'Open 19' });
    expect(screen.getByRole('radio', { name: 'All 20' })).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'Resolved 0' })).toBeTruthy();
    await screen.findByText('20 tickets shown, page 1');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Waiting for a reply' })).toBeNull();
    await user.click(within(screen.getByRole('radiogroup', { name: 'Status' })).getByText('Closed'));
    expect((await screen.findByText('1 ticket shown, page 1')).getAttribute('role')).toBe('status');
  });

  it('use the specified order by default, and keep another one in the address and for later visits [S4.02] [S4.03]', async () => {
    const { user, api } = await openDesk(served(many(2)));
    await rows();
    const sorts = () =>
      api.calls.filter(({ path }) => path === PATH).flatMap(({ query }) => query.sort ?? []);
    expect(sorts()).toEqual(['updated']);
    const choose = async (label: string) => {
      await user.click(screen.getByRole('combobox', { name: 'Sort' }));
      await user.click(await screen.findByTitle(label));
    };
    await choose('Most pressing first');
    await waitFor(() => expect(sorts().at(-1)).toBe('pressing'));
    expect(location.search).toBe('?sort=pressing');
    expect(readKeptSort()).toBe('pressing');
    await choose('Recently updated first');
    await waitFor(() => expect(location.search).toBe(''));
    expect(readKeptSort()).toBe('updated');
  });
});

describe('a desk without tickets', () => {
  it('shows that there are no tickets yet', async () => {
    await openDesk(served([]));
    await screen.findByText(/No tickets yet/);
  });

  it('offers to show all tickets after a search without results', async () => {
    const { user } = await openDesk(served(many(1)), '?search=nothing+like+it&status=open');
    await user.click(await screen.findByRole('button', { name: 'Show all tickets' }));
    expect(await subjects()).toEqual(['Question 1']);
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
  });

  it('shows an error and can be retried if the tickets cannot be read', async () => {
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

  it('is reported when the list is read [S8.02]', async () => {
    const { sessionEnded } = await open({ [`GET ${PATH}`]: ENDED });
    await sessionEnded();
  });

  it('is reported when a ticket is read [S8.02]', async () => {
    const { sessionEnded, user } = await open({ [`GET ${PATH}/${aTicket(1).id}`]: ENDED });
    await user.click(await (await rows()).findByRole('button', { name: 'Question 1' }));
    await sessionEnded();
  });

  it('is reported when a ticket is changed [S8.02]', async () => {
    const { sessionEnded, user } = await open({ [`PUT ${PATH}/${aTicket(1).id}`]: ENDED });
    await user.click((await rowOf('Question 1')).getByRole('button', { name: 'Mark Resolved' }));
    await sessionEnded();
  });

  it('is reported when a reply is sent [S8.02]', async () => {
    const { sessionEnded, user } = await open({ [`POST ${PATH}/${aTicket(1).id}/responses`]: ENDED });
    await user.click((await rowOf('Question 1')).getByRole('button', { name: 'Reply' }));
    await user.type(await screen.findByRole('textbox', { name: 'Your reply' }), 'Hello');
    await user.click(screen.getByRole('button', { name: 'Send Response' }));
    await sessionEnded();
  });
});
