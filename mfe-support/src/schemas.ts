/** The contracts that forms are held to, in one lazy file: the schema library is loaded once for all of them. */
export { resendLicense } from '@leadping/contracts/licensing/resend-routes';
export {
  createTicket,
  getTicket,
  respondAsCustomer,
  respondAsStaff,
} from '@leadping/contracts/support/ticket-routes';
