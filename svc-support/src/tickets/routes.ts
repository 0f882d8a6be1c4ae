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
import type { TicketContext } from './context.ts';
import { createTicket } from './create-ticket.ts';
import { findOwnTicket } from './find-own-ticket.ts';
import { listTickets } from './list-tickets.ts';
import { toDeskTicket, toResponse, toTicket } from './present-ticket.ts';

export function registerTicketRoutes(route: RegisterRoute, context: TicketContext): void {
  const { tickets, sealer } = context;

  route(createRoute, async ({ body }) => ({ ticketNumber: await createTicket(context, body) }));

  route(getTicket, async ({ params, query, request }) => {
    const ticket = await findOwnTicket(context, { ...params, ...query, address: request.ip });
    return { ticket: toTicket(ticket), responses: ticket.responses.map(toResponse) };
  });

  route(respondAsCustomer, async ({ params, body, request }) => {
    const ticket = await findOwnTicket(context, { ...params, email: body.email, address: request.ip });
    await addCustomerResponse(context, ticket._id, body.message);
    return { message: 'Your message has been sent to support.' };
  });

  route(listDeskTickets, async ({ query }) =>
    (await listTickets(tickets, query)).map((ticket) => toDeskTicket(ticket, sealer)),
  );

  route(getDeskTicket, async ({ params }) => {
    const ticket = await tickets.findById(readId(params.id)).lean();
    if (!ticket) throw notFound();
    return { ...toDeskTicket(ticket, sealer), responses: ticket.responses.map(toResponse) };
  });

  route(updateDeskTicket, async ({ params, body }) =>
    toDeskTicket(await setStatus(context, readId(params.id), body.status), sealer),
  );

  route(respondAsStaff, async ({ params, body, actor }) =>
    toResponse(await addStaffResponse(context, readId(params.id), { ...body, ...actor })),
  );
}

function readId(id: string): Types.ObjectId {
  if (!/^[0-9a-f]{24}$/.test(id)) throw notFound();
  return new Types.ObjectId(id);
}

function notFound(): DomainError {
  return new DomainError('NOT_FOUND', 'Ticket not found');
}
