import { z } from 'zod';
import { defineEvent } from '../event.ts';

/** A release was published, promoted or rolled back: every gateway reads the registry again. Broadcast, without a stream. */
export const releasePublished = defineEvent({
  producer: 'gateway',
  subject: 'gateway.release.published',
  version: 1,
  payload: z.object({ revision: z.int().positive() }),
});
