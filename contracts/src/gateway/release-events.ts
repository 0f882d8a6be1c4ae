import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** A release was published, promoted or rolled back: every gateway reads the registry again. Broadcast, without a stream. */
export const releasePublished = defineEvent({
  producer: 'gateway',
  subject: 'gateway.release.published',
  version: 1,
  payload: z.object({ revision: z.int().positive() }),
});

/** Releases failed for many visitors and were rolled back without a person: the admins get a mail with the evidence. */
export const releaseRolledBack = defineEvent({
  producer: 'gateway',
  subject: 'gateway.release.rolled-back',
  version: 1,
  payload: z.object({
    revision: z.int().positive(),
    apps: z.array(z.string()),
    note: z.string(),
    at: z.iso.datetime(),
    /** Distinct visitors whose pages failed, and the networks that they are in. */
    visitors: z.int(),
    networks: z.int(),
    loads: z.int(),
    /** Some of the errors that their pages reported. */
    messages: z.array(z.string()),
  }),
});
