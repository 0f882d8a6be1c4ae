import type Stripe from 'stripe';
import { createHash } from 'node:crypto';
import type { AccountProfile } from '../accounts/profile.ts';
import type { Scope } from '../objects/types.ts';
import { isInEu } from './tax-id.ts';

export function renderTaxSettings({ livemode }: Scope, { tax }: AccountProfile): Stripe.Tax.Settings {
  const isActive = tax.status === 'active';
  return {
    object: 'tax.settings',
    defaults: { provider: 'stripe', tax_behavior: tax.taxBehavior, tax_code: tax.taxCode },
    head_office: isActive ? { address: addressIn(tax.headOffice) } : null,
    livemode,
    status: isActive ? 'active' : 'pending',
    status_details: isActive ? { active: {} } : { pending: { missing_fields: ['head_office'] } },
  };
}

export function renderRegistrations(
  { account, livemode }: Scope,
  created: number,
  { tax }: AccountProfile,
): Stripe.Tax.Registration[] {
  return tax.registrations.map(({ country }) => ({
    id: `taxreg_${createHash('sha256').update(`${account}${livemode}${country}`).digest('hex').slice(0, 14)}`,
    object: 'tax.registration',
    active_from: created,
    country,
    country_options: {
      [country.toLowerCase()]: isInEu(country)
        ? { standard: { place_of_supply_scheme: 'standard' }, type: 'standard' }
        : { type: 'standard' },
    },
    created,
    expires_at: null,
    livemode,
    status: 'active',
  }));
}

/** An address of which only the country is known. */
export function addressIn(country: string | null, postalCode: string | null = null): Stripe.Address {
  return { city: null, country, line1: null, line2: null, postal_code: postalCode, state: null };
}
