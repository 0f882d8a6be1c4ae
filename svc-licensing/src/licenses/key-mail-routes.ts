import type { licenseActions } from '@leadping/contracts/licensing/license-actions';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { LicensingContext } from '../context.ts';
import type { ScopeOfActor } from './license-scope.ts';
import { rotateKey } from './rotate-key.ts';
import { correctEmail, resendKey } from './mail-key.ts';

type Actions = ReturnType<typeof licenseActions<'admin' | 'reseller', 'admin' | 'resellers'>>;

/** Routes for the customer's address and the mail with the key, and the key itself, for users who may act on the license. */
export function registerKeyMailRoutes(
  route: RegisterRoute,
  licensing: LicensingContext,
  contracts: Pick<Actions, 'correctEmail' | 'resendKey' | 'rotateKey'>,
  scopeOf: ScopeOfActor,
): void {
  route(contracts.correctEmail, async ({ params, body, actor }) => {
    await correctEmail(licensing, scopeOf(actor), params.id, body.email);
    return { message: 'The address was corrected, the key is on its way.' };
  });
  route(contracts.rotateKey, async ({ params, body, actor }) => {
    await rotateKey(licensing, scopeOf(actor), params.id, body);
    return { message: 'The key was replaced. The new key is on its way to the owner.' };
  });
  route(contracts.resendKey, async ({ params, actor }) => {
    await resendKey(licensing, scopeOf(actor), params.id);
    return { message: 'The key is on its way.' };
  });
}
