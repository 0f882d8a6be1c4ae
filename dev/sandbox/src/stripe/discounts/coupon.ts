import type Stripe from 'stripe';
import { z } from 'zod';
import { nowInSeconds } from '../../clock.ts';
import { randomText } from '../../ids.ts';
import type { Sandbox } from '../../sandbox.ts';
import { isKnownCurrency, MAX_AMOUNT } from '../currency.ts';
import { StripeError } from '../errors.ts';
import { recordEvent, type EventCause } from '../events/record-event.ts';
import type { Coupon, Scope } from '../objects/types.ts';
import { currencyCode, decimal, expandable, integer, metadata, text } from '../params.ts';
import { paramsFor } from '../params-for.ts';

const FIVE_YEARS = 5 * 366 * 24 * 60 * 60;

export const createCouponParams = paramsFor<Stripe.CouponCreateParams>()(
  z.strictObject({
    ...expandable,
    id: text(200).optional(),
    amount_off: integer().optional(),
    percent_off: decimal().optional(),
    currency: currencyCode().optional(),
    duration: z.enum(['once', 'forever', 'repeating']).optional(),
    max_redemptions: integer().optional(),
    metadata: metadata().optional(),
    name: text(40).optional(),
    redeem_by: integer().optional(),
  }),
);
type CreateCouponParams = z.output<typeof createCouponParams>;

export const updateCouponParams = paramsFor<Stripe.CouponUpdateParams>()(
  z.strictObject({ ...expandable, metadata: metadata().optional(), name: text(40).optional() }),
);

/** The coupon as it is now: it ends by time or by its last use. */
export function currentCoupon(coupon: Coupon): Coupon {
  const { max_redemptions: most, redeem_by: end, times_redeemed: uses } = coupon;
  const valid = (end === null || end > nowInSeconds()) && (most === null || uses < most);
  return { ...coupon, valid };
}

export function createCoupon(
  sandbox: Sandbox,
  { account, livemode }: Scope,
  params: CreateCouponParams,
  cause: EventCause,
): Coupon {
  checkCoupon(params);
  const id = params.id ?? randomText(8);
  if (sandbox.store.coupons.find(couponKey(account, livemode, id)) !== undefined)
    throw new StripeError('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
  const object: Coupon = {
    id,
    object: 'coupon',
    amount_off: params.amount_off ?? null,
    created: nowInSeconds(),
    currency: params.amount_off === undefined ? null : (params.currency ?? null),
    duration: params.duration ?? 'once',
    duration_in_months: null,
    livemode,
    max_redemptions: params.max_redemptions ?? null,
    metadata: params.metadata ?? {},
    name: params.name ?? null,
    percent_off: params.percent_off ?? null,
    redeem_by: params.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  };
  sandbox.store.coupons.put({ id: couponKey(account, livemode, id), account, livemode, object });
  recordEvent(sandbox, { account, livemode }, 'coupon.created', object, { cause });
  return object;
}

/** Accounts choose the ids of their coupons, so that two of them can have the same. */
export const couponKey = (account: string, livemode: boolean, id: string) =>
  `${account}:${livemode ? 'live' : 'test'}:${id}`;

function checkCoupon(params: CreateCouponParams): void {
  const { amount_off: amount, percent_off: percent, currency } = params;
  if (amount !== undefined && percent !== undefined)
    throw new StripeError('You may only specify one of these parameters: amount_off, percent_off.', {
      param: 'amount_off',
    });
  if (amount === undefined && percent === undefined)
    throw new StripeError('You must pass either amount_off or percent_off.', {
      code: 'parameter_missing',
      param: 'percent_off',
    });
  if (percent !== undefined && (percent <= 0 || percent > 100))
    throw new StripeError('Invalid percent_off: must be greater than 0 and less than or equal to 100.', {
      param: 'percent_off',
    });
  if (amount !== undefined) {
    if (amount < 1)
      throw new StripeError('Invalid positive integer', {
        code: 'parameter_invalid_integer',
        param: 'amount_off',
      });
    if (amount > MAX_AMOUNT)
      throw new StripeError(`Invalid integer: ${amount}. Amount must be no more than $999,999.99`, {
        code: 'amount_too_large',
        param: 'amount_off',
      });
    if (currency === undefined)
      throw new StripeError('Missing required param: currency.', {
        code: 'parameter_missing',
        param: 'currency',
      });
  }
  if (currency !== undefined && !isKnownCurrency(currency))
    throw new StripeError(`Invalid currency: ${currency}.`, { param: 'currency' });
  if (params.duration === 'repeating')
    throw new StripeError('The sandbox only knows one-time payments, so no repeating coupons.', {
      param: 'duration',
    });
  checkMost(params.max_redemptions);
  const ahead = params.redeem_by === undefined ? undefined : params.redeem_by - nowInSeconds();
  if (ahead !== undefined && (ahead <= 0 || ahead > FIVE_YEARS))
    throw new StripeError('Invalid timestamp: must be in the future, and at most five years from now.', {
      param: 'redeem_by',
    });
}

export function checkMost(most: number | undefined): void {
  if (most !== undefined && most < 1)
    throw new StripeError('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'max_redemptions',
    });
}
