import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { Money } from '../money.ts';
import { Seller } from '../seller.ts';
import { Purchase } from '../purchase.ts';

export const ProductType = z.enum(['main_product', 'reseller_rights']);
export type ProductType = z.infer<typeof ProductType>;

const order = {
  orderId: z.string(),
  productType: ProductType,
  seller: Seller,
  customerEmail: z.string(),
};

/**
 * The id of the event that an order is paid. Commerce republishes the event if it had no effect. Each repeat has its
 * own id, so that NATS delivers it.
 * @param repeat 0 for the first
 */
export const orderPaidId = (orderId: string, repeat = 0) =>
  `order-paid:${orderId}${repeat === 0 ? '' : `:${repeat}`}`;

/**
 * Licensing issues the license (main product), identity creates the sign-in (reseller rights), support mails the
 * admins.
 */
export const orderPaid = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.paid',
  version: 1,
  payload: z.object({
    ...order,
    customerName: z.string().nullable(),
    money: Money,
    stripeSessionId: z.string(),
    paidAt: z.iso.datetime(),
    /** Paid with a test key. The license is a test license and expires. */
    isTest: z.boolean().optional(),
    /** Confirms the contract in the mail to the buyer. Absent on orders of earlier releases. */
    purchase: Purchase.optional(),
  }),
});

/**
 * A paid order whose customer cannot be mailed: the payment had no address, the mail provider refused it, or the
 * provider was unavailable for days. Support mails the admins. They can correct the address or resend the key.
 */
export const orderEmailProblem = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.email-problem',
  version: 1,
  payload: z.object({
    ...order,
    problem: z.enum(['missing', 'refused']),
    /**
     * The mail provider was unavailable, so the address may be right. Separate from `problem`, because older releases
     * know only two values of it.
     */
    isUndelivered: z.boolean().optional(),
  }),
});

/**
 * The customer's address was corrected. Licensing updates the license, if there is one, and has the key mailed again.
 */
export const orderEmailCorrected = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.email-corrected',
  version: 1,
  payload: z.object({
    ...order,
    revision: z.int().positive(),
    /** Time of the correction by the shared clock. A later correction of the license wins. */
    correctedAt: z.iso.datetime().optional(),
  }),
});

/**
 * The payment status of an order, published on every change. `revision` grows with each change. Consumers keep the
 * highest one, so that the order of arrival does not matter.
 */
const paymentStatus = z.object({ ...order, revision: z.int().positive() });

/** The order was refunded in full, so the license is revoked. A partial refund publishes nothing. */
export const orderRefunded = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.refunded',
  version: 1,
  payload: paymentStatus,
});

/** A full refund failed, so the seller kept the money. The license is reinstated. */
export const orderRefundFailed = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.refund-failed',
  version: 1,
  payload: paymentStatus,
});

/** A dispute was opened. The license is suspended. */
export const orderDisputed = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.disputed',
  version: 1,
  payload: paymentStatus,
});

/**
 * The customer's bank has questions about the payment (`inquiry`, which may become a dispute) or has reversed it
 * until the dispute is decided (`dispute`). Support mails the seller once for each.
 */
export const orderContested = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.contested',
  version: 1,
  payload: z.object({
    ...order,
    money: Money,
    kind: z.enum(['inquiry', 'dispute']),
    /** The payment provider's id. */
    disputeId: z.string(),
    /** Until when the provider takes an answer. Absent if it is not known, and in events of older releases. */
    dueBy: z.iso.datetime().optional(),
    /** The provider's own word, such as `fraudulent`. */
    reason: z.string().optional(),
    /** The reseller's address. `null` for the platform's own sales, which are mailed to the admins. */
    sellerEmail: z.string().nullable(),
  }),
});

/**
 * `refund`: requested automatically; a free order is ended at once. `request`: the seller decides. `refunded`: it was
 * refunded before, or the bank returned the money. `late`: after the period for withdrawals and the guarantee.
 */
export const WithdrawalOutcome = z.enum(['refund', 'request', 'refunded', 'late']);
export type WithdrawalOutcome = z.infer<typeof WithdrawalOutcome>;

/**
 * Why the payment cannot be refunded. `free`: nothing was paid. `disputed`: a dispute is open. `lost`: the bank decided a
 * dispute for the buyer.
 */
export const WithdrawalObstacle = z.enum(['free', 'disputed', 'lost']);
export type WithdrawalObstacle = z.infer<typeof WithdrawalObstacle>;

/** The buyer withdrew from the contract. Support mails them the confirmation, and notifies the seller. */
export const orderWithdrawn = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.withdrawn',
  version: 1,
  payload: z.object({
    ...order,
    money: Money,
    /** The buyer's name as they typed it. `''` if they left it empty. */
    name: z.string(),
    receivedAt: z.iso.datetime(),
    outcome: WithdrawalOutcome,
    /** Whether the buyer had agreed to immediate delivery, so that only the guarantee counts. Absent otherwise. */
    isWaived: z.boolean().optional(),
    /** Names the seller in the mail to the buyer. Absent on orders of earlier releases. */
    purchase: Purchase.optional(),
    /** Absent if the payment can be refunded, and in events of earlier releases. */
    obstacle: WithdrawalObstacle.optional(),
    /** Whether a `request` is in time only if public holidays extended the period. Absent otherwise. */
    isPastPeriod: z.boolean().optional(),
    /** The reseller's address. `null` for the platform's own sales, which are mailed to the admins. */
    sellerEmail: z.string().nullable(),
  }),
});

/** The dispute was won. The license is reinstated. */
export const orderDisputeWon = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.dispute-won',
  version: 1,
  payload: paymentStatus,
});

/** The dispute was lost. The license is revoked. */
export const orderDisputeLost = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.dispute-lost',
  version: 1,
  payload: paymentStatus,
});
