import type { DeskTicket, Ticket, TicketResponse } from '@leadping/contracts/support/ticket';
import { newEmail } from '@leadping/test-kit/people';
import { until } from '@leadping/test-kit/until';
import { randomInt } from 'node:crypto';
import type { Support } from './support.ts';

export const STAFF = { role: 'support', userId: 'staff-1', username: 'sam' } as const;
export const ADMIN = { role: 'admin', userId: 'admin-1', username: 'root' } as const;

interface Conversation {
  ticket: Ticket;
  responses: TicketResponse[];
}

export const from = (address: string) => ({ 'x-forwarded-for': address });
export const anAddress = () => `${randomInt(11, 100)}.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/** Actions of customers and staff with tickets. @param running returns the service once it runs */
export function ticketCalls(running: () => Support) {
  const form = (overrides: object = {}) => ({
    name: 'Jane Doe',
    email: newEmail(),
    category: 'technical',
    subject: 'The button is missing',
    message: 'I see no Ping button.\nWhat now?',
    priority: 'normal',
    ...overrides,
  });
  const post = (json: unknown, address = anAddress(), headers = {}) =>
    running().as(null, '/api/support', { json, headers: { ...from(address), ...headers } });
  const open = async (overrides: object = {}, address?: string) => {
    const json = form(overrides);
    const reply = await post(json, address);
    const { ticketNumber } = reply.body as { ticketNumber: string };
    const desk = (await running().as(STAFF, `/api/admin/support-tickets?search=${ticketNumber}`))
      .body as DeskTicket[];
    return { ...json, ticketNumber, id: desk[0]!.id };
  };
  const read = (ticketNumber: string, email: string, address = '203.0.113.1') =>
    running().as(null, `/api/support/ticket/${ticketNumber}?email=${encodeURIComponent(email)}`, {
      headers: from(address),
    });
  const conversation = async ({ ticketNumber, email }: { ticketNumber: string; email: string }) =>
    (await read(ticketNumber, email)).body as Conversation;
  const reply = (ticket: { ticketNumber: string; email: string }, message = 'One more thing') =>
    running().as(null, `/api/support/ticket/${ticket.ticketNumber}/response`, {
      json: { message, email: ticket.email },
      headers: from('203.0.113.1'),
    });
  const answer = (id: string, message = 'Please reload the page.', as: typeof STAFF | typeof ADMIN = STAFF) =>
    running().as(as, `/api/admin/support-tickets/${id}/responses`, { json: { message } });
  const setStatus = (id: string, status: unknown, seenAt?: string) =>
    running().as(STAFF, `/api/admin/support-tickets/${id}`, { method: 'PUT', json: { status, seenAt } });
  const update = (id: string, json: object) =>
    running().as(STAFF, `/api/admin/support-tickets/${id}`, { method: 'PUT', json });
  const desk = async (id: string) =>
    (await running().as(STAFF, `/api/admin/support-tickets/${id}`)).body as DeskTicket & {
      responses: TicketResponse[];
    };
  /** The secret of the link in the first mail about a ticket. */
  const mailedSecret = async ({ ticketNumber, email }: { ticketNumber: string; email: string }) => {
    const link = new RegExp(`/ticket/${ticketNumber}#confirm=(\\S+)`);
    const find = async () =>
      (await running().mailsTo(email)).map(({ textBody }) => link.exec(textBody)?.[1]).find(Boolean);
    await until(async () => (await find()) !== undefined);
    return (await find()) ?? '';
  };
  const confirm = (ticketNumber: string, email: string, secret: string, address = '203.0.113.1') =>
    running().as(null, `/api/support/ticket/${ticketNumber}/confirmation`, {
      json: { email, secret },
      headers: from(address),
    });
  /** Opens a ticket whose address is confirmed. */
  const openConfirmed = async (overrides: object = {}) => {
    const ticket = await open(overrides);
    await confirm(ticket.ticketNumber, ticket.email, await mailedSecret(ticket), anAddress());
    return ticket;
  };
  return {
    openConfirmed,
    mailedSecret,
    confirm,
    form,
    post,
    open,
    read,
    conversation,
    reply,
    answer,
    setStatus,
    update,
    desk,
  };
}
