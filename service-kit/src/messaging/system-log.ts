import { logRecorded, type LogRecord } from '@leadping/contracts/support/log-events';
import { randomUUID } from 'node:crypto';
import type { Bus } from './bus.ts';
import type { Log } from '../telemetry/log.ts';

type Told = Omit<LogRecord, 'at' | 'data'> & { data?: LogRecord['data'] };

/** Tells a line for the admin's system logs. Never fails its caller: what NATS does not take stays in the process's log. */
export type RecordLog = (record: Told) => void;

export function systemLog(bus: Bus, log: Log): RecordLog {
  const name = bus.service.replace('svc-', '') as Parameters<typeof logRecorded>[0];
  const event = logRecorded(name);
  return ({ data = {}, ...record }) => {
    const told: LogRecord = { ...record, data, at: new Date().toISOString() };
    log[record.level === 'warning' ? 'warn' : record.level](
      { ...data, category: record.category },
      record.message,
    );
    bus.publish(event, randomUUID(), told).catch((err: unknown) => log.warn({ err }, 'system log not told'));
  };
}
