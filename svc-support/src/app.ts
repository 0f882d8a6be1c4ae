import { servePrivacy } from '@leadping/service-kit/privacy/serve-privacy';
import { buildService, type Service, type ServiceContext } from '@leadping/service-kit/process/service';
import { registerAuditRoutes } from './audit/routes.ts';
import type { SupportConfig } from './config.ts';
import { registerConsumers } from './consumers.ts';
import { buildContext } from './context.ts';
import { registerCustomerRoutes } from './customers/routes.ts';
import { dropOldLogs } from './logs/drop-old-logs.ts';
import { registerLogRoutes } from './logs/routes.ts';
import { mailQueue } from './mails/mail-queue.ts';
import { measureWaiting } from './mails/measure-waiting.ts';
import { republishErasures } from './privacy/erase-person.ts';
import { registerOwnDataRoutes } from './own-data/routes.ts';
import { personalStores } from './privacy/personal-stores.ts';
import { registerPrivacyRoutes } from './privacy/routes.ts';
import { registerQaRoutes } from './qa/routes.ts';
import { registerRequests } from './requests.ts';
import { registerTicketRoutes } from './tickets/routes.ts';

const SEND_EVERY_MS = 1000;
/** The same interval at which the admin's page reads the logs, in ms. */
const DROP_LOGS_EVERY_MS = 5000;
const REPUBLISH_EVERY_MS = 60_000;
const MEASURE_EVERY_MS = 5000;

/** Builds the service without listening. */
export function buildSupport(config: SupportConfig): Promise<Service> {
  return buildService({ name: 'svc-support', config, setUp });
}

function setUp(context: ServiceContext<SupportConfig>): void {
  const support = buildContext(context);

  registerTicketRoutes(context.route, support);
  registerCustomerRoutes(context.route, support);
  registerLogRoutes(context.route, support);
  registerAuditRoutes(context.route, support);
  registerPrivacyRoutes(context.route, support);
  registerOwnDataRoutes(context.route, support);
  registerQaRoutes(context.route, support);
  registerRequests(support);

  const mailer = context.queue(SEND_EVERY_MS, mailQueue(support));
  registerConsumers(context.consume, support, mailer.wake);
  context.every('measure what waits', MEASURE_EVERY_MS, measureWaiting(support));
  servePrivacy(context, { stores: personalStores(support) });
  context.every('drop old logs', DROP_LOGS_EVERY_MS, () => dropOldLogs(support));
  context.every('republish erasures', REPUBLISH_EVERY_MS, () => republishErasures(support));
}
