import * as contracts from '@leadping/contracts/support/customer-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { SupportContext } from '../context.ts';
import { listCustomerMails } from './list-customer-mails.ts';
import { listCustomerTickets } from './list-customer-tickets.ts';

/** Registers the routes for the customer view of the ticket desk. */
export function registerCustomerRoutes(route: RegisterRoute, support: SupportContext): void {
  route(contracts.listCustomerMails, ({ params }) => listCustomerMails(support, params.id));
  route(contracts.listCustomerTickets, ({ params }) => listCustomerTickets(support, params.id));
}
