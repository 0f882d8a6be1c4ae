import type { ShortName } from '@leadping/contracts/services';
import type { LogRecord } from '@leadping/contracts/support/log-events';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { SupportContext } from '../context.ts';

/** Keeps a line that a service has recorded, once however often it is delivered. */
export async function onLogRecorded(
  { logs }: Pick<SupportContext, 'logs'>,
  service: ShortName,
  { at, data, ...record }: LogRecord,
  eventId: string,
): Promise<void> {
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
}

/** MongoDB field names must not start with a dollar sign or contain a dot. */
function storable(name: string): string {
  return name.replaceAll('.', '_').replace(/^\$/, '_');
}
