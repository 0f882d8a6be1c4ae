import type Stripe from 'stripe';
import { nowInSeconds } from '../../clock.ts';
import { newId } from '../../ids.ts';
import type { Scope } from '../objects/types.ts';
import type { Tax } from './find-tax.ts';
import { isInEu } from './tax-id.ts';

export function buildTaxRate(
  { livemode }: Scope,
  { country, percent }: Tax,
  inclusive: boolean,
): Stripe.TaxRate {
  const type = isInEu(country) || country === 'GB' ? 'vat' : 'sales_tax';
  return {
    id: newId('txr'),
    object: 'tax_rate',
    // Rates that Stripe Tax makes cannot be used elsewhere.
    active: false,
    country,
    created: nowInSeconds(),
    description: null,
    display_name: type === 'vat' ? 'VAT' : 'Sales Tax',
    effective_percentage: percent,
    flat_amount: null,
    inclusive,
    jurisdiction: country,
    jurisdiction_level: 'country',
    livemode,
    metadata: {},
    percentage: percent,
    rate_type: 'percentage',
    state: null,
    tax_type: type,
  };
}
