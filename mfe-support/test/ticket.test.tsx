import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { TicketResponse, TicketStatus } from '@leadping/contracts/support/ticket';
import { act, screen, waitFor, within } from '@testing-library/react';
import { failing, ok, type Replies } from '@leadping/test-kit/web/api-stub';
import { fakeIntervals } from '@leadping/test-kit/web/fake-intervals';
import { openPage } from '@leadping/test-kit/web/open-page';
import { COLORS } from '../../web-kit/src/theme/tokens.ts';
import remote from '../src/remote.tsx';
import { LOST, loseConnection } from './lost-connection.ts';

const TICKET = {
  ticketNumber: 'TKT-1',
  subject: 'No Ping',
  message: 'The button is gone.',
  status: 'open' as TicketStatus,
  priority: 'high',
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-02T10:00:00.000Z',
};
const PATH = '/api/support/ticket/TKT-1';

const response = (overrides: Partial<TicketResponse>): TicketResponse => ({
  id: Math.random().toString(36),
  message: 'Hello',
  isCustomerResponse: false,
  createdAt: '2026-11-02T10:00:00.000Z',
  respondedBy: null,
  ...overrides,
});

const served = (responses: TicketResponse[] = [], status: TicketStatus = 'open'): Replies => ({
  [`GET ${PATH}`]: ok({ ticket: { ...TICKET, status }, responses }),
});

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** The common name of the color `#RRGGBB`. */
function colorOf(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread / most < 0.3) return 'gray';
  const sector =
    most === red
      ? ((green - blue) / spread) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  const hue = sector * 60;
  if (hue > 30 && hue < 65) return 'yellow';
  if (hue > 90 && hue < 170) return 'green';
  if (hue > 200 && hue < 260) return 'blue';
  return `hue ${Math.round(hue)}`;
}

async function openGate(replies: Replies) {
  return openPage(remote, '/ticket/TKT-1', replies);
}

async function openTicket(replies: Replies) {
  const page = await openGate(replies);
  await page.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.com');
  await page.user.click(screen.getByRole('button', { name: 'View ticket' }));
  await screen.findByRole('heading', { name: 'No Ping' });
  return page;
}

const reads = (page: Awaited<ReturnType<typeof openGate>>) =>
  page.api.calls.filter(({ method, path }) => method === 'GET' && path === PATH).length;

const realTimeout = setTimeout;

