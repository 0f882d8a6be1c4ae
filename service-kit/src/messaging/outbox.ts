import type { EventContract, PayloadOf } from '@leadping/contracts/event';
import { randomBytes } from 'node:crypto';
import type { Connection, Model, Schema } from 'mongoose';
import { eventRecord, type EventRecord } from './event-record.ts';

/** A pending event, stored in the document whose change it announces until NATS has it. */
export interface OutboxEntry extends EventRecord {
  at: Date;
  /**
   * The process that wrote the entry and publishes it at once. If it died, another process's sweep publishes the entry.
   */
  by: string;
}

export interface WithOutbox {
  outbox?: OutboxEntry[];
}

declare const RELAYED: unique symbol;
/** Marks a model whose pending events are published. Only `outboxModel` creates it. */
export interface Relayed {
  readonly [RELAYED]: true;
}
export type OutboxModel<T extends WithOutbox> = Model<T> & Relayed;

export const INSTANCE = randomBytes(6).toString('hex');

const declared = new WeakMap<Connection, Set<Model<WithOutbox>>>();

/**
 * Declares a model whose documents carry events. `outbox` entries are written in the same document write as the state
 * that they announce. The relay of this connection publishes them.
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

/** The outbox models of this connection. */
export function outboxModelsOf(database: Connection): Iterable<Model<WithOutbox>> {
  return declared.get(database) ?? [];
}

/**
 * Builds one event for an outbox.
 * @param id the effect's own id (such as `order-paid:<orderId>`): the same effect written twice is stored once
 * @throws if the payload breaks the contract, which is a bug of the producer, before anything is written
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
  // Sparse, because published entries are removed: only documents with pending events have a value.
  schema.index({ 'outbox.at': 1 }, { sparse: true });
}
