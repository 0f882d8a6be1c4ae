export {
  countDeskTickets as countTickets,
  listDeskTickets as readDesk,
  getDeskTicket as readDeskTicket,
  updateDeskTicket as updateTicket,
  respondAsStaff as answerTicket,
} from '@leadping/contracts/endpoints/support/ticket';

/** The staff's calls; apart from the visitors', whose pages load none of this. */
