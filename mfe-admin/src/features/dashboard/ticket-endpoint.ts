export { listDeskTickets as readTickets } from '@leadping/contracts/endpoints/support/ticket';

/** The desk itself is another remote's; the palette only finds its tickets. */
