import { z } from 'zod';
import { defineRequest } from './event.ts';
import { IsoDate } from './primitives.ts';
import { SERVICES } from './services.ts';

/** One thing that happened to an order. */
export const TimelineEntry = z.object({
  at: IsoDate,
  service: z.enum(SERVICES),
  kind: z.enum(['payment', 'order', 'license', 'device', 'mail', 'webhook']),
  /** What happened, in a few words: `Payment completed`, `License issued`. */
  title: z.string(),
  /** What there is to say beside it; never a secret. */
  detail: z.string().nullable(),
  state: z.enum(['ok', 'warning', 'failed', 'waiting']),
  /** Of the request or event that did it; null where it was before tracing. */
  traceId: z.string().nullable(),
  /** The id of what it is about, for links: order, license, delivery, mail. */
  subjectId: z.string(),
  /** What an admin may do about it now: `replay-webhook` of this delivery, `resend-key` of this license. */
  action: z.enum(['replay-webhook', 'resend-key']).nullable(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

const Entries = z.object({ entries: z.array(TimelineEntry) });

/** What licensing knows of an order: its license, changes of its status, devices. */
export const licenseTimeline = defineRequest({
  responder: 'svc-licensing',
  subject: 'rpc.licensing.order-timeline',
  request: z.object({ orderId: z.string().max(100) }),
  reply: Entries.extend({ licenseIds: z.array(z.string()) }),
});

/** What support knows of it: the mails of the order and of its licenses. */
export const mailTimeline = defineRequest({
  responder: 'svc-support',
  subject: 'rpc.support.order-timeline',
  request: z.object({ orderId: z.string().max(100), licenseIds: z.array(z.string().max(100)).max(100) }),
  reply: Entries,
});
