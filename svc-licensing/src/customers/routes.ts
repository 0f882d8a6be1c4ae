import * as contracts from '@leadping/contracts/support/customer-routes';
import * as own from '@leadping/contracts/licensing/customer-license-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { LicensingContext } from '../context.ts';
import { rotateKey } from '../licenses/rotate-key.ts';
import { listCustomerLicenses } from './list-customer-licenses.ts';
import { listOwnDevices, listOwnLicenses, ofCustomer, signOutOwnDevice } from './own-licenses.ts';

/** Registers the routes for the customer view of the ticket desk. */
export function registerCustomerRoutes(route: RegisterRoute, licensing: LicensingContext): void {
  route(contracts.listCustomerLicenses, ({ params }) => listCustomerLicenses(licensing, params.id));
}

/** Registers what the owner of a license may do with it by a mailed link. */
export function registerOwnLicenseRoutes(route: RegisterRoute, licensing: LicensingContext): void {
  route(own.listOwnLicenses, ({ actor }) => listOwnLicenses(licensing, actor));
  route(own.listOwnDevices, ({ actor, params }) => listOwnDevices(licensing, actor, params.id));
  route(own.signOutOwnDevice, async ({ actor, params }) => {
    await signOutOwnDevice(licensing, actor, params);
    return { message: 'The device was signed out.' };
  });
  route(own.rotateOwnKey, async ({ actor, params, body }) => {
    await rotateKey(licensing, ofCustomer(actor), params.id, body);
    return { message: 'Your key was replaced. The new key is on its way to you.' };
  });
}
