import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { Money } from '../money.ts';

export const DisputeState = z.enum(['open', 'won', 'lost']);

/** A change of an order that its webhook reports. */
export const OrderChangeNotice = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('order.refunded'),
    /** Minor units of the order's currency: the change, and the total after it. */
    amountMinor: z.int(),
    refundedMinor: z.int(),
    isFull: z.boolean(),
    isFailed: z.boolean(),
  }),
  z.object({
    event: z.literal('order.disputed'),
    disputeId: z.string(),
    state: DisputeState,
    money: Money.nullable(),
    reason: z.string().nullable(),
    dueBy: z.iso.datetime().nullable(),
  }),
]);
export type OrderChangeNotice = z.infer<typeof OrderChangeNotice>;

/** An order was refunded or disputed. Commerce itself queues the webhooks of the sellers who chose this event. */
export const orderWebhookDue = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.webhook.due',
  version: 1,
  payload: z.object({
    orderId: z.string(),
    /** Distinguishes the changes of one order: its revision and the place within it. */
    changeId: z.string(),
    changedAt: z.iso.datetime(),
    change: OrderChangeNotice,
  }),
});

/**
 * An order webhook was disabled because the receiver replied 410 (`gone`) or failed ten times in a row. Support mails
 * the owner.
 */
export const orderWebhookDisabled = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.webhook.disabled',
  version: 1,
  payload: z.object({
    /** `null` for the admin's own webhook. The admins are mailed. */
    resellerId: z.string().nullable(),
    businessName: z.string(),
    /** The reseller's address. `null` for the admin's webhook. */
    email: z.string().nullable(),
    url: z.string(),
    reason: z.enum(['gone', 'failing']),
    disabledAt: z.iso.datetime(),
  }),
});
