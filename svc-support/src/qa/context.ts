import type { Bus } from '@leadping/service-kit/messaging/bus';
import type { SharedClock } from '@leadping/service-kit/data/shared-clock';
import type { Connection } from 'mongoose';
import type { SystemLogs } from '../logs/system-log.model.ts';
import type { PostmarkClient } from '../mails/postmark-client.ts';
import type { TicketContext } from '../tickets/context.ts';
import type { ApiClient } from './api-client.ts';

/** What the checks look at. */
export interface QaContext {
  client: ApiClient;
  database: Connection;
  clock: SharedClock;
  bus: Bus;
  logs: SystemLogs;
  postmark: PostmarkClient;
  tickets: TicketContext;
}
