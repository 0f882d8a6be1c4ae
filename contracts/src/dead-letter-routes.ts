import { z } from 'zod';
import { defineRoute } from './route.ts';
import type { ServiceName } from './services.ts';

const DeadLetter = z.object({
  id: z.string(),
  consumer: z.string(),
  subject: z.string(),
  error: z.string(),
  deliveries: z.int(),
  at: z.iso.datetime(),
});

/** Every service that consumes events has these two. */
export function deadLetterRoutes(service: ServiceName) {
  const path = `/api/admin/dead-letters/${service.replace('svc-', '')}` as const;
  return {
    list: defineRoute({
      service,
      method: 'GET',
      path,
      summary: 'Events that were given up, newest first',
      access: 'admin',
      replies: { 200: z.object({ deadLetters: z.array(DeadLetter) }) },
      errors: [],
    }),
    replay: defineRoute({
      service,
      method: 'POST',
      path: `${path}/replay` as const,
      summary: 'Handles a dead letter again',
      access: 'admin',
      body: z.strictObject({ id: z.string().max(500) }),
      replies: { 200: z.object({ message: z.string() }) },
      errors: ['NOT_FOUND'],
    }),
  };
}
