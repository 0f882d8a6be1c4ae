import type { licenseActions } from '@leadping/contracts/licensing/license-actions';
import type { Actor } from '@leadping/contracts/actor';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { QueryFilter } from 'mongoose';
import { listDevicesOf, signOutDevice } from '../activations/manage-devices.ts';
import type { Context } from '../context.ts';
import type { License } from './license.model.ts';
import { correctEmail, resendKey } from './mail-key.ts';

/** @param scopeOf whose licenses this person may act on; it stands in every query. */
export function registerLicenseActions(
  route: RegisterRoute,
  context: Context,
  contracts: ReturnType<typeof licenseActions<'admin' | 'reseller', 'admin' | 'resellers'>>,
  scopeOf: (actor: Actor) => QueryFilter<License>,
): void {
  const filterOf = (actor: Actor | null, id: string) => {
    if (!actor) throw new DomainError('UNAUTHENTICATED', 'Unauthorized');
    return { ...scopeOf(actor), _id: id };
  };
  route(contracts.correctEmail, async ({ params, body, actor }) => {
    await correctEmail(context, filterOf(actor, params.id), body.email);
    return { message: 'The address was corrected, the key is on its way.' };
  });
  route(contracts.resendKey, async ({ params, actor }) => {
    await resendKey(context, filterOf(actor, params.id));
    return { message: 'The key is on its way.' };
  });
  route(contracts.listDevices, ({ params, actor }) => listDevicesOf(context, filterOf(actor, params.id)));
  route(contracts.signOutDevice, async ({ params, actor }) => {
    await signOutDevice(context, filterOf(actor, params.id), params.deviceId);
    return { message: 'The device was signed out.' };
  });
}
