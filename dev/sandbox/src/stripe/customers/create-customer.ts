import { nowInSeconds } from '../../clock.ts';
import { newId, randomText } from '../../ids.ts';
import type { Sandbox } from '../../sandbox.ts';
import { recordEvent } from '../events/record-event.ts';
import type { Customer, Scope } from '../objects/types.ts';
import type { Payer } from '../payments/payment-steps.ts';
import { addressIn } from '../tax/render-tax.ts';

export function createCustomer(sandbox: Sandbox, scope: Scope, payer: Payer): Customer {
  const object: Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: payer.buyer?.country ? addressIn(payer.buyer.country, payer.buyer.postalCode) : null,
    balance: 0,
    created: nowInSeconds(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: payer.email,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: scope.livemode,
    metadata: {},
    name: payer.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  sandbox.store.customers.put({
    id: object.id,
    account: scope.account,
    livemode: scope.livemode,
    object,
  });
  recordEvent(sandbox, scope, 'customer.created', object);
  return object;
}
