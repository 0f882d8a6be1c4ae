import { logRecorded } from '@leadping/contracts/support/log-events';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import type { SupportContext } from '../context.ts';

const PRODUCERS = ['identity', 'commerce', 'licensing', 'support', 'gateway'] as const;

/** Keeps what the services tell: one durable consumer for each, since each has its own stream. */
export function saveLogs(consume: Consumers['consume'], { logs }: Pick<SupportContext, 'logs'>): void {
  for (const service of PRODUCERS) {
    consume(logRecorded(service), async ({ at, data, ...record }, eventId) => {
      try {
        await logs.create({
          ...record,
          _id: `${service}:${eventId}`,
          service,
          data: Object.fromEntries(Object.entries(data).map(([name, value]) => [storable(name), value])),
          at: new Date(at),
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    });
  }
}

/** Field names of a document may not begin with a dollar sign or hold a dot. */
function storable(name: string): string {
  return name.replaceAll('.', '_').replace(/^\$/, '_');
}
