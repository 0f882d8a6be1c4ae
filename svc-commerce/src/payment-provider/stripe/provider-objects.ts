import { z } from 'zod';

/** The parts of Stripe's objects that we read, in every API version that a webhook may be set to. */

/** Ids become values and field names in the database, so they must not contain NUL, dot or dollar sign. */
const id = z
  .string()
  .max(300)
  .regex(/^[\w-]+$/);
/** An id, or the whole object if it was expanded. */
const reference = z.union([id, z.object({ id }).transform((object) => object.id)]).nullable();

/** Text that a payer typed. It is cut, because a signer can send any length and events have a size limit. */
const typed = z
  .string()
  .transform((text) => text.slice(0, 300))
  .nullish();

/** The buyer's tax numbers, of which only the first is kept. A payment page takes one. */
const taxIds = z
  .array(z.unknown())
  .transform(([first]) => z.object({ type: typed, value: typed }).nullish().catch(null).parse(first))
  .nullish();

/** A time in seconds, limited to the range of a date. */
const seconds = z.int().min(0).max(8_640_000_000_000);

export const ProviderSession = z.object({
  object: z.literal('checkout.session'),
  id,
  livemode: z.boolean(),
  status: z.enum(['open', 'complete', 'expired']).nullable(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_subtotal: z.int().nullish(),
  amount_total: z.int().nullable(),
  total_details: z.object({ amount_discount: z.int(), amount_tax: z.int() }).nullish(),
  currency: z.string().nullable(),
  payment_intent: reference,
  metadata: z.record(z.string(), z.string()).nullable(),
  customer_email: typed,
  customer_details: z.object({ email: typed, name: typed, business_name: typed, tax_ids: taxIds }).nullish(),
});
export type ProviderSession = z.infer<typeof ProviderSession>;

const ProviderCharge = z.object({
  object: z.literal('charge'),
  id,
  livemode: z.boolean(),
  payment_intent: reference,
  amount_refunded: z.int().nonnegative(),
});

export type ProviderDispute = z.infer<typeof ProviderDispute>;
const ProviderDispute = z.object({
  object: z.literal('dispute'),
  id,
  livemode: z.boolean(),
  payment_intent: reference,
  status: z.string(),
  amount: z.int().nonnegative().nullish(),
  currency: z.string().nullish(),
  reason: typed,
  evidence_details: z.object({ due_by: seconds.nullish() }).nullish(),
});

const ProviderRefund = z.object({
  object: z.literal('refund'),
  id,
  payment_intent: reference,
  amount: z.int().nonnegative(),
  /** `pending`, `requires_action`, `succeeded`, `failed` or `canceled`. */
  status: z.string().nullable(),
});

export const SESSION_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
] as const;
/** An inquiry that becomes a dispute arrives as an update. */
const DISPUTE_EVENTS = ['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed'] as const;
/** Older API versions send `charge.refund.updated` for `refund.updated` and `refund.failed`. */
const REFUND_EVENTS = ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'] as const;
/** Every kind of event that changes an order. */
export const PAYMENT_EVENTS = [
  ...SESSION_EVENTS,
  'charge.refunded',
  ...REFUND_EVENTS,
  ...DISPUTE_EVENTS,
] as const;

const envelope = { id, livemode: z.boolean(), created: seconds };

/** The events that change an order. */
export const PaymentEvent = z.discriminatedUnion('type', [
  z.object({ ...envelope, type: z.enum(SESSION_EVENTS), data: z.object({ object: ProviderSession }) }),
  z.object({ ...envelope, type: z.literal('charge.refunded'), data: z.object({ object: ProviderCharge }) }),
  z.object({ ...envelope, type: z.enum(REFUND_EVENTS), data: z.object({ object: ProviderRefund }) }),
  z.object({ ...envelope, type: z.enum(DISPUTE_EVENTS), data: z.object({ object: ProviderDispute }) }),
]);
