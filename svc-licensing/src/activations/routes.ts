import {
  activateLicense,
  deactivateLicense,
  getLicensePublicKey,
  listDevices as listRoute,
  validateLicense,
} from '@leadping/contracts/licensing/device-routes';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { Context } from '../context.ts';
import { activateDevice } from './activate-device.ts';
import { deactivateDevice } from './deactivate-device.ts';
import { listDevices } from './list-devices.ts';
import { validateDevice } from './validate-device.ts';

export function registerDeviceRoutes(route: RegisterRoute, context: Context): void {
  route(activateLicense, ({ body }) => activateDevice(context, body));
  route(validateLicense, ({ body }) => validateDevice(context, body));
  route(deactivateLicense, ({ body }) => deactivateDevice(context, body));
  route(listRoute, ({ body }) => listDevices(context, body));
  route(getLicensePublicKey, ({ reply }) => {
    void reply.header('cache-control', 'public, max-age=3600');
    return { keys: context.tokens.publicKeys };
  });
}
