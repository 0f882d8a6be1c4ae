import type Stripe from 'stripe';
import { z } from 'zod';
import { nowInSeconds } from '../../clock.ts';
import { newId, randomText } from '../../ids.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { Store } from '../../store.ts';
import { noSuch, StripeError } from '../errors.ts';
import { recordEvent, type EventCause } from '../events/record-event.ts';
import { belongsTo } from '../list.ts';
import { idOf } from '../objects/id-of.ts';
import type { Coupon, Owned, PromotionCode, Scope } from '../objects/types.ts';
import { currencyCode, expandable, flag, integer, metadata, text } from '../params.ts';
import { paramsFor } from '../params-for.ts';
import { checkMost, couponKey, currentCoupon } from './coupon.ts';

export const createPromotionCodeParams = paramsFor<Stripe.PromotionCodeCreateParams>()(
  z.strictObject({
    ...expandable,
    promotion: z.strictObject({ type: z.enum(['coupon']), coupon: text().optional() }),
    active: flag().optional(),
    code: text(500).optional(),
    customer: text().optional(),
    expires_at: integer().optional(),
    max_redemptions: integer().optional(),
    metadata: metadata().optional(),
    restrictions: z
      .strictObject({
        first_time_transaction: flag().optional(),
        minimum_amount: integer().optional(),
        minimum_amount_currency: currencyCode().optional(),
      })
      .optional(),
  }),
);
type CreatePromotionCodeParams = z.output<typeof createPromotionCodeParams>;

export const updatePromotionCodeParams = paramsFor<Stripe.PromotionCodeUpdateParams>()(
  z.strictObject({ ...expandable, active: flag().optional(), metadata: metadata().optional() }),
);
type UpdatePromotionCodeParams = z.output<typeof updatePromotionCodeParams>;

export function findCoupon(store: Store, { account, livemode }: Scope, id: string): Coupon | undefined {
  const owned = store.coupons.find(couponKey(account, livemode, id));
  return owned && currentCoupon(owned.object);
}

/** The code as it is now: it ends with its coupon, by time or by its last use. */
export function currentCode(store: Store, owned: Owned<PromotionCode>): PromotionCode {
  const { expires_at: end, max_redemptions: most, times_redeemed: uses } = owned.object;
  const isOver = (end !== null && end <= nowInSeconds()) || (most !== null && uses >= most);
  const coupon = findCoupon(store, owned, idOf(owned.object.promotion.coupon));
  return { ...owned.object, active: owned.object.active && !isOver && coupon?.valid === true };
}

export function createPromotionCode(
  sandbox: Sandbox,
  { account, livemode }: Scope,
  params: CreatePromotionCodeParams,
  cause: EventCause,
): PromotionCode {
  const { store } = sandbox;
  const scope = { account, livemode };
  const couponId = params.promotion.coupon;
  if (couponId === undefined)
    throw new StripeError('Missing required param: promotion[coupon].', {
      code: 'parameter_missing',
      param: 'promotion[coupon]',
    });
  const coupon = findCoupon(store, scope, couponId);
  if (coupon === undefined) throw noSuch('coupon', couponId, 'promotion[coupon]');
  checkCode(params, coupon);
  const code = params.code ?? randomText(8).toUpperCase();
  const isActive = params.active ?? true;
  if (isActive) refuseSecond(store, scope, code);
  const { restrictions } = params;
  const object: PromotionCode = {
    id: newId('promo'),
    object: 'promotion_code',
    active: isActive,
    code,
    created: nowInSeconds(),
    customer: params.customer ?? null,
    customer_account: null,
    expires_at: params.expires_at ?? null,
    livemode,
    max_redemptions: params.max_redemptions ?? null,
    metadata: params.metadata ?? {},
    promotion: { coupon: coupon.id, type: 'coupon' },
    restrictions: {
      first_time_transaction: restrictions?.first_time_transaction ?? false,
      minimum_amount: restrictions?.minimum_amount ?? null,
      minimum_amount_currency: restrictions?.minimum_amount_currency ?? null,
    },
    times_redeemed: 0,
  };
  store.promotionCodes.put({ id: object.id, ...scope, object });
  recordEvent(sandbox, scope, 'promotion_code.created', object, { cause });
  return object;
}

export function updatePromotionCode(
  sandbox: Sandbox,
  owned: Owned<PromotionCode>,
  { active, metadata: changed }: UpdatePromotionCodeParams,
  cause: EventCause,
): PromotionCode {
  const { object } = owned;
  if (active === true && !object.active) {
    const coupon = findCoupon(sandbox.store, owned, idOf(object.promotion.coupon));
    if (coupon?.valid !== true)
      throw new StripeError(
        'This promotion code cannot be activated because its coupon is no longer valid.',
        {
          param: 'active',
        },
      );
    refuseSecond(sandbox.store, owned, object.code);
  }
  const updated: PromotionCode = {
    ...object,
    active: active ?? object.active,
    metadata: { ...object.metadata, ...changed },
  };
  sandbox.store.promotionCodes.put({ ...owned, object: updated });
  recordEvent(sandbox, owned, 'promotion_code.updated', updated, {
    cause,
    previous: { active: object.active, metadata: object.metadata },
  });
  return updated;
}

/** The active code that a buyer typed, in any case. */
export function findActiveCode(store: Store, scope: Scope, code: string): PromotionCode | undefined {
  return store.promotionCodes
    .newestFirst()
    .filter(belongsTo(scope))
    .map((owned) => currentCode(store, owned))
    .find((each) => each.active && sameCode(each.code, code));
}

export const sameCode = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function refuseSecond(store: Store, scope: Scope, code: string): void {
  if (findActiveCode(store, scope, code) !== undefined)
    throw new StripeError(`An active promotion code with \`code: ${code}\` already exists.`, {
      param: 'code',
    });
}

function checkCode(params: CreatePromotionCodeParams, coupon: Coupon): void {
  const { code, expires_at: end, max_redemptions: most, restrictions } = params;
  if (!coupon.valid)
    throw new StripeError(`The coupon ${coupon.id} is no longer valid.`, { param: 'promotion[coupon]' });
  if (code !== undefined && !/^[A-Za-z0-9-]+$/.test(code))
    throw new StripeError(
      'Invalid code: a promotion code may only contain letters (a-z, A-Z), digits (0-9) and dashes.',
      { param: 'code' },
    );
  checkMost(most);
  if (most !== undefined && coupon.max_redemptions !== null && most > coupon.max_redemptions)
    throw new StripeError("The promotion code's max_redemptions cannot exceed that of its coupon.", {
      param: 'max_redemptions',
    });
  if (end !== undefined && end <= nowInSeconds())
    throw new StripeError('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'expires_at',
    });
  if (end !== undefined && coupon.redeem_by !== null && end > coupon.redeem_by)
    throw new StripeError("The promotion code's expires_at cannot be after the coupon's redeem_by.", {
      param: 'expires_at',
    });
  if (restrictions?.minimum_amount !== undefined && restrictions.minimum_amount_currency === undefined)
    throw new StripeError('Missing required param: restrictions[minimum_amount_currency].', {
      code: 'parameter_missing',
      param: 'restrictions[minimum_amount_currency]',
    });
}
