import * as contracts from '@leadping/contracts/support/customer-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { LicensingContext } from '../context.ts';
import { listCustomerLicenses } from './list-customer-licenses.ts';

/** Registers the routes for the customer view of the ticket desk. */
export function registerCustomerRoutes(route: RegisterRoute, licensing: LicensingContext): void {
  route(contracts.listCustomerLicenses, ({ params }) => listCustomerLicenses(licensing, params.id));
}
