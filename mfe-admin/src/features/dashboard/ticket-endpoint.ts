import type { listDeskTickets } from '@leadping/contracts/support/ticket-routes';
import { endpoint } from '@leadping/web-kit/api/call';

/** The desk itself is another remote's; the palette only finds its tickets. */
export const readTickets = endpoint<typeof listDeskTickets>('GET', '/api/admin/support-tickets');
