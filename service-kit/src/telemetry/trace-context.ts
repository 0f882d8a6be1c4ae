import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** The header of W3C Trace Context, used in HTTP and NATS. */
export const TRACE_HEADER = 'traceparent';

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Fields of log lines besides the trace. Each id has the same name in every process. */
export interface LogFields {
  orderId?: string;
  licenseId?: string;
  resellerId?: string;
  eventId?: string;
  attempt?: number;
  /** Name of a scheduled job. */
  job?: string;
}

const ID_FIELDS = ['orderId', 'licenseId', 'resellerId'] as const satisfies (keyof LogFields)[];

interface Work {
  traceparent: string;
  fields: LogFields;
}

const storage = new AsyncLocalStorage<Work>();

/** Runs `work` as a part of this trace. Its events, requests and log lines carry the trace. */
export function runInTrace<T>(traceparent: string, work: () => T, fields: LogFields = {}): T {
  return storage.run({ traceparent, fields: { ...fields } }, work);
}

export function currentTraceparent(): string | undefined {
  return storage.getStore()?.traceparent;
}

export function currentTraceId(): string | undefined {
  return traceIdOf(storage.getStore()?.traceparent);
}

/** Adds these ids to every further log line of this request, delivery or job. */
export function bindLogFields(fields: LogFields): void {
  Object.assign(storage.getStore()?.fields ?? {}, fields);
}

export function boundLogFields(): LogFields {
  return { ...storage.getStore()?.fields };
}

/** The ids in a payload or in its seller. Each id has the same name in all contracts. */
export function idsIn(payload: unknown): LogFields {
  const { seller, ...own } = (payload ?? {}) as Record<string, unknown>;
  const ids = { ...(seller as object | undefined), ...own } as Record<string, unknown>;
  return Object.fromEntries(
    ID_FIELDS.flatMap((name) => (typeof ids[name] === 'string' ? [[name, ids[name]]] : [])),
  );
}

/** Fields that pino adds to each line. */
export function logFieldsOfWork(): Record<string, unknown> {
  const work = storage.getStore();
  return work ? { traceId: traceIdOf(work.traceparent), ...work.fields } : {};
}

/** The header's value if it is a valid trace context. */
export function parseTraceparent(value: unknown): string | undefined {
  return typeof value === 'string' && TRACEPARENT.test(value) ? value : undefined;
}

export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent?.slice(3, 35);
}

/**
 * A UUID without its hyphens. Every request of the gateway calls this, and searching for the hyphens takes twice as
 * long.
 */
const digitsOf = (uuid: string) =>
  uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24);

/** @param requestId if it is a UUID, the trace has its digits, so that each leads to the other */
export function newTraceparent(requestId?: string): string {
  const traceId =
    requestId !== undefined && UUID.test(requestId) ? digitsOf(requestId) : randomBytes(16).toString('hex');
  return `00-${traceId}-${traceId.slice(16)}-01`;
}
