export {
  countDeskTickets as countTickets,
  listDeskTickets as readDesk,
  getDeskTicket as readDeskTicket,
  updateDeskTicket as updateTicket,
  respondAsStaff as answerTicket,
} from '@leadping/contracts/endpoints/support/ticket';

/** Calls of the staff, separate from those of visitors, whose pages do not load this file. */
