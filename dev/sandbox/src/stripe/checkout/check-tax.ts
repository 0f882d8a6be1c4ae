import type { AccountProfile } from '../accounts/profile.ts';
import { StripeError } from '../errors.ts';
import type { Scope } from '../objects/types.ts';
import type { CreateSessionParams } from './session-params.ts';

/** Rejects a session with taxes on an account that is not ready for them. */
export function checkTax(scope: Scope, profile: AccountProfile, params: CreateSessionParams): void {
  const { customer, customer_update: update } = params;
  if (params.tax_id_collection?.enabled && customer !== undefined && update?.name !== 'auto')
    throw new StripeError(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set customer_update[name] to auto.',
      { param: 'tax_id_collection' },
    );
  if (update !== undefined && customer === undefined)
    throw new StripeError('`customer_update` can only be used with `customer`.', {
      param: 'customer_update',
    });
  if (!params.automatic_tax?.enabled) return;
  const mode = scope.livemode ? 'live' : 'test';
  const settings = `https://dashboard.stripe.com/${scope.livemode ? '' : 'test/'}settings/tax`;
  if (profile.tax.status === 'inactive')
    throw new StripeError(
      `Stripe Tax has not been activated on your account. Please visit ${settings} to get started.`,
      { code: 'stripe_tax_inactive' },
    );
  if (profile.tax.status === 'pending')
    throw new StripeError(
      `You must have a valid head office address to enable automatic tax calculation in ${mode} mode.  Visit ${settings} to update it.`,
    );
  // The sandbox knows no address of a customer.
  if (customer !== undefined && update?.address !== 'auto')
    throw new StripeError(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      { code: 'customer_tax_location_invalid' },
    );
}
