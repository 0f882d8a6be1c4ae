import { nowInSeconds } from '../../clock.ts';
import { newId } from '../../ids.ts';
import { isKnownCurrency, MAX_AMOUNT } from '../currency.ts';
import { noSuch, StripeError } from '../errors.ts';
import type { LineItem, Product, Scope } from '../objects/types.ts';
import { buildProduct } from './build-product.ts';
import type { CreateSessionParams } from './session-params.ts';

type LineItemParams = CreateSessionParams['line_items'][number];

/**
 * One line item of an order with its product.
 * @throws StripeError for an amount or a currency that Stripe rejects
 */
export function buildLineItem(
  scope: Scope,
  params: LineItemParams,
  index: number,
): { item: LineItem; product: Product } {
  const at = `line_items[${index}]`;
  if (params.price !== undefined) throw noSuch('price', params.price, `${at}[price]`);
  const { price_data: priceData } = params;
  if (priceData === undefined)
    throw new StripeError(
      'You must specify either `price` or `price_data` when creating a Checkout Session.',
      {
        code: 'parameter_missing',
        param: `${at}[price]`,
      },
    );
  const { currency } = priceData;
  if (!isKnownCurrency(currency))
    throw new StripeError(`Invalid currency: ${currency}.`, { param: `${at}[price_data][currency]` });
  if (params.quantity < 1)
    throw new StripeError('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: `${at}[quantity]`,
    });
  const unitAmount = readUnitAmount(priceData, at);
  const total = unitAmount * params.quantity;
  const product = buildProduct(scope, priceData.product_data);
  const item: LineItem = {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency,
    description: product.name,
    metadata: params.metadata ?? {},
    price: {
      id: newId('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: nowInSeconds(),
      currency,
      custom_unit_amount: null,
      livemode: scope.livemode,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: product.id,
      recurring: null,
      tax_behavior: priceData.tax_behavior ?? 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: unitAmount,
      unit_amount_decimal: String(unitAmount),
    },
    quantity: params.quantity,
  };
  return { item, product };
}

function readUnitAmount(priceData: NonNullable<LineItemParams['price_data']>, at: string): number {
  const { unit_amount: unitAmount, unit_amount_decimal: decimal } = priceData;
  const param = `${at}[price_data][unit_amount]`;
  if (unitAmount === undefined && decimal === undefined)
    throw new StripeError(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  if (decimal !== undefined && !/^\d+(\.0*)?$/.test(decimal))
    throw new StripeError(`Invalid decimal: ${decimal}; must be a whole number of minor units here`, {
      param: `${at}[price_data][unit_amount_decimal]`,
    });
  const amount = unitAmount ?? Number(decimal);
  if (amount < 0)
    throw new StripeError('Invalid non-negative integer', { code: 'parameter_invalid_integer', param });
  if (amount > MAX_AMOUNT)
    throw new StripeError(`Invalid integer: ${amount}. Amount must be no more than $999,999.99`, {
      code: 'amount_too_large',
      param,
    });
  return amount;
}
