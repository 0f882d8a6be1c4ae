import type Stripe from 'stripe';
import { StripeError } from '../errors.ts';

export interface BuyerTaxId {
  type: Stripe.Checkout.Session.CustomerDetails.TaxId.Type;
  value: string;
}

const EU =
  /^(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)[0-9A-Z]{2,12}$/;

/** Formats of tax numbers. Stripe checks only the format while the buyer pays. */
const FORMATS: Readonly<Record<string, { type: BuyerTaxId['type']; format: RegExp }>> = {
  AU: { type: 'au_abn', format: /^\d{11}$/ },
  CA: { type: 'ca_bn', format: /^\d{9}$/ },
  CH: { type: 'ch_vat', format: /^CHE-\d{3}\.\d{3}\.\d{3} MWST$/ },
  GB: { type: 'gb_vat', format: /^GB\d{9}$/ },
  IN: { type: 'in_gst', format: /^[0-9A-Z]{15}$/ },
  JP: { type: 'jp_trn', format: /^T\d{13}$/ },
  NO: { type: 'no_vat', format: /^\d{9}MVA$/ },
  NZ: { type: 'nz_gst', format: /^\d{9}$/ },
  US: { type: 'us_ein', format: /^\d{2}-\d{7}$/ },
};

const EU_COUNTRIES = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
);

export const isInEu = (country: string) => EU_COUNTRIES.includes(country);

export function hasTaxIds(country: string): boolean {
  return isInEu(country) || country in FORMATS;
}

/** @throws StripeError for a number that the country does not issue */
export function readTaxId(country: string, value: string): BuyerTaxId {
  const rule = isInEu(country) ? { type: 'eu_vat' as const, format: EU } : FORMATS[country];
  if (rule === undefined || !rule.format.test(value))
    throw new StripeError('Your tax ID is invalid.', { code: 'tax_id_invalid', param: 'tax_id' });
  return { type: rule.type, value };
}
