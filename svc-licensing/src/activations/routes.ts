import {
  activateLicense,
  deactivateLicense,
  getLicensePublicKey,
  listDevices as listRoute,
  validateLicense,
} from '@leadping/contracts/licensing/device-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { LicensingContext } from '../context.ts';
import { activateDevice } from './activate-device.ts';
import { deactivateDevice } from './deactivate-device.ts';
import { listDevices } from './list-devices.ts';
import { validateDevice } from './validate-device.ts';

export function registerDeviceRoutes(route: RegisterRoute, licensing: LicensingContext): void {
  route(activateLicense, ({ body }) => activateDevice(licensing, body));
  route(validateLicense, ({ body }) => validateDevice(licensing, body));
  route(deactivateLicense, ({ body }) => deactivateDevice(licensing, body));
  route(listRoute, ({ body }) => listDevices(licensing, body));
  route(getLicensePublicKey, ({ reply }) => {
    void reply.header('cache-control', 'public, max-age=3600');
    return { keys: licensing.tokens.publicKeys };
  });
}
