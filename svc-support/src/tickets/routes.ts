import {
  confirmTicketAddress,
  countDeskTickets,
  createTicket as createRoute,
  getDeskTicket,
  getTicket as getOwnTicket,
  listDeskTickets,
  respondAsCustomer,
  respondAsStaff,
  updateDeskTicket,
} from '@leadping/contracts/support/ticket-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import { addCustomerResponse, addStaffResponse, updateTicket } from './change-ticket.ts';
import type { SupportContext } from '../context.ts';
import { confirmAddress } from './confirm-address.ts';
import { createTicket } from './create-ticket.ts';
import { findOwnTicket } from './find-own-ticket.ts';
import { getTicket, readTicketId } from './find-ticket.ts';
import { countTickets, listTickets } from './list-tickets.ts';
import { showDeskTicket, showResponse, showTicket } from './show-ticket.ts';

export function registerTicketRoutes(route: RegisterRoute, support: SupportContext): void {
  const { sealer } = support;

  route(createRoute, async ({ body, headers, request }) => ({
    ticketNumber: await createTicket(support, body, {
      address: request.ip,
      idempotencyKey: headers['idempotency-key'],
    }),
  }));

  route(getOwnTicket, async ({ params, query, request }) => {
    const ticket = await findOwnTicket(support, { ...params, ...query, address: request.ip });
    return { ticket: showTicket(ticket), responses: ticket.responses.map(showResponse) };
  });

  route(respondAsCustomer, async ({ params, body, request }) => {
    const ticket = await findOwnTicket(support, { ...params, email: body.email, address: request.ip });
    await addCustomerResponse(support, ticket._id, body.message);
    return { message: 'Your message has been sent to support.' };
  });

  route(confirmTicketAddress, async ({ params, body, request }) => {
    const ticket = await findOwnTicket(support, { ...params, email: body.email, address: request.ip });
    await confirmAddress(support, ticket, body.secret);
    return { message: 'Your email address is confirmed.' };
  });

  route(listDeskTickets, async ({ query }) =>
    (await listTickets(support, query)).map((ticket) => showDeskTicket(ticket, sealer)),
  );

  route(countDeskTickets, ({ query }) => countTickets(support, query.search));

  route(getDeskTicket, async ({ params }) => {
    const ticket = await getTicket(support, params.id);
    return { ...showDeskTicket(ticket, sealer), responses: ticket.responses.map(showResponse) };
  });

  route(updateDeskTicket, async ({ params, body }) =>
    showDeskTicket(await updateTicket(support, readTicketId(params.id), body), sealer),
  );

  route(respondAsStaff, async ({ params, body, actor }) =>
    showResponse(await addStaffResponse(support, readTicketId(params.id), { ...body, ...actor })),
  );
}
