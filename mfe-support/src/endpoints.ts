export { resendLicense as sendKeyAgain } from '@leadping/contracts/endpoints/licensing/resend';
export {
  confirmTicketAddress as confirmAddress,
  createTicket as openTicket,
  getTicket as readTicket,
  respondAsCustomer as replyToTicket,
} from '@leadping/contracts/endpoints/support/ticket';

/** The calls of this remote, by name only: their schemas stay on the server, which keeps these pages small. */
