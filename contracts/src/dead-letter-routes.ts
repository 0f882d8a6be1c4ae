import { z } from 'zod';
import { defineRoute } from './route.ts';
import { shortNameOf, type ServiceName } from './services.ts';

/** An event whose last delivery attempt to a consumer failed. */
export const DeadLetter = z.object({
  id: z.string(),
  eventId: z.string(),
  consumer: z.string(),
  subject: z.string(),
  traceId: z.string().nullable(),
  /** Why the last attempt failed. */
  error: z.string(),
  attempts: z.int(),
  at: z.iso.datetime(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

const MAX_REPLAYED = 100;

function define<const S extends ServiceName>(service: S) {
  const name = shortNameOf(service);
  const path = `/api/admin/dead-letters/${name}` as const;
  return {
    list: defineRoute({
      service,
      method: 'GET',
      path,
      summary: 'Events that were given up, newest first, at most 200 of them',
      access: 'admin',
      replies: { 200: z.object({ total: z.int(), deadLetters: z.array(DeadLetter) }) },
      errors: [],
    }),
    replay: defineRoute({
      service,
      method: 'POST',
      path: `${path}/replay` as const,
      summary: 'Handles dead letters again, oldest first; those that fail stay where they are',
      access: 'admin',
      body: z.strictObject({ ids: z.array(z.string().max(500)).min(1).max(MAX_REPLAYED) }),
      timeoutSeconds: 60,
      replies: {
        200: z.object({
          replayed: z.int(),
          failed: z.array(z.object({ id: z.string(), error: z.string() })),
        }),
      },
      errors: [],
    }),
  };
}

export const identityDeadLetters = define('svc-identity');
export const commerceDeadLetters = define('svc-commerce');
export const licensingDeadLetters = define('svc-licensing');
export const supportDeadLetters = define('svc-support');

const OF_SERVICE: Partial<Record<ServiceName, object>> = {
  'svc-identity': identityDeadLetters,
  'svc-commerce': commerceDeadLetters,
  'svc-licensing': licensingDeadLetters,
  'svc-support': supportDeadLetters,
};

/** The two routes of every service that consumes events. */
export function deadLetterRoutes<const S extends ServiceName>(service: S): ReturnType<typeof define<S>> {
  const routes = OF_SERVICE[service];
  if (!routes) throw new Error(`${service} consumes no events`);
  return routes as ReturnType<typeof define<S>>;
}
