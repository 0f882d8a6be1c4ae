import { expect } from '@jest/globals';
import type { DeskTicket, TicketResponse } from '@leadping/contracts/support/ticket';
import { screen, within } from '@testing-library/react';
import { ok, type ReceivedCall, type Replies } from '@leadping/test-kit/web/api-stub';
import { openView } from '@leadping/test-kit/web/open-page';
import remote from '../src/remote.tsx';

export const PATH = '/api/admin/support-tickets';
export const HOUR = 3_600_000;

export function aTicket(nth: number, overrides: Partial<DeskTicket> = {}): DeskTicket {
  return {
    id: String(nth).padStart(24, '0'),
    ticketNumber: `TKT-${nth}`,
    subject: `Question ${nth}`,
    message: `What about ${nth}?`,
    status: 'open',
    priority: 'normal',
    name: 'Ann Smith',
    email: 'ann@example.com',
    isAddressConfirmed: true,
    licenseKey: null,
    category: 'technical',
    assignedTo: null,
    customerWaiting: false,
    waitingSince: null,
    createdAt: new Date(Date.now() - 50 * HOUR).toISOString(),
    updatedAt: new Date(Date.now() - 5.5 * HOUR).toISOString(),
    ...overrides,
  };
}

export const many = (count: number) => Array.from({ length: count }, (_, index) => aTicket(index + 1));

export const aResponse = (overrides: Partial<TicketResponse>): TicketResponse => ({
  id: 'r1',
  message: 'Try the newest version.',
  isCustomerResponse: false,
  createdAt: new Date(Date.now() - HOUR).toISOString(),
  respondedBy: { username: 'sam' },
  ...overrides,
});

export const ENDED = { status: 401, body: { message: 'Unauthorized', code: 'UNAUTHENTICATED' } };

/** The desk's calls, answered from a list as the service does. */
export function served(tickets: DeskTicket[], responses: TicketResponse[] = []): Replies {
  const list = ({ query }: ReceivedCall) => {
    const { status, search = '', customerWaiting, skip = '0', limit = '200' } = query;
    if (!customerWaiting) expect(['pressing', 'updated']).toContain(query.sort);
    const found = tickets.filter(
      (ticket) =>
        (!status || ticket.status === status) &&
        (!customerWaiting || ticket.customerWaiting) &&
        ticket.subject.toLowerCase().includes(search.toLowerCase()),
    );
    return ok(found.slice(Number(skip), Number(skip) + Number(limit)));
  };
  const counts = () => {
    const count = (status: DeskTicket['status']) => tickets.filter((one) => one.status === status).length;
    const byStatus = {
      open: count('open'),
      in_progress: count('in_progress'),
      resolved: count('resolved'),
      closed: count('closed'),
    };
    return ok({ byStatus, waiting: tickets.filter(({ customerWaiting }) => customerWaiting).length });
  };
  const each = tickets.flatMap((ticket): [string, Replies[string]][] => [
    [`GET ${PATH}/${ticket.id}`, () => ok({ ...ticket, responses })],
    ...['orders', 'licenses', 'mails', 'other-tickets'].map((part): [string, Replies[string]] => [
      `GET ${PATH}/${ticket.id}/${part}`,
      ok([]),
    ]),
    [
      `PUT ${PATH}/${ticket.id}`,
      ({ body }) => {
        const { status = ticket.status, priority = ticket.priority } = body as Partial<DeskTicket>;
        return ok(Object.assign(ticket, { status, priority, customerWaiting: false }));
      },
    ],
    [
      `POST ${PATH}/${ticket.id}/responses`,
      ({ body }) => {
        const response = aResponse({ id: `r${responses.length + 1}`, ...(body as { message: string }) });
        responses.push(response);
        return { status: 201, body: response };
      },
    ],
  ]);
  return { [`GET ${PATH}`]: list, [`GET ${PATH}/summary`]: counts, ...Object.fromEntries(each) };
}

export const openDesk = (replies: Replies, search = '') =>
  openView(remote, `/admin/tickets${search}`, replies);
export const rows = async () => within(await screen.findByRole('list', { name: 'Tickets' }));
export const subjects = async () =>
  (await rows())
    .getAllByRole('listitem')
    .map((row) => within(row).getAllByRole('button')[0]?.textContent ?? '');
export const rowOf = async (subject: string) => {
  const button = await (await rows()).findByRole('button', { name: subject });
  return within(button.closest('li') ?? document.body);
};
export const toRead = (search: string) => new URLSearchParams(search);
