import type {
  getDeskTicket,
  listDeskTickets,
  respondAsStaff,
  updateDeskTicket,
} from '@leadping/contracts/support/ticket-routes';
import { endpoint } from '@leadping/web-kit/api/call';

/** The staff's calls; apart from the visitors', whose pages load none of this. */
export const readDesk = endpoint<typeof listDeskTickets>('GET', '/api/admin/support-tickets');
export const readDeskTicket = endpoint<typeof getDeskTicket>('GET', '/api/admin/support-tickets/:id');
export const updateTicket = endpoint<typeof updateDeskTicket>('PUT', '/api/admin/support-tickets/:id');
export const answerTicket = endpoint<typeof respondAsStaff>(
  'POST',
  '/api/admin/support-tickets/:id/responses',
);
