import type { EventContract, PayloadOf } from '@leadping/contracts/event';
import { randomBytes } from 'node:crypto';
import type { Connection, Model, Schema } from 'mongoose';
import { eventRecord, type EventRecord } from './event-record.ts';

/** An event that waits, in the document whose change it announces, until NATS has it. */
export interface OutboxEntry extends EventRecord {
  at: Date;
  /** The process that wrote it and publishes it at once; where that died, the sweep of any other does. */
  by: string;
}

export interface WithOutbox {
  outbox?: OutboxEntry[];
}

declare const RELAYED: unique symbol;
/** What says of a model that its waiting events are published: only `outboxModel` makes one. */
export interface Relayed {
  readonly [RELAYED]: true;
}
export type OutboxModel<T extends WithOutbox> = Model<T> & Relayed;

export const INSTANCE = randomBytes(6).toString('hex');

const declared = new WeakMap<Connection, Set<Model<WithOutbox>>>();

/**
 * Declares a model whose documents carry events: `outbox` entries are written in the same document write as the state
 * that they announce, and the relay of this connection publishes them.
 */
export function outboxModel<T extends WithOutbox>(
  database: Connection,
  name: string,
  schema: Schema<T>,
  collection: string,
): OutboxModel<T> {
  addOutbox(schema as unknown as Schema);
  const model = database.model<T>(name, schema, collection);
  const models = declared.get(database) ?? new Set();
  declared.set(database, models.add(model as unknown as Model<WithOutbox>));
  return model as OutboxModel<T>;
}

/** The models of this connection whose events are to be published. */
export function outboxModelsOf(database: Connection): Iterable<Model<WithOutbox>> {
  return declared.get(database) ?? [];
}

/**
 * One event for an outbox.
 * @param id the effect's own id (as `order-paid:<orderId>`): the same effect written twice is stored once.
 * @throws where the payload breaks the contract: a producer's bug, before anything is written.
 */
export function outboxEntry<E extends EventContract>(
  event: E,
  id: string,
  payload: PayloadOf<E>,
): OutboxEntry {
  return { ...eventRecord(event, id, payload), at: new Date(), by: INSTANCE };
}

function addOutbox(schema: Schema): void {
  if (schema.path('outbox')) return;
  const entry = { id: String, subject: String, version: Number, payload: Object, traceparent: String };
  schema.add({ outbox: { type: [{ _id: false, ...entry, at: Date, by: String }], default: undefined } });
  // Entries are pulled once published: only documents with waiting events have a value here.
  schema.index({ 'outbox.at': 1 }, { sparse: true });
}
