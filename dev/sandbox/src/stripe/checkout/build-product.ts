import { nowInSeconds } from '../../clock.ts';
import { newId } from '../../ids.ts';
import type { Product, Scope } from '../objects/types.ts';
import type { CreateSessionParams } from './session-params.ts';

type ProductParams = NonNullable<CreateSessionParams['line_items'][number]['price_data']>['product_data'];

/** The inline product of `price_data`. */
export function buildProduct(scope: Scope, params: ProductParams): Product {
  const created = nowInSeconds();
  return {
    id: newId('prod', 14),
    object: 'product',
    // Stripe keeps a product that was created for one checkout out of the catalog.
    active: false,
    created,
    default_price: null,
    description: params.description ?? null,
    images: params.images ?? [],
    livemode: scope.livemode,
    marketing_features: [],
    metadata: params.metadata ?? {},
    name: params.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: params.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: params.unit_label ?? null,
    updated: created,
    url: null,
  };
}
