import type Stripe from 'stripe';
import type { AccountProfile } from '../accounts/profile.ts';
import type { Buyer } from '../objects/types.ts';
import { findUsualRate } from './rates.ts';
import { isInEu } from './tax-id.ts';

/** The tax of a sale to one place. */
export interface Tax {
  country: string;
  percent: number;
  reason: Stripe.LineItem.Tax.TaxabilityReason;
}

/** Countries of which one part taxes differently from another. */
const FINER_THAN_COUNTRIES = ['US', 'CA', 'IN'];

export function isLocated({ country, postalCode }: Buyer): boolean {
  return country !== null && (postalCode !== null || !FINER_THAN_COUNTRIES.includes(country));
}

/** The seller's tax for a buyer. Undefined until the place of the buyer is known. */
export function findTax({ tax }: AccountProfile, buyer: Buyer, isManaged: boolean): Tax | undefined {
  const { country, taxId } = buyer;
  if (country === null || !isLocated(buyer)) return undefined;
  const none = { country, percent: 0 };
  const registration = tax.registrations.find((each) => each.country === country);
  // Stripe is registered itself where it sells.
  const percent = isManaged
    ? findUsualRate(country)
    : registration && (registration.percent ?? findUsualRate(country) ?? 0);
  if (percent === undefined) return { ...none, reason: 'not_collecting' };
  const isAbroad = isManaged || tax.headOffice !== country;
  if (taxId !== null && isInEu(country) && isAbroad) return { ...none, reason: 'reverse_charge' };
  return { country, percent, reason: 'standard_rated' };
}