describe('the gate of a ticket', () => {
  it('reports an address without a number as invalid, and links to the support center [P2.117]', async () => {
    await openPage(remote, '/ticket');
    expect(screen.getByRole('heading', { name: 'Invalid ticket URL' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Support Center' }).getAttribute('href')).toBe('/support');
  });

  it('requires an email before it requests or shows the ticket [P2.118] [P2.12] [P5.04]', async () => {
    const page = await openGate(served());
    expect(screen.getByRole('heading', { name: 'Your ticket' })).toBeTruthy();
    expect(screen.getByText('TKT-1')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Email' })).toBeTruthy();
    expect(screen.queryByText('No Ping')).toBeNull();
    expect(reads(page)).toBe(0);
    await page.user.click(screen.getByRole('button', { name: 'View ticket' }));
    expect(page.toasts).toMatchObject([
      { title: 'Email required', description: 'Please enter your email address' },
    ]);
    expect(reads(page)).toBe(0);
  });

  it('is closed again at the next visit, even after a successful look-up [P4.24]', async () => {
    let isErased = false;
    const page = await openTicket({
      [`GET ${PATH}`]: () => (isErased ? failing(404, 'Not found') : ok({ ticket: TICKET, responses: [] })),
    });
    const visit = (path: string) =>
      act(() => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      });
    visit('/support');
    isErased = true;
    visit('/ticket/TKT-1');
    await page.user.type(await screen.findByRole('textbox', { name: 'Email' }), 'ann@example.com');
    await page.user.click(screen.getByRole('button', { name: 'View ticket' }));
    await waitFor(() => expect(page.toasts.at(-1)).toMatchObject({ title: 'Verification failed' }));
    expect(screen.queryByRole('heading', { name: 'No Ping' })).toBeNull();
  });

  it('refuses a wrong number and a wrong email with the same text, and links to a new ticket [P2.127]', async () => {
    let isFound = false;
    const page = await openGate({
      [`GET ${PATH}`]: () =>
        isFound ? ok({ ticket: TICKET, responses: [] }) : failing(404, 'Ticket not found'),
    });
    expect(screen.queryByRole('link', { name: 'Create New Ticket' })).toBeNull();
    await page.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.com');
    await page.user.click(screen.getByRole('button', { name: 'View ticket' }));
    const refusal = within(await screen.findByRole('region', { name: 'Ticket not found' }));
    expect(refusal.getByRole('link', { name: 'Create New Ticket' }).getAttribute('href')).toBe(
      '/support?tab=contact',
    );
    expect(page.toasts).toMatchObject([{ title: 'Verification failed' }]);
    isFound = true;
    await page.user.click(screen.getByRole('button', { name: 'View ticket' }));
    await screen.findByRole('heading', { name: 'No Ping' });
    expect(screen.queryByRole('region', { name: 'Ticket not found' })).toBeNull();
  });

  it('does not report a missing ticket if the look-up fails for another reason', async () => {
    const page = await openGate({ [`GET ${PATH}`]: failing(500, 'broken') });
    await page.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.com');
    await page.user.click(screen.getByRole('button', { name: 'View ticket' }));
    await waitFor(() => expect(page.toasts).toMatchObject([{ title: 'Verification failed' }]));
    expect(screen.queryByRole('link', { name: 'Create New Ticket' })).toBeNull();
  });

  it('confirms the address by the mailed link, once the email has opened the ticket', async () => {
    const confirmation = `POST ${PATH}/confirmation`;
    const replies = { ...served(), [confirmation]: ok({ message: 'Your email address is confirmed.' }) };
    const page = await openPage(remote, '/ticket/TKT-1#confirm=key.2.a.b.', replies);
    const confirmed = () => page.api.calls.filter(({ path }) => path.endsWith('/confirmation'));
    expect(confirmed()).toEqual([]);
    await page.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.com');
    await page.user.click(screen.getByRole('button', { name: 'View ticket' }));
    await screen.findByRole('heading', { name: 'No Ping' });
    await waitFor(() =>
      expect(confirmed()).toMatchObject([{ body: { email: 'ann@example.com', secret: 'key.2.a.b.' } }]),
    );
  });

  it('reports a wrong email once, does not retry it, and stays closed [P8.20] [P4.26]', async () => {
    const replies = [failing(404, ''), failing(404, 'There is no such ticket.')];
    const page = await openGate({
      [`GET ${PATH}`]: () => replies.shift() ?? failing(500, 'Called once more'),
    });
    await page.user.type(screen.getByRole('textbox', { name: 'Email' }), 'eve@example.com');
    for (const [nth, description] of [
      'Invalid email for this ticket',
      'There is no such ticket.',
    ].entries()) {
      await page.user.click(screen.getByRole('button', { name: 'View ticket' }));
      await waitFor(() => expect(page.toasts).toHaveLength(nth + 1));
      expect(page.toasts.at(-1)).toMatchObject({
        title: 'Verification failed',
        description,
        tone: 'destructive',
      });
      expect(reads(page)).toBe(nth + 1);
      expect(screen.getByRole('textbox', { name: 'Email' })).toBeTruthy();
    }
  });
});

describe('a lost connection', () => {
  it('is reported at the gate in our own words', async () => {
    const page = await openGate(served());
    await page.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.com');
    loseConnection();
    await page.user.click(screen.getByRole('button', { name: 'View ticket' }));
    await waitFor(() =>
      expect(page.toasts).toMatchObject([{ title: 'Verification failed', description: LOST }]),
    );
  });

  it('is reported in our own words if a reply was not sent', async () => {
    const page = await openTicket(served());
    await page.user.type(screen.getByRole('textbox', { name: 'Your reply' }), 'Thanks');
    loseConnection();
    await page.user.click(screen.getByRole('button', { name: 'Send reply' }));
    await waitFor(() =>
      expect(page.toasts.at(-1)).toMatchObject({ title: 'Failed to send response', description: LOST }),
    );
  });
});

describe('a ticket', () => {
  it('confirms the right email, and shows subject, message, status, priority, its times, and that support will respond [P2.119] [P2.123] [P4.24] [P8.22]', async () => {
    const page = await openTicket(served());
    expect(page.toasts).toMatchObject([
      { title: 'Email verified', description: 'You can now view your ticket details.' },
    ]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'No Ping' }));
    expect(screen.getByText('The button is gone.')).toBeTruthy();
    expect(screen.getByText('Open')).toBeTruthy();
    expect(screen.getByText('High')).toBeTruthy();
    const times = [...document.querySelectorAll('dl time')].map((time) => time.getAttribute('datetime'));
    expect(times).toEqual([TICKET.createdAt, TICKET.updatedAt]);
    expect(screen.getByText('No responses yet. Our support team will respond soon.')).toBeTruthy();
  });

  it('updates its relative times while nothing else changes', async () => {
    fakeIntervals();
    const createdAt = new Date().toISOString();
    await openTicket({ [`GET ${PATH}`]: ok({ ticket: { ...TICKET, createdAt }, responses: [] }) });
    const created = () => document.querySelector('dl time')?.textContent;
    expect(created()).toBe('just now');
    const later = Date.now() + 2 * 3_600_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(created()).toBe('2 hours ago');
  });

  it("marks the customer's replies, names the staff, and says Support if there is no name [P2.120] [P2.124] [P2.125] [P2.126]", async () => {
    await openTicket(
      served([
        response({ message: 'mine', isCustomerResponse: true }),
        response({ message: 'theirs', respondedBy: { username: 'mira' } }),
        response({ message: 'nameless' }),
      ]),
    );
    const items = within(screen.getByRole('list', { name: 'Conversation' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^You.*mine$/),
      expect.stringMatching(/^mira.*theirs$/),
      expect.stringMatching(/^Support.*nameless$/),
    ]);
  });

  it.each([
    ['open', 'Open', 'green', true],
    ['in_progress', 'In progress', 'yellow', true],
    ['resolved', 'Resolved', 'blue', true],
    ['closed', 'Closed', 'gray', false],
  ] as const)(
    'with the status %s is badged %s in %s, and has a reply form: %j [P2.121] [P2.122] [P2.128]',
    async (status, name, color, has) => {
      await openTicket(served([], status));
      expect(screen.queryAllByRole('textbox', { name: 'Your reply' })).toHaveLength(has ? 1 : 0);
      expect(screen.queryAllByRole('button', { name: 'Send reply' })).toHaveLength(has ? 1 : 0);
      const badge = screen.getByText(name);
      expect(badge.className).toMatch(new RegExp(`\\b${color}\\b`));
      // The class is of that color by the tokens it uses, in both themes.
      const style = readFileSync(
        new URL('../src/features/tickets/status-badge.module.css', import.meta.url),
        'utf8',
      );
      const rule = new RegExp(String.raw`\.${color} \{([^}]*)\}`).exec(style)?.[1];
      const token = /(?<!-)color: var\(--lp-color-([\w-]+)\)/.exec(
        rule ?? '',
      )?.[1] as keyof typeof COLORS.light;
      for (const theme of Object.values(COLORS)) expect(colorOf(theme[token])).toBe(color);
    },
  );

  /** Waits for a reply over real HTTP while the faked timers hardly advance. `findBy` would advance them by seconds. */
  const arrived = async (text: string) => {
    const end = performance.now() + 10_000;
    while (screen.queryByText(text) === null) {
      if (performance.now() > end) throw new Error(`"${text}" was not read again in time`);
      await new Promise((resolve) => realTimeout(resolve, 20));
      // Even updates without delay need a tick. Five hundred ticks trigger no refresh.
      await act(() => jest.advanceTimersByTimeAsync(1));
    }
  };

  /** Opens the ticket. Only timers set from here on are faked, and replies come over real HTTP. */
  const readLater = async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate', 'performance', 'Date'] });
    act(() => screen.getByRole('button', { name: 'View ticket' }).click());
    await screen.findByRole('heading', { name: 'No Ping' });
  };

  it('is read again every five seconds, and new replies appear [P4.25]', async () => {
    let count = 0;
    const page = await openGate({
      [`GET ${PATH}`]: () => {
        count += 1;
        return ok({ ticket: TICKET, responses: count > 1 ? [response({ message: `reply ${count}` })] : [] });
      },
    });
    await page.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.com');
    await readLater();
    await act(() => jest.advanceTimersByTimeAsync(4999));
    expect(reads(page)).toBe(1);
    await act(() => jest.advanceTimersByTimeAsync(1));
    await arrived('reply 2');
    expect(reads(page)).toBe(2);
    await act(() => jest.advanceTimersByTimeAsync(5000));
    await arrived('reply 3');
    expect(reads(page)).toBe(3);
  });

  it('shows that it was deleted, links to a new ticket, and is not read again [P2.127] [P4.25]', async () => {
    let count = 0;
    const page = await openGate({
      [`GET ${PATH}`]: () => {
        count += 1;
        return count > 1
          ? { status: 404, body: { message: 'Not found' } }
          : ok({ ticket: TICKET, responses: [] });
      },
    });
    await page.user.type(screen.getByRole('textbox', { name: 'Email' }), 'ann@example.com');
    await readLater();
    await act(() => jest.advanceTimersByTimeAsync(5000));
    await arrived('Ticket not found');
    expect(screen.getByRole('link', { name: 'Create New Ticket' }).getAttribute('href')).toBe(
      '/support?tab=contact',
    );
    const before = reads(page);
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(reads(page)).toBe(before);
    expect(screen.getByRole('heading', { name: 'Ticket not found' })).toBeTruthy();
  });
});

