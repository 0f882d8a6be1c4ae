import { z } from 'zod';
import { TimelineEntry } from '../timeline.ts';
import { defineRoute } from '../route.ts';
import { AdminOrder } from './order-routes.ts';

/**
 * The history of an order, oldest first. If a service does not reply, its part is missing and the service is named.
 */
export const getOrderTimeline = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/admin/orders/:id/timeline',
  summary: 'Payment events, order, license, devices, emails and webhook attempts of one order, in order',
  access: 'admin',
  params: z.object({ id: z.string().min(1).max(100) }),
  replies: {
    200: z.object({
      order: AdminOrder,
      entries: z.array(TimelineEntry),
      missing: z.array(z.enum(['svc-licensing', 'svc-support'])),
    }),
  },
  errors: ['NOT_FOUND'],
});
