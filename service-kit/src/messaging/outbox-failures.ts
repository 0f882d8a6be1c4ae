import type { Log } from '../telemetry/log.ts';
import { idsIn } from '../telemetry/trace-context.ts';
import type { OutboxEntry } from './outbox.ts';

export interface OutboxFailures {
  add: (err: unknown, entry?: OutboxEntry) => void;
  end: () => void;
}

/** Logs once, with the first affected event, because an outage affects all events at each sweep. */
export function watchOutboxFailures(log: Log): OutboxFailures {
  let isFailing = false;
  return {
    add: (err, entry) => {
      const fields = entry ? { ...idsIn(entry.payload), eventId: entry.id, subject: entry.subject } : {};
      if (!isFailing) log.warn({ err, ...fields }, 'events wait in the outbox');
      isFailing = true;
    },
    end: () => {
      if (isFailing) log.info('events are published again');
      isFailing = false;
    },
  };
}
