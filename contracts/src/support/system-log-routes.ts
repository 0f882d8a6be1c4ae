import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { LogRecord } from './log-events.ts';

const { level, category, message, data } = LogRecord.shape;

export const SystemLog = z.object({
  id: z.string(),
  level,
  category,
  message,
  data,
  createdAt: z.iso.datetime(),
});
export type SystemLog = z.infer<typeof SystemLog>;

export const listSystemLogs = defineRoute({
  service: 'svc-support',
  method: 'GET',
  path: '/api/admin/system-logs',
  summary: 'The system logs, newest first',
  access: 'admin',
  query: z.object({
    category: z.union([category, z.literal('all')]).optional(),
    traceId: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(200),
  }),
  replies: { 200: z.array(SystemLog) },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN'],
});

const Days = z.coerce.number().int().min(0).max(3650);

/** `days` is read from the body, or from the query if a proxy drops bodies of DELETE. */
export const clearSystemLogs = defineRoute({
  service: 'svc-support',
  method: 'DELETE',
  path: '/api/admin/system-logs',
  summary: 'Clears the logs that are older than a number of days',
  access: 'admin',
  freshSession: true,
  query: z.object({ days: Days.optional() }),
  body: z.strictObject({ days: Days.optional() }),
  replies: { 200: z.object({ message: z.string(), deleted: z.int() }) },
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'FORBIDDEN'],
});
