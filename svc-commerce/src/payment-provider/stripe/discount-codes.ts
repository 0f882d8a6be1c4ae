import { ProductType } from '@leadping/contracts/commerce/order-events';
import { Currency } from '@leadping/contracts/money';
import type { Log } from '@leadping/service-kit/telemetry/log';
import type StripeClient from 'stripe';
import { z } from 'zod';
import type { DiscountCodeReply, NewDiscountCode, ProviderCode, ProviderCodes } from '../payment-provider.ts';
import { callStripe, findAtStripe, isStripeError, translateFailure } from './call-stripe.ts';
import { Stripe } from './stripe.ts';
import { tryCheckout } from './try-checkout.ts';

/** Stripe's largest page, and how many of them are read. Other products of the account can have codes too. */
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

const EXPANDED = 'promotion.coupon';

/** A promotion code with its coupon. Only codes that were created here name a product. */
const Code = z.object({
  id: z.string(),
  code: z.string(),
  active: z.boolean(),
  created: z.int(),
  expires_at: z.int().nullable(),
  max_redemptions: z.int().nullable(),
  times_redeemed: z.int(),
  metadata: z.object({ discountFor: ProductType }),
  promotion: z.object({
    coupon: z.object({
      percent_off: z.number().nullable(),
      amount_off: z.int().nullable(),
      currency: z
        .string()
        .transform((code) => code.toUpperCase())
        .pipe(Currency)
        .nullable(),
    }),
  }),
});

export async function createDiscountCode(
  stripe: StripeClient,
  log: Log,
  { code, productType, percent, amount, expiresAt, maxUses, sale, returnUrl }: NewDiscountCode,
): Promise<DiscountCodeReply> {
  let couponId: string | undefined;
  try {
    const coupon = await stripe.coupons.create({
      duration: 'once',
      // Buyers see it on the payment page.
      name: code,
      ...(percent !== null && { percent_off: percent }),
      ...(amount !== null && { amount_off: amount.amountMinor, currency: amount.currency.toLowerCase() }),
    });
    couponId = coupon.id;
    const trial = await tryCheckout(stripe, log, { ...sale, discount: { coupon: coupon.id } }, returnUrl);
    if (trial.state !== 'opened') {
      await removeCoupon(stripe, log, coupon.id);
      return trial.state === 'refused' && trial.lacksPermission ? { state: 'no-permission' } : trial;
    }
    const made = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code,
      metadata: { discountFor: productType },
      expand: [EXPANDED],
      ...(expiresAt !== null && { expires_at: Math.floor(expiresAt.getTime() / 1000) }),
      ...(maxUses !== null && { max_redemptions: maxUses }),
    });
    return { state: 'created', code: readCode(made) };
  } catch (error) {
    if (couponId !== undefined) await removeCoupon(stripe, log, couponId);
    if (!isStripeError(error)) throw error;
    if (error instanceof Stripe.errors.StripePermissionError) return { state: 'no-permission' };
    if (/already exists/i.test(error.message)) return { state: 'taken' };
    if (error instanceof Stripe.errors.StripeInvalidRequestError) {
      return { state: 'refused', reason: error.message };
    }
    throw translateFailure(error);
  }
}

/** Null if the key may not read codes. */
export async function listDiscountCodes(stripe: StripeClient): Promise<ProviderCodes | null> {
  const codes: ProviderCode[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const found = await listCodes(stripe, {
      limit: PAGE_SIZE,
      ...(after !== undefined && { starting_after: after }),
    });
    if (found === null) return null;
    codes.push(...found.data.map(parseCode).filter((code) => code !== null));
    after = found.data.at(-1)?.id;
    if (!found.has_more || after === undefined) return { codes, hasOlder: false };
  }
  return { codes, hasOlder: true };
}

/** Null if the key may not read codes. */
async function listCodes(stripe: StripeClient, filter: StripeClient.PromotionCodeListParams) {
  try {
    return await stripe.promotionCodes.list({ ...filter, expand: [`data.${EXPANDED}`] });
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return null;
    throw translateFailure(error);
  }
}

/** The active code with this text. Null if the account has none that was created here, or the key may not read codes. */
export async function findDiscountCode(
  stripe: StripeClient,
  log: Log,
  code: string,
): Promise<ProviderCode | null> {
  const found = await listCodes(stripe, { code, active: true, limit: 1 });
  if (found === null) log.warn('discount code refused because the key may not read promotion codes');
  return parseCode(found?.data[0]);
}

/** Null if the account has no such code that was created here. */
export async function endDiscountCode(stripe: StripeClient, id: string): Promise<ProviderCode | null> {
  const found = await findAtStripe(() => stripe.promotionCodes.retrieve(id, { expand: [EXPANDED] }));
  const code = parseCode(found);
  if (!code?.isActive) return code;
  return readCode(
    await callStripe(() => stripe.promotionCodes.update(id, { active: false, expand: [EXPANDED] })),
  );
}

/** A coupon without a code can be used by nobody, so a failure here is only untidy. */
async function removeCoupon(stripe: StripeClient, log: Log, couponId: string): Promise<void> {
  await stripe.coupons.del(couponId).catch((error: unknown) => {
    log.warn({ err: error }, 'coupon without a code not removed');
  });
}

function parseCode(found: unknown): ProviderCode | null {
  return Code.safeParse(found).success ? readCode(found) : null;
}

function readCode(found: unknown): ProviderCode {
  const { promotion, metadata, ...code } = Code.parse(found);
  const { percent_off: percent, amount_off: amountMinor, currency } = promotion.coupon;
  return {
    id: code.id,
    code: code.code,
    productType: metadata.discountFor,
    percent,
    amount: amountMinor === null || currency === null ? null : { amountMinor, currency },
    isActive: code.active,
    uses: code.times_redeemed,
    maxUses: code.max_redemptions,
    expiresAt: code.expires_at === null ? null : new Date(code.expires_at * 1000),
    createdAt: new Date(code.created * 1000),
  };
}
