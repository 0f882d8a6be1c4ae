import { listDevicesByAdmin, signOutDeviceByAdmin } from '@leadping/contracts/licensing/admin-license-routes';
import type { licenseActions } from '@leadping/contracts/licensing/license-actions';
import {
  listDevicesByReseller,
  signOutDeviceByReseller,
} from '@leadping/contracts/licensing/reseller-license-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { LicensingContext } from '../context.ts';
import { ofAdmin, ofReseller, type ScopeOfActor } from '../licenses/license-scope.ts';
import { listDevicesOf, signOutDevice } from './manage-devices.ts';

type Actions = ReturnType<typeof licenseActions<'admin' | 'reseller', 'admin' | 'resellers'>>;

/** The devices of a license, for admins and for the reseller who sold it. */
export function registerDeviceManagementRoutes(route: RegisterRoute, licensing: LicensingContext): void {
  const register = (contracts: Pick<Actions, 'listDevices' | 'signOutDevice'>, scopeOf: ScopeOfActor) => {
    route(contracts.listDevices, ({ params, actor }) => listDevicesOf(licensing, scopeOf(actor), params.id));
    route(contracts.signOutDevice, async ({ params, actor }) => {
      await signOutDevice(licensing, scopeOf(actor), params.id, params.deviceId);
      return { message: 'The device was signed out.' };
    });
  };
  register({ listDevices: listDevicesByAdmin, signOutDevice: signOutDeviceByAdmin }, ofAdmin);
  register({ listDevices: listDevicesByReseller, signOutDevice: signOutDeviceByReseller }, ofReseller);
}
