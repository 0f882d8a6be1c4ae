import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { defineRequest } from '@leadping/contracts/event';
import { jetstreamManager } from '@nats-io/jetstream';
import { Schema } from 'mongoose';
import { z } from 'zod';
import { once } from 'node:events';
import { outboxEntry, type OutboxModel } from '../src/messaging/outbox.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildService, type Service, type ServiceContext } from '../src/process/service.ts';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { until } from '@leadping/test-kit/until';
import { openThingStreams, thingMade, thingModel, type Thing } from './things.ts';

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

  /** Starts a producer whose stream has space for about ten things. Returns it with its collection. */
  const startProducer = async () => {
    config = testConfig(ServiceConfig);
    await openThingStreams(config, ['svc-licensing'], { maxBytes: 50_000 });
    let things!: OutboxModel<Thing>;
    let producing!: ServiceContext<ServiceConfig>;
    await start('svc-commerce', (context) => {
      producing = context;
      things = thingModel(context.database);
    });
    await producing.bus.connected;
    return { producing, things };
  };
  const text = 'x'.repeat(5000);
  const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `thing-${index}`);
  const create = (things: OutboxModel<Thing>, ids: string[]) =>
    things.create(
      ids.map((thingId) => ({
        _id: thingId,
        outbox: [outboxEntry(thingMade, `made:${thingId}`, { thingId, text })],
      })),
    );

  it('events that a full stream refuses stay in their outbox until the stream has space again', async () => {
    const { producing, things } = await startProducer();
    const ids = idsOf(30);
    await create(things, ids);
    producing.relay.flush(things);
    const waiting = () => things.collection.countDocuments({ 'outbox.at': { $gt: new Date(0) } });
    await until(async () => (await waiting()) < ids.length);
    // Publishes more than fits into the stream, so that it overflows regardless of how much the relay has published.
    const overflow = async () => {
      for (let nth = 0; nth < 100; nth += 1) {
        const payload = { thingId: 'thing-0', text };
        await producing.bus.publish({ id: `more:${nth}`, subject: thingMade.subject, version: 1, payload });
      }
    };
    await expect(overflow()).rejects.toThrow(/maximum bytes exceeded/);
    const { usedRatio } = await producing.bus.readStream('svc-commerce');
    expect(usedRatio).toBeGreaterThan(0.9);
    expect(usedRatio).toBeLessThanOrEqual(1);

    const handled: string[] = [];
    let consuming!: ServiceContext<ServiceConfig>;
    await start('svc-licensing', (context) => {
      consuming = context;
      context.consume(thingMade, async ({ thingId }) => void handled.push(thingId));
    });
    await until(async () => (await waiting()) === 0 && handled.length >= ids.length, 60);
    expect([...new Set(handled)].sort()).toEqual([...ids].sort());
    const { subject, version } = thingMade;
    const payload = { thingId: 'one-more', text };
    await producing.bus.publish({ id: 'made:one-more', subject, version, payload });
    const figures = () => consuming.metrics.registry.metrics();
    await until(async () =>
      /^leadping_stream_used_ratio\{stream="svc-commerce",.*\} 0\.\d/m.test(await figures()),
    );
  });

  it('events that a full stream refuses are retried at the next sweep, not immediately', async () => {
    const { producing, things } = await startProducer();
    const publish = producing.bus.publish.bind(producing.bus);
    let tries: Record<string, number[]> = {};
    jest.spyOn(producing.bus, 'publish').mockImplementation(async (entry) => {
      (tries[entry.id] ??= []).push(performance.now());
      await publish(entry);
      // If it accepts one, others are tried at once.
      tries = {};
    });
    await create(things, idsOf(300));
    const ofOne = () => Object.values(tries).find(({ length }) => length >= 4);
    await until(() => ofOne() !== undefined);
    const [first, , , fourth] = ofOne() ?? [];
    // Three sweeps, minus the time that the first one took.
    expect(fourth! - first!).toBeGreaterThan(2 * 2000);
  });

  it('events that can never be published do not block later ones and are counted', async () => {
    config = testConfig(ServiceConfig);
    await openThingStreams(config);
    let things!: OutboxModel<Thing>;
    let producing!: ServiceContext<ServiceConfig>;
    await start('svc-commerce', (context) => {
      producing = context;
      things = thingModel(context.database);
    });
    await producing.bus.connected;
    const publish = producing.bus.publish.bind(producing.bus);
    jest.spyOn(producing.bus, 'publish').mockImplementation(async (entry) => {
      // NATS refuses events above its maximum size like this.
      if (entry.id !== 'made:good') throw new Error('max_payload size exceeded');
      await publish(entry);
    });
    await create(things, idsOf(250));
    await create(things, ['good']);
    const isWaiting = () =>
      things.collection.countDocuments({ _id: 'good' as never, 'outbox.at': { $gt: new Date(0) } });
    await until(async () => (await isWaiting()) === 0);
    const pending = async () => (await producing.metrics.outboxPending.get()).values[0]?.value;
    await until(async () => (await pending()) === 250);
  });

  it('a reply above the size limit of NATS is an error for the caller, and the responder keeps replying', async () => {
    config = testConfig(ServiceConfig);
    const contexts: ServiceContext<ServiceConfig>[] = [];
    for (const name of ['svc-commerce', 'svc-licensing'] as const)
      await start(name, (context) => void contexts.push(context));
    const [replying, asking] = contexts;
    const text = defineRequest({
      responder: 'svc-commerce',
      subject: 'rpc.commerce.text',
      request: z.object({ length: z.number() }),
      reply: z.object({ text: z.string() }),
    });
    replying!.bus.respond(text, async ({ length }) => ({ text: 'x'.repeat(length) }));
    await Promise.all(contexts.map(({ bus }) => bus.connected));
    await until(() =>
      asking!.bus.request(text, { length: 1 }).then(
        () => true,
        () => false,
      ),
    );
    await expect(asking!.bus.request(text, { length: 2_000_000 })).rejects.toMatchObject({
      code: 'INTERNAL',
    });
    await expect(asking!.bus.request(text, { length: 2 })).resolves.toEqual({ text: 'xx' });
  });

  it('a new service builds the unique indexes of its consumers before it takes the first event', async () => {
    config = testConfig(ServiceConfig);
    await openThingStreams(config);
    const unique = new Schema({ thingId: String });
    unique.index({ thingId: 1 }, { unique: true });
    const seen: boolean[] = [];
    let producing!: ServiceContext<ServiceConfig>;
    await start('svc-commerce', (context) => void (producing = context));
    await producing.bus.connected;
    const payload = { thingId: 'a', text: '' };
    await producing.bus.publish({ id: 'made:a', subject: thingMade.subject, version: 1, payload });
    let isPulledEarly = false;
    await start('svc-licensing', ({ consume, database, bus }) => {
      const effects = database.model('Effect', unique, 'effects');
      const makeIndexes = effects.init.bind(effects);
      // A consumer that pulled too early has sent its requests on this connection before these.
      effects.init = async () => {
        const { consumers } = await jetstreamManager(await bus.connected);
        for (let nth = 0; nth < 50; nth += 1) {
          const listed = await consumers.list(bus.subjectOf('svc-commerce')).next();
          isPulledEarly ||= listed.some(
            ({ num_waiting, num_pending }) => num_waiting > 0 || num_pending === 0,
          );
        }
        return makeIndexes();
      };
      consume(thingMade, async () => {
        const indexes = await effects.collection.indexes();
        seen.push(indexes.some((index) => index.unique === true));
      });
    });
    await until(() => seen.length > 0);
    expect(seen).toEqual([true]);
    expect(isPulledEarly).toBe(false);
  });

  it('an endless job ends when its process closes', async () => {
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
