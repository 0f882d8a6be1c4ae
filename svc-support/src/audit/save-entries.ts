import { auditRecorded } from '@leadping/contracts/support/audit-events';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import type { SupportContext } from '../context.ts';

const PRODUCERS = ['identity', 'commerce', 'licensing', 'support', 'gateway'] as const;

/** Stores what every service publishes: one durable consumer for each, since each has its own stream. */
export function saveAuditEntries(
  consume: Consumers['consume'],
  { auditEntries }: Pick<SupportContext, 'auditEntries'>,
): void {
  for (const producer of PRODUCERS) {
    const service = producer === 'gateway' ? producer : (`svc-${producer}` as const);
    consume(auditRecorded(producer), async ({ at, ...record }, eventId) => {
      try {
        await auditEntries.create({ ...record, _id: `${service}:${eventId}`, service, at: new Date(at) });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    });
  }
}
