export {
  getCustomerOrderTimeline as readTimeline,
  listCustomerLicenses as readLicenses,
  listCustomerMails as readMails,
  listCustomerOrders as readOrders,
  listCustomerTickets as readOtherTickets,
} from '@leadping/contracts/endpoints/support/customer';

/** The customer beside a ticket: each service replies with its own part. */
