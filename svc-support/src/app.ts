import { buildService, type Service } from '@leadping/service-kit/service';
import type { SupportConfig } from './config.ts';
import { consumeMailEvents } from './mails/consume-events.ts';
import type { MailContext } from './mails/context.ts';
import { mailModel } from './mails/mail.model.ts';
import { buildMailer } from './mails/mailer.ts';
import { openPostOffice } from './mails/post-office.ts';
import { letterQueue } from './mails/queue-letter.ts';

const MAIL_SWEEP_MS = 1000;

/** Builds the service without listening. */
export function buildSupport(config: SupportConfig): Promise<Service> {
  return buildService({
    name: 'svc-support',
    config,
    setUp: ({ app, database, bus, relay, consume, sealer, record, log, failpoint, every }) => {
      const leaseMs = config.MAIL_LEASE_SECONDS * 1000;
      const postOffice = openPostOffice({
        token: config.POSTMARK_SERVER_TOKEN,
        apiBase: config.POSTMARK_API_BASE,
        // A try ends well within its lease.
        timeoutMs: leaseMs / 4,
      });
      const mails = mailModel(database);
      relay.watch(mails);
      const context: MailContext = { mails, postOffice, sealer, relay, record, log, failpoint, leaseMs };
      const mailer = buildMailer(context, { from: config.MAIL_FROM });
      every('send mails', MAIL_SWEEP_MS, mailer.run);
      app.addHook('onClose', mailer.close);
      const queue = letterQueue(context, mailer);
      consumeMailEvents({ consume, queue, bus, sealer, publicUrl: config.PUBLIC_URL });
    },
  });
}
