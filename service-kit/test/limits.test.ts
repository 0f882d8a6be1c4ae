import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { defineEvent } from '@leadping/contracts/event';
import { Schema } from 'mongoose';
import { once } from 'node:events';
import { z } from 'zod';
import { outboxEntry, outboxModel, type OutboxEntry, type OutboxModel } from '../src/messaging/outbox.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildService, type Service, type ServiceContext } from '../src/process/service.ts';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { until } from '@leadping/test-kit/until';

const thingMade = defineEvent({
  producer: 'svc-commerce',
  subject: 'commerce.thing.made',
  version: 1,
  payload: z.object({ thingId: z.string(), text: z.string() }),
});

interface Thing {
  _id: string;
  outbox?: OutboxEntry[];
}

jest.setTimeout(120_000);

describe('limits of a process', () => {
  let config: ServiceConfig;
  const open: Service[] = [];

  afterEach(async () => {
    await Promise.all(open.splice(0).map((service) => service.close()));
    await dropStack(config);
  });

  const start = async (
    name: 'svc-commerce' | 'svc-licensing',
    setUp: (context: ServiceContext<ServiceConfig>) => Promise<void> | void,
  ) => {
    const service = await buildService({ name, config, setUp });
    open.push(service);
    return service;
  };

  it('a full stream refuses events, which wait in their outbox, and takes them once others are handled', async () => {
    config = testConfig(ServiceConfig, { NATS_STREAM_MAX_MB: '0.05' });
    const text = 'x'.repeat(5000);
    const ids = Array.from({ length: 30 }, (_, index) => `thing-${index}`);
    let things!: OutboxModel<Thing>;
    let producing!: ServiceContext<ServiceConfig>;
    await start('svc-commerce', (context) => {
      producing = context;
      things = outboxModel(context.database, 'Thing', new Schema<Thing>({ _id: String }), 'things');
    });
    await producing.bus.connected;
    await things.create(
      ids.map((thingId) => ({
        _id: thingId,
        outbox: [outboxEntry(thingMade, `made:${thingId}`, { thingId, text })],
      })),
    );
    producing.relay.flush();
    const waiting = () => things.collection.countDocuments({ 'outbox.at': { $gt: new Date(0) } });
    await until(async () => (await waiting()) < ids.length);

    const handled: string[] = [];
    await start('svc-licensing', ({ consume }) =>
      consume(thingMade, async ({ thingId }) => void handled.push(thingId)),
    );
    await until(async () => {
      await producing.bus.trimStream();
      return (await waiting()) === 0 && handled.length >= ids.length;
    }, 60);
    expect([...new Set(handled)].sort()).toEqual([...ids].sort());
  });

  it('an event finds the unique index of its consumer, however many wait for a new service', async () => {
    config = testConfig(ServiceConfig);
    const unique = new Schema({ thingId: String });
    unique.index({ thingId: 1 }, { unique: true });
    const seen: boolean[] = [];
    let producing!: ServiceContext<ServiceConfig>;
    await start('svc-commerce', (context) => void (producing = context));
    await producing.bus.connected;
    const payload = { thingId: 'a', text: '' };
    await producing.bus.publish({ id: 'made:a', subject: thingMade.subject, version: 1, payload });
    await start('svc-licensing', ({ consume, database }) => {
      const effects = database.model('Effect', unique, 'effects');
      consume(thingMade, async () => {
        const indexes = await effects.collection.indexes();
        seen.push(indexes.some((index) => index.unique === true));
      });
    });
    await until(() => seen.length > 0);
    expect(seen).toEqual([true]);
  });

  it('a job that would go on for ever ends with its process', async () => {
    config = testConfig(ServiceConfig);
    let isRunning = false;
    const service = await start('svc-commerce', ({ every }) =>
      every('wait', 10, async (signal) => {
        isRunning = true;
        if (!signal.aborted) await once(signal, 'abort');
        isRunning = false;
      }),
    );
    await until(() => isRunning);
    await service.close();
    expect(isRunning).toBe(false);
  });
});
