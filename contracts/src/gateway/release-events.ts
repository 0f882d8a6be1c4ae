import { z } from 'zod';
import { defineEvent } from '../event.ts';

/**
 * A release was published, promoted or rolled back. Every gateway refreshes its registry. Broadcast without a stream.
 */
export const releasePublished = defineEvent({
  producer: 'gateway',
  subject: 'gateway.release.published',
  version: 1,
  payload: z.object({ revision: z.int().positive() }),
});

/** A release failed for many visitors and was rolled back automatically. The admins get a mail with the evidence. */
export const releaseRolledBack = defineEvent({
  producer: 'gateway',
  subject: 'gateway.release.rolled-back',
  version: 1,
  payload: z.object({
    revision: z.int().positive(),
    apps: z.array(z.string()),
    note: z.string(),
    at: z.iso.datetime(),
    /** Number of distinct visitors whose pages failed, and of their networks. */
    visitors: z.int(),
    networks: z.int(),
    loads: z.int(),
    /** Some of the reported errors. */
    messages: z.array(z.string()),
  }),
});
