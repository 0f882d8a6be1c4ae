import type { Job } from '@leadping/service-kit/process/jobs';
import { trusted } from 'mongoose';
import type { SupportContext } from '../context.ts';
import { MAIL_KINDS, type MailKind } from './mail.model.ts';

/** A mail takes seconds, so a longer wait (in ms) indicates a fault. */
const LATE_MS = 5 * 60_000;

/** Measures what the alerts watch. The values come from the database, so they are the same at every instance. */
export function measureWaiting({
  mails,
  metrics,
  clock,
}: Pick<SupportContext, 'mails' | 'metrics' | 'clock'>): Job {
  const waiting = metrics.gauge('mails_waiting', 'Mails that have not gone for five minutes, by kind', [
    'kind',
  ]);
  return async () => {
    const late = new Date(clock.now() - LATE_MS);
    const counted = await mails
      .aggregate<{ _id: MailKind; count: number }>([
        {
          $match: {
            nextAttemptAt: trusted({ $gt: new Date(0) }),
            createdAt: trusted({ $lte: late }),
            // The recipient's limit delays these mails on purpose.
            delayedUntil: trusted({ $not: { $gt: late } }),
          },
        },
        { $group: { _id: '$kind', count: { $sum: 1 } } },
      ])
      // With this hint the engine reads the few waiting mails instead of all sent ones.
      .hint({ nextAttemptAt: 1 });
    const countOf = new Map(counted.map(({ _id, count }) => [_id, count]));
    for (const kind of MAIL_KINDS) waiting.set({ kind }, countOf.get(kind) ?? 0);
  };
}
