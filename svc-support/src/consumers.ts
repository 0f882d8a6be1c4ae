import { PERSONAL_SERVICES, personErased } from '@leadping/contracts/support/privacy-events';
import type { Consumers } from '@leadping/service-kit/messaging/consumers';
import { saveAuditEntries } from './audit/save-entries.ts';
import type { SupportContext } from './context.ts';
import { saveLogs } from './logs/save-logs.ts';
import { buildMailWriter } from './mails/mail-writer.ts';
import { onCommerceEvents } from './mails/on-commerce-events.ts';
import { onLicenseEvents } from './mails/on-license-events.ts';
import { onMailEvents } from './mails/on-mail-events.ts';
import { onReleaseEvents } from './mails/on-release-events.ts';
import { onTicketEvents } from './mails/on-ticket-events.ts';
import { onUserEvents } from './mails/on-user-events.ts';
import { onPersonErased } from './privacy/erase-person.ts';

const MAILED = [
  onCommerceEvents,
  onLicenseEvents,
  onMailEvents,
  onReleaseEvents,
  onTicketEvents,
  onUserEvents,
];

/** Every event that this service consumes: what somebody is mailed about, system logs, audit entries, erasures. */
export function registerConsumers(
  consume: Consumers['consume'],
  support: SupportContext,
  wakeMailer: () => void,
): void {
  const writer = buildMailWriter(support, wakeMailer);
  for (const on of MAILED) on(consume, writer);
  saveLogs(consume, support);
  saveAuditEntries(consume, support);
  for (const service of PERSONAL_SERVICES) {
    consume(personErased(service), (report) => onPersonErased(support, service, report));
  }
}
