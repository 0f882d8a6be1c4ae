import {
  createTicket as createRoute,
  getDeskTicket,
  getTicket,
  listDeskTickets,
  respondAsCustomer,
  respondAsStaff,
  updateDeskTicket,
} from '@leadping/contracts/support/ticket-routes';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import { Types } from 'mongoose';
import { addCustomerResponse, addStaffResponse, setStatus } from './change-ticket.ts';
import type { SupportContext } from '../context.ts';
import { createTicket } from './create-ticket.ts';
import { findOwnTicket } from './find-own-ticket.ts';
import { listTickets } from './list-tickets.ts';
import { showDeskTicket, showResponse, showTicket } from './show-ticket.ts';

export function registerTicketRoutes(route: RegisterRoute, support: SupportContext): void {
  const { tickets, sealer } = support;

  route(createRoute, async ({ body }) => ({ ticketNumber: await createTicket(support, body) }));

  route(getTicket, async ({ params, query, request }) => {
    const ticket = await findOwnTicket(support, { ...params, ...query, address: request.ip });
    return { ticket: showTicket(ticket), responses: ticket.responses.map(showResponse) };
  });

  route(respondAsCustomer, async ({ params, body, request }) => {
    const ticket = await findOwnTicket(support, { ...params, email: body.email, address: request.ip });
    await addCustomerResponse(support, ticket._id, body.message);
    return { message: 'Your message has been sent to support.' };
  });

  route(listDeskTickets, async ({ query }) =>
    (await listTickets(support, query)).map((ticket) => showDeskTicket(ticket, sealer)),
  );

  route(getDeskTicket, async ({ params }) => {
    const ticket = await tickets.findById(readId(params.id)).lean();
    if (!ticket) throw notFound();
    return { ...showDeskTicket(ticket, sealer), responses: ticket.responses.map(showResponse) };
  });

  route(updateDeskTicket, async ({ params, body }) =>
    showDeskTicket(await setStatus(support, readId(params.id), body.status), sealer),
  );

  route(respondAsStaff, async ({ params, body, actor }) =>
    showResponse(await addStaffResponse(support, readId(params.id), { ...body, ...actor })),
  );
}

function readId(id: string): Types.ObjectId {
  if (!/^[0-9a-f]{24}$/.test(id)) throw notFound();
  return new Types.ObjectId(id);
}

function notFound(): DomainError {
  return new DomainError('NOT_FOUND', 'Ticket not found');
}
