import { buildService, type Service } from '@leadping/service-kit/service';
import type { SupportConfig } from './config.ts';
import { startLogs } from './logs/start-logs.ts';
import { startMails } from './mails/start-mails.ts';
import { buildGuessGuard } from './tickets/guess-guard.ts';
import { registerTicketRoutes } from './tickets/routes.ts';
import { ticketModel } from './tickets/ticket.model.ts';

/** Builds the service without listening. */
export function buildSupport(config: SupportConfig): Promise<Service> {
  return buildService({
    name: 'svc-support',
    config,
    // The gateway, on a private address, says from where a request came.
    trustProxy: 'loopback,uniquelocal',
    setUp: (kit) => {
      startMails(kit);
      startLogs(kit);

      const { database, relay, sealer, route } = kit;
      const tickets = ticketModel(database);
      relay.watch(tickets);
      registerTicketRoutes(route, { tickets, relay, sealer, guesses: buildGuessGuard(database) });
    },
  });
}
