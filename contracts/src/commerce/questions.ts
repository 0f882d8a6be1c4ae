import { z } from 'zod';
import { defineQuestion } from '../event.ts';

export const ResellerSummary = z.object({
  resellerId: z.string(),
  slug: z.string(),
  businessName: z.string(),
  isActive: z.boolean(),
});

/** Finds a reseller by id, current slug or former slug. */
export const findReseller = defineQuestion({
  answeredBy: 'svc-commerce',
  subject: 'ask.commerce.find-reseller',
  question: z.object({ idOrSlug: z.string().max(200) }),
  answer: z.object({ reseller: ResellerSummary.nullable() }),
});

/** What the mailer needs of the admin's settings. */
export const notificationSettings = defineQuestion({
  answeredBy: 'svc-commerce',
  subject: 'ask.commerce.notification-settings',
  question: z.object({}),
  answer: z.object({
    adminNotificationEmails: z.array(z.string()),
    enableTicketNotifications: z.boolean(),
    enableOrderNotifications: z.boolean(),
    testMode: z.boolean(),
    persistentLoggingEnabled: z.boolean(),
  }),
});
