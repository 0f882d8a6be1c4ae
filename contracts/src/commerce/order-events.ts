import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { Money } from '../money.ts';
import { Seller } from '../seller.ts';

export const ProductType = z.enum(['main_product', 'reseller_rights']);
export type ProductType = z.infer<typeof ProductType>;

const order = {
  orderId: z.string(),
  productType: ProductType,
  seller: Seller,
  customerEmail: z.string(),
};

/**
 * The id of the event that an order is paid. A repeat, which commerce publishes where nothing came of the one before, has an id of
 * its own, so that NATS delivers it.
 * @param repeat 0 for the first
 */
export const orderPaidId = (orderId: string, repeat = 0) =>
  `order-paid:${orderId}${repeat === 0 ? '' : `:${repeat}`}`;

/** Licensing issues the license (main product), identity makes the sign-in (reseller rights), support mails the admins. */
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
    /** Paid with a test key: the license is a test license and expires. */
    isTest: z.boolean().optional(),
  }),
});

/**
 * A paid order whose customer no mail reaches: the payment brought no address, the mail provider refused it, or it took no
 * mail for days. Support mails the admins; the address can be corrected, the key sent again.
 */
export const orderEmailProblem = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.email-problem',
  version: 1,
  payload: z.object({
    ...order,
    problem: z.enum(['missing', 'refused']),
    /** The provider took no mail: nothing is known against the address. Beside `problem`, of which older releases know two. */
    isUndelivered: z.boolean().optional(),
  }),
});

/** The customer's address was corrected: licensing takes it for the license, if there is one, and has the key mailed again. */
export const orderEmailCorrected = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.email-corrected',
  version: 1,
  payload: z.object({
    ...order,
    revision: z.int().positive(),
    /** By the shared clock: one that was made on the license later holds. */
    correctedAt: z.iso.datetime().optional(),
  }),
});

/**
 * The payment status of an order, published on every change. `revision` grows with each change of the order: consumers
 * keep the highest they saw, so that any order of arrival ends in the same state.
 */
const paymentStatus = z.object({ ...order, revision: z.int().positive() });

/** The whole amount went back: the license is revoked. A partial refund publishes nothing. */
export const orderRefunded = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.refunded',
  version: 1,
  payload: paymentStatus,
});

/** A refund of the whole amount failed afterwards, so the money stayed: the license is reinstated. */
export const orderRefundFailed = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.refund-failed',
  version: 1,
  payload: paymentStatus,
});

/** A dispute was opened: the license is suspended. */
export const orderDisputed = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.disputed',
  version: 1,
  payload: paymentStatus,
});

/**
 * The customer's bank asks about the payment (`inquiry`, which takes no money and may become a dispute) or took it back until
 * the dispute is decided (`dispute`): support mails the seller, once for each.
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
    /** The reseller's address. `null` for the platform's own sales: then the admins get the mail. */
    sellerEmail: z.string().nullable(),
  }),
});

/** The dispute was won: the license is reinstated. */
export const orderDisputeWon = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.dispute-won',
  version: 1,
  payload: paymentStatus,
});

/** The dispute was lost: the license is revoked. */
export const orderDisputeLost = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.order.dispute-lost',
  version: 1,
  payload: paymentStatus,
});
