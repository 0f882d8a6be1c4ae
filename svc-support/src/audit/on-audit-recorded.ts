import type { ServiceName } from '@leadping/contracts/services';
import type { AuditRecord } from '@leadping/contracts/support/audit-events';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { SupportContext } from '../context.ts';

/** Stores an entry that a process has published, once however often it is delivered. */
export async function onAuditRecorded(
  { auditEntries }: Pick<SupportContext, 'auditEntries'>,
  service: ServiceName,
  { at, ...record }: AuditRecord,
  eventId: string,
): Promise<void> {
  try {
    await auditEntries.create({ ...record, _id: `${service}:${eventId}`, service, at: new Date(at) });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
