import { z } from 'zod';
import { Currency } from '../money.ts';
import { IsoDate, optional } from '../primitives.ts';
import { defineRoute } from '../route.ts';
import { CODE_LENGTH, readCode } from './discount-code.ts';
import { ProductType } from './order-events.ts';

/**
 * `expired`: by its date. `used-up`: by its last use. `ended`: by the seller. `unusable`: at today's price or currency
 * Stripe would refuse the payment.
 */
export const DiscountCodeState = z.enum(['active', 'expired', 'used-up', 'ended', 'unusable']);
export type DiscountCodeState = z.infer<typeof DiscountCodeState>;

export const DiscountCode = z.object({
  id: z.string(),
  code: z.string(),
  productType: ProductType,
  /** Percent of the price. Null if it takes off an amount. */
  percent: z.number().nullable(),
  /** Decimal string in major units of `currency`. Null if it takes off a percentage. */
  amount: z.string().nullable(),
  currency: Currency.nullable(),
  state: DiscountCodeState,
  /** Paid orders. */
  uses: z.int(),
  /** Null without a limit. */
  maxUses: z.int().nullable(),
  expiresAt: IsoDate.nullable(),
  createdAt: IsoDate,
  /** The sales page with this code. */
  link: z.url(),
});
export type DiscountCode = z.infer<typeof DiscountCode>;

/**
 * The codes in the current mode, newest first. `no-key`: the seller has no Stripe key. `no-permission`: their restricted
 * key may not read or write codes.
 */
export const DiscountCodes = z.object({
  state: z.enum(['ready', 'no-key', 'no-permission']),
  codes: z.array(DiscountCode),
  isTest: z.boolean(),
  /** The currency of amounts. */
  currency: Currency,
  /** Whether the account has more codes than are read. */
  hasOlder: z.boolean(),
});
export type DiscountCodes = z.infer<typeof DiscountCodes>;

const FIVE_YEARS_MS = 5 * 365 * 24 * 3_600_000;
const CODE_RULE = `Use ${CODE_LENGTH.min} to ${CODE_LENGTH.max} letters, digits and dashes`;

const PERCENT_RULE = 'Enter a whole percentage from 1 to 100';
const USES_RULE = 'Enter a whole number from 1 to 1,000,000';

const newCode = {
  code: z
    .string()
    .trim()
    .min(CODE_LENGTH.min, CODE_RULE)
    .max(CODE_LENGTH.max, CODE_RULE)
    .regex(/^[A-Za-z0-9-]*$/, CODE_RULE)
    .transform((text) => readCode(text) ?? text),
  percent: optional(z.int(PERCENT_RULE).min(1, PERCENT_RULE).max(100, PERCENT_RULE)),
  /** Decimal string in major units of the seller's currency. */
  amount: optional(z.string().trim().min(1).max(20)),
  maxUses: optional(z.int(USES_RULE).min(1, USES_RULE).max(1_000_000, USES_RULE)),
  expiresAt: optional(
    IsoDate.refine((at) => {
      const ahead = Date.parse(at) - Date.now();
      return ahead > 0 && ahead < FIVE_YEARS_MS;
    }, 'Choose a day in the next five years'),
  ),
};
type NewCode = z.output<z.ZodObject<typeof newCode>>;

const isOneKind = ({ percent, amount }: Pick<NewCode, 'percent' | 'amount'>) =>
  (percent === undefined) !== (amount === undefined);
const ONE_KIND = { message: 'Give either a percentage or an amount', path: ['percent'] };

/** Stripe is asked up to four times. */
const TIMEOUT_SECONDS = 30;

const shared = { service: 'svc-commerce', timeoutSeconds: TIMEOUT_SECONDS } as const;
const params = z.object({ id: z.string().min(1).max(100) });

/** Read from Stripe, so the limit keeps an open page from using up the account's calls. */
const limit = { points: 60, windowSeconds: 60 };

const list = {
  ...shared,
  method: 'GET',
  replies: { 200: DiscountCodes },
  errors: ['PAYMENT_PROVIDER_FAILED'],
  limit,
} as const;

/** CONFLICT if an active code has this text, or the seller has no key that may create one. */
const create = {
  ...shared,
  method: 'POST',
  freshSession: true,
  replies: { 201: DiscountCode },
  errors: ['CONFLICT', 'PAYMENT_PROVIDER_FAILED'],
} as const;

/** An ended code cannot be activated again. Ending an ended code changes nothing. */
const end = {
  ...shared,
  method: 'POST',
  freshSession: true,
  params,
  replies: { 200: DiscountCode },
  errors: ['NOT_FOUND', 'PAYMENT_PROVIDER_FAILED'],
  repeatable: true,
} as const;

export const listDiscountCodes = defineRoute({
  ...list,
  path: '/api/admin/discount-codes',
  summary: "The platform's discount codes with their uses",
  access: 'admin',
});

export const createDiscountCode = defineRoute({
  ...create,
  path: '/api/admin/discount-codes',
  summary: 'Creates a discount code of the platform',
  access: 'admin',
  body: z
    .strictObject({ ...newCode, productType: ProductType.default('main_product') })
    .refine(isOneKind, ONE_KIND),
});

export const endDiscountCode = defineRoute({
  ...end,
  path: '/api/admin/discount-codes/:id/end',
  summary: 'Ends a discount code of the platform',
  access: 'admin',
});

export const listResellerDiscountCodes = defineRoute({
  ...list,
  path: '/api/resellers/discount-codes',
  summary: "The reseller's discount codes with their uses",
  access: 'reseller',
});

export const createResellerDiscountCode = defineRoute({
  ...create,
  path: '/api/resellers/discount-codes',
  summary: 'Creates a discount code of the reseller',
  access: 'reseller',
  body: z.strictObject(newCode).refine(isOneKind, ONE_KIND),
});

export const endResellerDiscountCode = defineRoute({
  ...end,
  path: '/api/resellers/discount-codes/:id/end',
  summary: "Ends a discount code of the reseller's",
  access: 'reseller',
});
