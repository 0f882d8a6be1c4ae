import { defineEvent } from '@leadping/contracts/event';
import type { ServiceName } from '@leadping/contracts/services';
import { openTestStreams } from '@leadping/test-kit/test-streams';
import { Schema, type Connection } from 'mongoose';
import { z } from 'zod';
import type { BaseConfig } from '../src/process/config.ts';
import { outboxModel, type OutboxEntry, type OutboxModel } from '../src/messaging/outbox.ts';

/** The event of the messaging tests. */
export const thingMade = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.thing.made',
  version: 1,
  /** `text` gives an event its size. */
  payload: z.object({ thingId: z.string(), text: z.string().optional() }),
});

/** Declares the streams of a test, in which these services consume `thingMade`. */
export const openThingStreams = (
  config: BaseConfig,
  services: readonly ServiceName[] = ['svc-licensing'],
  limits: Parameters<typeof openTestStreams>[2] = {},
) =>
  openTestStreams(
    config,
    services.map((service) => ({ service, event: thingMade })),
    limits,
  );

export interface Thing {
  _id: string;
  outbox?: OutboxEntry[];
}

export function thingModel(database: Connection): OutboxModel<Thing> {
  return outboxModel(database, 'Thing', new Schema<Thing>({ _id: String }), 'things');
}
