import { buildSealer, type Sealer } from '@leadping/service-kit/data/sealed-text';
import type { ServiceContext } from '@leadping/service-kit/process/service';
import { onceAMinute } from '@leadping/service-kit/telemetry/once-a-minute';
import { auditEntryModel, type AuditEntries } from './audit/audit-entry.model.ts';
import type { SupportConfig } from './config.ts';
import { systemLogModel, type SystemLogs } from './logs/system-log.model.ts';
import { mailModel, type Mails } from './mails/mail.model.ts';
import { recipientLimitModel, type RecipientLimit } from './mails/recipient-limit.ts';
import { singleNoticeModel, type SingleNotices } from './mails/single-notices.ts';
import { buildPostmarkClient, type PostmarkClient } from './mails/postmark-client.ts';
import { erasureModel, type Erasures } from './privacy/erasure.model.ts';
import { ticketModel, type Tickets } from './tickets/ticket.model.ts';
import { buildTicketThrottles, type TicketThrottles } from './tickets/ticket-throttles.ts';

/** The dependencies of this service's functions. */
export interface SupportContext extends Pick<
  ServiceContext<SupportConfig>,
  | 'config'
  | 'log'
  | 'metrics'
  | 'bus'
  | 'relay'
  | 'sealer'
  | 'failpoint'
  | 'clock'
  | 'record'
  | 'tracing'
  | 'database'
> {
  mails: Mails;
  recipientLimit: RecipientLimit;
  singleNotices: SingleNotices;
  postmark: PostmarkClient;
  /** Maximum duration of an attempt to send a mail, in ms. Then another instance takes the mail. */
  leaseMs: number;
  /** Logs a failed attempt. An outage of Postmark fails every attempt of every waiting mail. */
  logRetry: (attempt: { effectId: string; error: string }) => void;
  licenseKeySealer: Sealer;
  credentialSealer: Sealer;
  tickets: Tickets;
  throttles: TicketThrottles;
  logs: SystemLogs;
  auditEntries: AuditEntries;
  erasures: Erasures;
}

export function buildContext(context: ServiceContext<SupportConfig>): SupportContext {
  const { config, database, log } = context;
  const leaseMs = config.MAIL_LEASE_SECONDS * 1000;
  return {
    ...context,
    mails: mailModel(database),
    recipientLimit: recipientLimitModel(database),
    singleNotices: singleNoticeModel(database),
    postmark: buildPostmarkClient({
      token: config.POSTMARK_SERVER_TOKEN,
      apiBase: config.POSTMARK_API_BASE,
      // An attempt ends well within its lease.
      timeoutMs: leaseMs / 4,
    }),
    leaseMs,
    logRetry: onceAMinute((attempt, failures) =>
      log.warn({ ...attempt, failures }, 'mail not sent, retrying'),
    ),
    licenseKeySealer: buildSealer(config.LICENSE_KEY_SEAL_KEYS),
    credentialSealer: buildSealer(config.CREDENTIAL_SEAL_KEYS),
    tickets: ticketModel(database),
    throttles: buildTicketThrottles(database),
    logs: systemLogModel(database),
    auditEntries: auditEntryModel(database),
    erasures: erasureModel(database),
  };
}
