import type Stripe from 'stripe';
import { nowInSeconds } from '../../clock.ts';
import { newId } from '../../ids.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { Store } from '../../store.ts';
import { noSuch, StripeError } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { belongsTo } from '../list.ts';
import { idOf } from '../objects/id-of.ts';
import type { Coupon, PromotionCode, Scope } from '../objects/types.ts';
import { currentCode, findActiveCode, findCoupon } from './promotion-code.ts';
import { couponKey } from './coupon.ts';

/** The order that a discount is for. */
export interface Purchase {
  subtotal: number;
  currency: string;
  customer: string | null;
}

interface Redeemable {
  coupon: Coupon;
  code: PromotionCode | null;
}

/** @throws StripeError for a discount that the session cannot have */
export function chooseDiscount(
  store: Store,
  scope: Scope,
  wanted: { coupon?: string | undefined; promotion_code?: string | undefined },
  purchase: Purchase,
): Stripe.Discount {
  const { coupon: couponId, promotion_code: codeId } = wanted;
  if ((couponId === undefined) === (codeId === undefined))
    throw new StripeError(
      'You must specify exactly one of these parameters for a discount: coupon, promotion_code.',
      { param: 'discounts[0]' },
    );
  if (codeId !== undefined) {
    const owned = store.promotionCodes.find(codeId);
    if (owned === undefined || !belongsTo(scope)(owned))
      throw noSuch('promotion code', codeId, 'discounts[0][promotion_code]');
    return redeem(store, scope, currentCode(store, owned), purchase);
  }
  const coupon = findCoupon(store, scope, couponId ?? '');
  if (coupon === undefined) throw noSuch('coupon', couponId ?? '', 'discounts[0][coupon]');
  checkRedeemable({ coupon, code: null }, purchase);
  return buildDiscount({ coupon, code: null });
}

/** @throws StripeError with the text that the payment page shows */
export function enterCode(store: Store, scope: Scope, text: string, purchase: Purchase): Stripe.Discount {
  const code = findActiveCode(store, scope, text.trim());
  if (code === undefined) throw new StripeError('This code is invalid.', { param: 'promotion_code' });
  return redeem(store, scope, code, purchase);
}

/** Whether the discount of an open session still holds when the buyer pays. */
export function checkDiscount(
  store: Store,
  scope: Scope,
  discount: Stripe.Discount,
  purchase: Purchase,
): void {
  const owned = store.promotionCodes.find(idOf(discount.promotion_code));
  const coupon = findCoupon(store, scope, idOf(discount.source.coupon));
  if (coupon === undefined)
    throw new StripeError('This code is no longer valid.', { code: 'coupon_expired' });
  checkRedeemable({ coupon, code: owned === undefined ? null : currentCode(store, owned) }, purchase);
}

/** Counts a use of the coupon and its code. */
export function countUse(sandbox: Sandbox, { account, livemode }: Scope, discount: Stripe.Discount): void {
  const { coupons, promotionCodes } = sandbox.store;
  const coupon = coupons.find(couponKey(account, livemode, idOf(discount.source.coupon)));
  if (coupon !== undefined) coupons.put({ ...coupon, object: countOne(coupon.object) });
  const code = promotionCodes.find(idOf(discount.promotion_code));
  if (code === undefined) return;
  const used = promotionCodes.put({ ...code, object: countOne(code.object) });
  recordEvent(sandbox, used, 'promotion_code.updated', currentCode(sandbox.store, used), {
    previous: { times_redeemed: code.object.times_redeemed },
  });
}

export function discountAmount(coupon: Coupon, subtotal: number): number {
  const { amount_off: amount, percent_off: percent } = coupon;
  return Math.min(subtotal, amount ?? Math.round((subtotal * (percent ?? 0)) / 100));
}

const countOne = <T extends { times_redeemed: number }>(object: T): T => ({
  ...object,
  times_redeemed: object.times_redeemed + 1,
});

function redeem(store: Store, scope: Scope, code: PromotionCode, purchase: Purchase): Stripe.Discount {
  const coupon = findCoupon(store, scope, idOf(code.promotion.coupon));
  if (coupon === undefined) throw new StripeError('This code is invalid.', { param: 'promotion_code' });
  checkRedeemable({ coupon, code }, purchase);
  return buildDiscount({ coupon, code });
}

function checkRedeemable({ coupon, code }: Redeemable, { subtotal, currency, customer }: Purchase): void {
  if (code !== null && !code.active)
    throw new StripeError('This promotion code is expired, used up or inactive.', {
      code: 'coupon_expired',
      param: 'discounts[0][promotion_code]',
    });
  if (!coupon.valid)
    throw new StripeError(`Coupon expired: ${coupon.id}`, {
      code: 'coupon_expired',
      param: 'discounts[0][coupon]',
    });
  if (coupon.amount_off !== null && coupon.currency !== currency)
    throw new StripeError(
      `The coupon ${coupon.id} is in ${coupon.currency} and cannot be used for a payment in ${currency}.`,
      { param: 'discounts' },
    );
  const restrictions = code?.restrictions;
  // Stripe cannot know whether a guest has bought before.
  if (restrictions?.first_time_transaction && customer === null)
    throw new StripeError(
      'This promotion code cannot be redeemed because it is only for first-time customers.',
      {
        param: 'discounts[0][promotion_code]',
      },
    );
  if (code?.customer && idOf(code.customer) !== customer)
    throw new StripeError('This promotion code cannot be redeemed because it belongs to another customer.', {
      param: 'discounts[0][promotion_code]',
    });
  const { minimum_amount: least, minimum_amount_currency: leastCurrency } = restrictions ?? {};
  if (least && (leastCurrency !== currency || subtotal < least))
    throw new StripeError(
      'This promotion code cannot be redeemed because the order is below its minimum amount.',
      {
        param: 'discounts[0][promotion_code]',
      },
    );
}

function buildDiscount({ coupon, code }: Redeemable): Stripe.Discount {
  return {
    id: newId('di'),
    object: 'discount',
    checkout_session: null,
    customer: null,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: code?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: nowInSeconds(),
    subscription: null,
    subscription_item: null,
  };
}
