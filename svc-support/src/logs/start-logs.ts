import type { ServiceContext } from '@leadping/service-kit/process/service';
import type { SupportConfig } from '../config.ts';
import { dropOldLogs } from './drop-old-logs.ts';
import { saveLogs } from './save-logs.ts';
import { registerLogRoutes } from './routes.ts';
import { systemLogModel, type SystemLogs } from './system-log.model.ts';

/** As often as the admin's page reads the logs. */
const SWEEP_MS = 5000;

/** Stores the system logs of the services, for as long as the settings say. */
export function startLogs({
  database,
  bus,
  consume,
  route,
  every,
}: ServiceContext<SupportConfig>): SystemLogs {
  const logs = systemLogModel(database);
  saveLogs(consume, logs);
  registerLogRoutes(route, logs);
  every('drop old logs', SWEEP_MS, () => dropOldLogs(logs, bus));
  return logs;
}
