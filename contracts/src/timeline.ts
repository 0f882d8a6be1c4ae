import { z } from 'zod';
import { defineRequest } from './event.ts';
import { IsoDate } from './primitives.ts';
import { SERVICES } from './services.ts';

/** One event in the history of an order. */
export const TimelineEntry = z.object({
  at: IsoDate,
  service: z.enum(SERVICES),
  kind: z.enum(['payment', 'order', 'license', 'device', 'mail', 'webhook']),
  /** A short description: `Payment completed`, `License issued`. */
  title: z.string(),
  /** Additional details. Never contains a secret. */
  detail: z.string().nullable(),
  state: z.enum(['ok', 'warning', 'failed', 'waiting']),
  /** Trace of the request or event. Null for entries from before tracing. */
  traceId: z.string().nullable(),
  /** Id for links: order, license, delivery or mail. */
  subjectId: z.string(),
  /** The action that an admin can take: `replay-webhook` of this delivery, or `resend-key` of this license. */
  action: z.enum(['replay-webhook', 'resend-key']).nullable(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const Entries = z.object({ entries: z.array(TimelineEntry) });

/** Licensing's history of an order: its license, status changes and devices. */
export const licenseTimeline = defineRequest({
  responder: 'svc-licensing',
  subject: 'rpc.licensing.order-timeline',
  request: z.object({ orderId: z.string().max(100) }),
  reply: Entries.extend({ licenseIds: z.array(z.string()) }),
});

/** An email with a license key, and what Postmark reports about it. */
export const MailDelivery = z.object({
  /** Masked. */
  to: z.string(),
  sentAt: IsoDate,
  /** Oldest first. Null if Postmark was not reached. */
  events: z.array(z.object({ kind: z.enum(['delivered', 'opened', 'bounced']), at: IsoDate })).nullable(),
});
export type MailDelivery = z.infer<typeof MailDelivery>;

/** The emails with the keys of these licenses, oldest first. Support asks Postmark about each. */
export const mailDeliveries = defineRequest({
  responder: 'svc-support',
  subject: 'rpc.support.mail-deliveries',
  request: z.object({ licenseIds: z.array(z.string().max(100)).max(100) }),
  reply: z.object({ mails: z.array(MailDelivery) }),
});

/** Support's history of an order: the mails of the order and of its licenses. */
export const mailTimeline = defineRequest({
  responder: 'svc-support',
  subject: 'rpc.support.order-timeline',
  request: z.object({ orderId: z.string().max(100), licenseIds: z.array(z.string().max(100)).max(100) }),
  reply: Entries,
});
