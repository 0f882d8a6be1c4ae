import { shortNameOf } from '@leadping/contracts/services';
import { logRecorded, type LogRecord } from '@leadping/contracts/support/log-events';
import { randomUUID } from 'node:crypto';
import type { Log } from '../telemetry/log.ts';
import { onceAMinute } from '../telemetry/once-a-minute.ts';
import { currentTraceId } from '../telemetry/trace-context.ts';
import type { Bus } from './bus.ts';
import { eventRecord } from './event-record.ts';

type NewRecord = Omit<LogRecord, 'at' | 'data'> & {
  data?: LogRecord['data'];
  /** Instruction for an admin, as a sentence for the page. It is not in the process's own log. */
  nextStep?: string | undefined;
};

/** Records a line for the admin's system logs. It never throws: a line that NATS refuses stays in the process's log. */
export type RecordLog = (record: NewRecord) => void;

export function systemLog(bus: Bus, log: Log): RecordLog {
  const event = logRecorded(shortNameOf(bus.service));
  const logLost = onceAMinute((err, lines) => log.warn({ err, lines }, 'system logs not published'));
  return ({ data = {}, nextStep, ...record }) => {
    const traceId = currentTraceId();
    const traced = traceId === undefined ? data : { ...data, traceId };
    const advised = nextStep === undefined ? traced : { ...traced, nextStep };
    const line: LogRecord = { ...record, data: advised, at: new Date().toISOString() };
    log[record.level === 'warning' ? 'warn' : record.level](
      { ...data, category: record.category },
      record.message,
    );
    bus.publish(eventRecord(event, randomUUID(), line)).catch(logLost);
  };
}
