import { buildService, type Service } from '@leadping/service-kit/process/service';
import { startAudit } from './audit/start-audit.ts';
import type { SupportConfig } from './config.ts';
import { startLogs } from './logs/start-logs.ts';
import { startMails } from './mails/start-mails.ts';
import { openDoor } from './qa/api-client.ts';
import { registerQaRoutes } from './qa/routes.ts';
import { buildLookupThrottle } from './tickets/lookup-throttle.ts';
import { registerTicketRoutes } from './tickets/routes.ts';
import { ticketModel } from './tickets/ticket.model.ts';

/** Builds the service without listening. */
export function buildSupport(config: SupportConfig): Promise<Service> {
  return buildService({
    name: 'svc-support',
    config,
    setUp: (context) => {
      const { postmark } = startMails(context);
      const logs = startLogs(context);
      startAudit(context);

      const { bus, clock, database, relay, sealer, route } = context;
      const tickets = {
        tickets: ticketModel(database),
        relay,
        sealer,
        throttle: buildLookupThrottle(database),
      };
      registerTicketRoutes(route, tickets);

      const { PUBLIC_URL: publicUrl, QA_BROWSER_PATH: browserPath } = config;
      const client = openDoor(publicUrl);
      const qa = { client, database, clock, bus, logs, postmark, tickets };
      registerQaRoutes(route, qa, { publicUrl, browserPath });
    },
  });
}
