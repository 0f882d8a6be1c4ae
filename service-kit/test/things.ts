import { defineEvent } from '@leadping/contracts/event';
import { Schema, type Connection } from 'mongoose';
import { z } from 'zod';
import { outboxModel, type OutboxEntry, type OutboxModel } from '../src/messaging/outbox.ts';

/** What the tests of messaging send. */
export const thingMade = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.thing.made',
  version: 1,
  /** `text` gives an event its size. */
  payload: z.object({ thingId: z.string(), text: z.string().optional() }),
});

export interface Thing {
  _id: string;
  outbox?: OutboxEntry[];
}

export function thingModel(database: Connection): OutboxModel<Thing> {
  return outboxModel(database, 'Thing', new Schema<Thing>({ _id: String }), 'things');
}
