import type { Bus } from '@leadping/service-kit/bus';
import type { SharedClock } from '@leadping/service-kit/shared-clock';
import type { Connection } from 'mongoose';
import type { SystemLogs } from '../logs/system-log.model.ts';
import type { PostOffice } from '../mails/post-office.ts';
import type { TicketContext } from '../tickets/context.ts';
import type { Door } from './door.ts';

/** What the checks look at. */
export interface QaContext {
  door: Door;
  database: Connection;
  clock: SharedClock;
  bus: Bus;
  logs: SystemLogs;
  postOffice: PostOffice;
  tickets: TicketContext;
}
