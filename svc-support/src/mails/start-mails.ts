import { mailStatus } from '@leadping/contracts/support/requests';
import type { ServiceContext } from '@leadping/service-kit/process/service';
import type { SupportConfig } from '../config.ts';
import type { MailContext } from './context.ts';
import { mailModel } from './mail.model.ts';
import { buildMailWriter } from './mail-writer.ts';
import { buildMailer } from './mailer.ts';
import { onCommerceEvents } from './on-commerce-events.ts';
import { onLicenseEvents } from './on-license-events.ts';
import { onMailEvents } from './on-mail-events.ts';
import { onReleaseEvents } from './on-release-events.ts';
import { onTicketEvents } from './on-ticket-events.ts';
import { onUserEvents } from './on-user-events.ts';
import { respondToTimeline } from './order-timeline.ts';
import { openPostOffice, type PostmarkClient } from './postmark-client.ts';
import { templateQueue } from './queue-template.ts';

const SWEEP_MS = 1000;

/** Turns what the services tell into mails, and sends them. */
export function startMails(kit: ServiceContext<SupportConfig>): { postmark: PostmarkClient } {
  const { config, app, database, bus, consume, sealer, every } = kit;
  const mails = mailModel(database);
  const leaseMs = config.MAIL_LEASE_SECONDS * 1000;
  const postmark = openPostOffice({
    token: config.POSTMARK_SERVER_TOKEN,
    apiBase: config.POSTMARK_API_BASE,
    // A try ends well within its lease.
    timeoutMs: leaseMs / 4,
  });
  const context: MailContext = { ...kit, mails, postmark, leaseMs };
  const mailer = buildMailer(context, { from: config.MAIL_FROM });
  every('send mails', SWEEP_MS, mailer.run);
  app.addHook('onClose', mailer.close);

  const queue = templateQueue(context, mailer);
  const writer = buildMailWriter({ consume, queue, bus, sealer, publicUrl: config.PUBLIC_URL });
  onReleaseEvents(writer);
  for (const on of [onLicenseEvents, onUserEvents, onCommerceEvents, onTicketEvents, onMailEvents])
    on(writer);
  respondToTimeline(bus, mails);
  // Without a token this service does not start.
  bus.respond(mailStatus, async () => ({ postmarkConfigured: true }));
  return { postmark };
}
