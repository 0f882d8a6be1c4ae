// Written by `npm run openapi` from `support/ticket-routes.ts`; the types hold it to the contract.
import type { Endpoint } from '../../endpoint.ts';
import type * as routes from '../../support/ticket-routes.ts';

export const confirmTicketAddress: Endpoint<typeof routes.confirmTicketAddress> = {
  method: 'POST',
  path: '/api/support/ticket/:ticketNumber/confirmation',
};
export const countDeskTickets: Endpoint<typeof routes.countDeskTickets> = {
  method: 'GET',
  path: '/api/admin/support-tickets/summary',
};
export const createTicket: Endpoint<typeof routes.createTicket> = { method: 'POST', path: '/api/support' };
export const getDeskTicket: Endpoint<typeof routes.getDeskTicket> = {
  method: 'GET',
  path: '/api/admin/support-tickets/:id',
};
export const getTicket: Endpoint<typeof routes.getTicket> = {
  method: 'GET',
  path: '/api/support/ticket/:ticketNumber',
};
export const listDeskTickets: Endpoint<typeof routes.listDeskTickets> = {
  method: 'GET',
  path: '/api/admin/support-tickets',
};
export const respondAsCustomer: Endpoint<typeof routes.respondAsCustomer> = {
  method: 'POST',
  path: '/api/support/ticket/:ticketNumber/response',
};
export const respondAsStaff: Endpoint<typeof routes.respondAsStaff> = {
  method: 'POST',
  path: '/api/admin/support-tickets/:id/responses',
};
export const updateDeskTicket: Endpoint<typeof routes.updateDeskTicket> = {
  method: 'PUT',
  path: '/api/admin/support-tickets/:id',
};
