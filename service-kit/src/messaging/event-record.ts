import type { EventContract, PayloadOf } from '@leadping/contracts/event';
import { parseProduced } from '../parse-produced.ts';
import { currentTraceparent } from '../telemetry/trace-context.ts';

/** One event, checked by its contract, as it is written and published. */
export interface EventRecord {
  /** The effect's own id (as `order-paid:<orderId>`): the same effect is stored and handled once. */
  id: string;
  subject: string;
  version: number;
  payload: unknown;
  /** The trace of the work that made it. */
  traceparent?: string | undefined;
}

/** An event as it is in a message: its id and its trace are headers. */
export type Envelope = Pick<EventRecord, 'version' | 'payload'>;

/** @throws if the payload breaks the contract, which is a bug of the producer, before anything is written */
export function eventRecord<E extends EventContract>(
  event: E,
  id: string,
  payload: PayloadOf<E>,
): EventRecord {
  const { subject, version } = event;
  const traceparent = currentTraceparent();
  const record = { id, subject, version, payload: parseProduced(event.payload, payload, subject) };
  return traceparent === undefined ? record : { ...record, traceparent };
}