describe('a reply', () => {
  const UNSENT = 'Your reply was not sent. It is safe in the box above.';
  const UNCERTAIN =
    'Your reply may not have been sent. It is safe in the box above. If it does not appear here in a moment, send it again.';

  it('is not sent if it is empty or blank [P5.05]', async () => {
    const page = await openTicket(served());
    const before = page.toasts.length;
    for (const [nth, text] of ['', '   '].entries()) {
      if (text) await page.user.type(screen.getByRole('textbox', { name: 'Your reply' }), text);
      await page.user.click(screen.getByRole('button', { name: 'Send reply' }));
      expect(page.toasts).toHaveLength(before + nth + 1);
      expect(page.toasts.at(-1)).toMatchObject({
        title: 'Message required',
        description: 'Please enter a message',
      });
    }
    expect(page.api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('is sent with the email, empties the form, shows a notice and reads the ticket again [P8.23] [P7.30]', async () => {
    // Otherwise the page would read the ticket every five seconds.
    fakeIntervals();
    const page = await openTicket({
      ...served(),
      [`POST ${PATH}/response`]: { status: 201, body: { message: 'ok' } },
    });
    await page.user.type(screen.getByRole('textbox', { name: 'Your reply' }), 'Thanks');
    await page.user.click(screen.getByRole('button', { name: 'Send reply' }));
    await waitFor(() =>
      expect(page.toasts.at(-1)).toMatchObject({
        title: 'Response added',
        description: 'Your message has been sent to support.',
      }),
    );
    expect(page.api.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      message: 'Thanks',
      email: 'ann@example.com',
    });
    await waitFor(() => expect(reads(page)).toBe(2));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' });
    await waitFor(() => expect(field.value).toBe(''));
  });

  it('keeps the text that was typed while it was sent', async () => {
    let reply = () => {};
    const replied = new Promise<void>((resolve) => (reply = resolve));
    const page = await openTicket({
      ...served(),
      [`POST ${PATH}/response`]: async () => {
        await replied;
        return { status: 201, body: { message: 'ok' } };
      },
    });
    const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' });
    await page.user.type(field(), 'Thanks');
    await page.user.click(screen.getByRole('button', { name: 'Send reply' }));
    await screen.findByRole('button', { name: 'Sending' });
    await page.user.type(field(), ', and one more thing');
    reply();
    await screen.findByRole('button', { name: 'Send reply' });
    await waitFor(() => expect(page.toasts.at(-1)).toMatchObject({ title: 'Response added' }));
    expect(field().value).toBe('Thanks, and one more thing');
  });

  it('can be read and copied as a draft if the ticket is closed, and is editable after reopening', async () => {
    let status: TicketStatus = 'open';
    const page = await openTicket({
      [`GET ${PATH}`]: () => ok({ ticket: { ...TICKET, status }, responses: [] }),
    });
    const readAgain = () => act(() => page.queryClient.refetchQueries());
    await page.user.type(screen.getByRole('textbox', { name: 'Your reply' }), 'Half a thought');
    status = 'closed';
    await readAgain();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This ticket was closed, and your reply below was not sent. Copy it, then create a new ticket with it.',
    );
    expect(screen.queryByRole('button', { name: 'Send reply' })).toBeNull();
    expect(screen.getByText('Half a thought')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create New Ticket' }).getAttribute('href')).toBe(
      '/support?tab=contact',
    );
    const write = jest.spyOn(navigator.clipboard, 'writeText');
    await page.user.click(screen.getByRole('button', { name: 'Copy your reply' }));
    expect(write).toHaveBeenCalledWith('Half a thought');
    status = 'open';
    await readAgain();
    expect(await screen.findByRole('textbox', { name: 'Your reply' })).toHaveProperty(
      'value',
      'Half a thought',
    );
  });

  it('is restored as a draft after a visit to another page, until it is sent', async () => {
    const replies = { ...served(), [`POST ${PATH}/response`]: { status: 201, body: { message: 'ok' } } };
    const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' });
    const first = await openTicket(replies);
    await first.user.type(field(), 'Half a thought');
    first.unmount();
    const second = await openTicket(replies);
    expect(field().value).toBe('Half a thought');
    await second.user.click(screen.getByRole('button', { name: 'Send reply' }));
    await waitFor(() => expect(field().value).toBe(''));
    second.unmount();
    await openTicket(replies);
    expect(field().value).toBe('');
  });

  it('is not restored as a draft if it arrives after the page was left', async () => {
    let reply = () => {};
    const replied = new Promise<void>((resolve) => (reply = resolve));
    const page = await openTicket({
      ...served(),
      [`POST ${PATH}/response`]: () => replied.then(() => ({ status: 201, body: { message: 'ok' } })),
    });
    await page.user.type(screen.getByRole('textbox', { name: 'Your reply' }), 'Thanks');
    await page.user.click(screen.getByRole('button', { name: 'Send reply' }));
    await screen.findByRole('button', { name: 'Sending' });
    page.unmount();
    reply();
    await waitFor(() => expect(page.toasts.at(-1)).toMatchObject({ title: 'Response added' }));
    await openTicket(served());
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' }).value).toBe('');
  });

  it('keeps its text and shows the reason if it fails, until it is changed or sent again [P8.21]', async () => {
    const sent = { status: 201, body: { message: 'ok' } };
    const replies = [failing(400, 'Please open a new ticket.'), failing(500, ''), failing(503, '')];
    const page = await openTicket({ ...served(), [`POST ${PATH}/response`]: () => replies.shift() ?? sent });
    const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' });
    const send = () => page.user.click(screen.getByRole('button', { name: 'Send reply' }));
    for (const [description, lasting] of [
      ['Please open a new ticket.', `${UNSENT} Please open a new ticket.`],
      ['Please try again', `${UNSENT} Send it again.`],
      ['Please try again', UNCERTAIN],
    ] as const) {
      const before = page.toasts.length;
      await page.user.type(field(), 'Thanks');
      await send();
      await waitFor(() => expect(page.toasts).toHaveLength(before + 1));
      expect(page.toasts.at(-1)).toMatchObject({
        title: 'Failed to send response',
        description,
        tone: 'destructive',
      });
      expect(field().value).toBe('Thanks');
      // The notice disappears, but this text stays until the reply is sent.
      await screen.findByText(lasting);
      if (lasting === UNCERTAIN) break;
      await page.user.clear(field());
      expect(screen.queryByText(lasting)).toBeNull();
    }
    await send();
    await waitFor(() => expect(page.toasts.at(-1)).toMatchObject({ title: 'Response added' }));
    await waitFor(() => expect(screen.queryByText(UNCERTAIN)).toBeNull());
  });
});
