import type { FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox.ts';
import { noSuch } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { getOwned } from '../get-owned.ts';
import { belongsTo, isWithin, objectsOf, paginate } from '../list.ts';
import { idOf } from '../objects/id-of.ts';
import type { Coupon, Owned, Scope } from '../objects/types.ts';
import { expandable, flag, pageable, range, text } from '../params.ts';
import { paramsFor } from '../params-for.ts';
import { stripeRoute } from '../route.ts';
import { couponKey, createCoupon, createCouponParams, currentCoupon, updateCouponParams } from './coupon.ts';
import {
  createPromotionCode,
  createPromotionCodeParams,
  currentCode,
  sameCode,
  updatePromotionCode,
  updatePromotionCodeParams,
} from './promotion-code.ts';

export function discountRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  couponRoutes(app, sandbox);
  codeRoutes(app, sandbox);
}

function couponRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { coupons } = sandbox.store;
  const url = '/coupons';
  const getCoupon = ({ account, livemode }: Scope, id: string): Owned<Coupon> => {
    const owned = coupons.find(couponKey(account, livemode, id));
    if (owned === undefined) throw noSuch('coupon', id, 'coupon');
    return owned;
  };
  stripeRoute(app, sandbox, {
    method: 'POST',
    url,
    params: createCouponParams,
    run: ({ scope, params, cause }) => createCoupon(sandbox, scope, params, cause),
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url,
    params: paramsFor<Stripe.CouponListParams>()(
      z.strictObject({ ...pageable, created: range().optional() }),
    ),
    run: ({ scope, params }) => {
      const matching = objectsOf(scope, coupons.newestFirst())
        .filter(({ created }) => isWithin(created, params.created))
        .map(currentCoupon);
      return paginate(matching, params, `/v1${url}`);
    },
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: `${url}/:id`,
    params: paramsFor<Stripe.CouponRetrieveParams>()(z.strictObject(expandable)),
    run: ({ scope, id }) => currentCoupon(getCoupon(scope, id).object),
  });
  stripeRoute(app, sandbox, {
    method: 'POST',
    url: `${url}/:id`,
    params: updateCouponParams,
    run: ({ scope, id, params, cause }) => {
      const owned = getCoupon(scope, id);
      const object = {
        ...owned.object,
        name: params.name ?? owned.object.name,
        metadata: { ...owned.object.metadata, ...params.metadata },
      };
      coupons.put({ ...owned, object });
      recordEvent(sandbox, owned, 'coupon.updated', object, { cause, previous: { name: owned.object.name } });
      return currentCoupon(object);
    },
  });
  stripeRoute(app, sandbox, {
    method: 'DELETE',
    url: `${url}/:id`,
    params: z.strictObject(expandable),
    run: ({ scope, id, cause }) => {
      const owned = getCoupon(scope, id);
      coupons.remove(owned.id);
      recordEvent(sandbox, owned, 'coupon.deleted', owned.object, { cause });
      return { id, object: 'coupon', deleted: true } satisfies Stripe.DeletedCoupon;
    },
  });
}

function codeRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { store } = sandbox;
  const { promotionCodes } = store;
  const url = '/promotion_codes';
  stripeRoute(app, sandbox, {
    method: 'POST',
    url,
    params: createPromotionCodeParams,
    run: ({ scope, params, cause }) => createPromotionCode(sandbox, scope, params, cause),
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url,
    params: paramsFor<Stripe.PromotionCodeListParams>()(
      z.strictObject({
        ...pageable,
        active: flag().optional(),
        code: text().optional(),
        coupon: text().optional(),
        created: range().optional(),
      }),
    ),
    run: ({ scope, params }) => {
      const { active, code, coupon, created } = params;
      const matching = promotionCodes
        .newestFirst()
        .filter(belongsTo(scope))
        .map((owned) => currentCode(store, owned))
        .filter((each) => isWithin(each.created, created))
        .filter((each) => active === undefined || each.active === active)
        .filter((each) => code === undefined || sameCode(each.code, code))
        .filter((each) => coupon === undefined || idOf(each.promotion.coupon) === coupon);
      return paginate(matching, params, `/v1${url}`);
    },
  });
  stripeRoute(app, sandbox, {
    method: 'GET',
    url: `${url}/:id`,
    params: paramsFor<Stripe.PromotionCodeRetrieveParams>()(z.strictObject(expandable)),
    run: ({ scope, id }) => currentCode(store, getOwned(promotionCodes, scope, id, 'promotion code')),
  });
  stripeRoute(app, sandbox, {
    method: 'POST',
    url: `${url}/:id`,
    params: updatePromotionCodeParams,
    run: ({ scope, id, params, cause }) =>
      updatePromotionCode(sandbox, getOwned(promotionCodes, scope, id, 'promotion code'), params, cause),
  });
}
