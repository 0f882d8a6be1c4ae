import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceConfig } from '../src/process/config.ts';
import { outboxEntry, type OutboxModel } from '../src/messaging/outbox.ts';
import { buildService, type ServiceContext, type Service } from '../src/process/service.ts';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { until } from '@leadping/test-kit/until';
import { startOwnNats, type OwnNats } from '@leadping/test-kit/own-nats';
import { openThingStreams, thingMade, thingModel, type Thing } from './things.ts';

jest.setTimeout(120_000);

describe('NATS is killed and comes back without its store', () => {
  let nats: OwnNats;
  let config: ServiceConfig;
  let producer: Service;
  let producing: ServiceContext<ServiceConfig>;
  let consumer: Service | undefined;
  let things: OutboxModel<Thing>;
  let handled: string[];
  let hold = Promise.resolve();
  /** How the producer reads what it has published. */
  let reads: Record<'find' | 'findOne', { mock: { calls: unknown[] } }>;

  beforeAll(async () => {
    nats = await startOwnNats();
    config = testConfig(ServiceConfig, { NATS_URL: nats.url });
    await openThingStreams(config);
    handled = [];
    producer = await startProducer();
  });
  afterAll(async () => {
    await Promise.all([producer.close(), consumer?.close()]);
    await dropStack(config);
    await nats.stop();
  });

  const startProducer = () =>
    buildService({
      name: 'svc-commerce',
      config,
      setUp: (kit) => {
        producing = kit;
        things = thingModel(kit.database);
        const { collection } = kit.database.model('PublishedEvent');
        reads = { find: jest.spyOn(collection, 'find'), findOne: jest.spyOn(collection, 'findOne') };
      },
    });
  const startConsumer = () =>
    buildService({
      name: 'svc-licensing',
      config,
      setUp: (kit) =>
        kit.consume(thingMade, async ({ thingId }) => {
          await hold;
          handled.push(thingId);
        }),
    });
  const write = (ids: string[]) =>
    things.create(
      ids.map((id) => ({ _id: id, outbox: [outboxEntry(thingMade, `made:${id}`, { thingId: id })] })),
    );
  const make = async (ids: string[]) => {
    await write(ids);
    producing.relay.flush(things);
    const waiting = { 'outbox.at': { $gt: new Date(0) } };
    await until(async () => (await things.collection.countDocuments(waiting)) === 0);
  };
  /** Creation time of the current stream, or `missing` if there is none. */
  const madeAt = () => producing.bus.streamCreatedAt().catch(() => 'missing');
  /** Names of more events than one batch republishes. */
  const many = (name: string) => Array.from({ length: 60 }, (_, index) => `${name}-${index}`);
  const named = (name: string) => Array.from({ length: 20 }, (_, index) => `${name}-${index}`);

  it('acknowledged events that nobody had read are published again', async () => {
    await make(named('unread'));
    await nats.loseStore();
    consumer = await startConsumer();
    await until(() => named('unread').every((id) => handled.includes(id)));
  });

  it('the newest lost events are published first, the others together with new events', async () => {
    await consumer?.close();
    const ages = ['oldest', 'old', 'young', 'youngest'];
    for (const age of ages) await make(many(age));
    // Written before NATS is back, so that nothing lost can be published long before it.
    const losing = nats.loseStore();
    await write(named('new'));
    await losing;
    consumer = await startConsumer();
    const all = [...ages.flatMap(many), ...named('new')];
    await until(() => all.every((id) => handled.includes(id)), 60);
    const lastOf = (ids: string[]) => Math.max(...ids.map((id) => handled.indexOf(id)));
    const firstOf = (ids: string[]) => Math.min(...ids.map((id) => handled.indexOf(id)));
    expect(lastOf(many('youngest'))).toBeLessThan(firstOf(many('oldest')));
    expect(lastOf(named('new'))).toBeLessThan(firstOf(many('oldest')));
  });

  it('a process that starts when nothing is lost finds this out with one query, and reads no events', async () => {
    await make(many('known'));
    const published = producing.database.collection('published_events');
    await until(async () => (await published.distinct('streamCreatedAt')).length === 1);
    expect(await published.indexes()).toContainEqual(
      expect.objectContaining({ key: { streamCreatedAt: 1 } }),
    );
    await producer.close();
    producer = await startProducer();
    await until(() => reads.findOne.mock.calls.length + reads.find.mock.calls.length > 0);
    await make(named('after-the-look'));
    expect(reads.findOne).toHaveBeenCalledTimes(1);
    expect(reads.find).not.toHaveBeenCalled();
  });

  it('a process that ends during the republishing leaves the remaining events to the next process', async () => {
    const ages = ['first', 'second', 'third', 'fourth'];
    for (const age of ages) await make(many(age));
    const streams = () => producing.database.collection('published_events').distinct('streamCreatedAt');
    await until(async () => (await streams()).length === 1);
    await consumer?.close();
    await nats.loseStore();
    handled = [];
    consumer = await startConsumer();
    // Some are in the new stream, the others not yet.
    await until(async () => (await streams()).length === 2, 60);
    await producer.close();
    producer = await startProducer();
    await until(() => ages.flatMap(many).every((id) => handled.includes(id)), 60);
  });

  it('republished events wait for consumers with a backlog, so that new events do not have to wait', async () => {
    await consumer?.close();
    const ages = ['first-wave', 'second-wave'];
    for (const age of ages) await make(many(age));
    let release = () => {};
    hold = new Promise((resolve) => (release = resolve));
    consumer = await startConsumer();
    const nc = await producing.bus.connected;
    const stream = producing.bus.subjectOf('svc-commerce');
    const { consumers, streams } = await jetstreamManager(nc);
    await nats.loseStore();
    const isBehind = async () => {
      const info = await consumers.info(stream, 'svc-licensing-commerce-thing-made');
      return info.num_pending + info.num_ack_pending >= 20;
    };
    await until(() => isBehind().catch(() => false), 60);
    const publishedAgain = producing.database.collection<{ _id: string }>('published_events');
    let looks = 0;
    nc.subscribe(`$JS.API.CONSUMER.LIST.${stream}`, { callback: () => void (looks += 1) });
    const countPublished = async () => (await streams.info(stream)).state.messages;
    const published = await countPublished();
    await until(() => looks >= 20);
    // A batch may have been in progress at the first check.
    expect(await countPublished()).toBeLessThanOrEqual(published + 20);
    // Newly lost events come first again, however many older ones are left.
    await make(named('lost-meanwhile'));
    await streams.delete(stream);
    const again = async () => ({
      _id: { $in: named('lost-meanwhile').map((id) => `made:${id}`) },
      streamCreatedAt: await madeAt(),
    });
    await until(async () => (await publishedAgain.countDocuments(await again())) === 20);
    release();
    const all = [...ages.flatMap(many), ...named('lost-meanwhile')];
    await until(() => all.every((id) => handled.includes(id)), 60);
  });

  it('a stream that an operator removes is created again with the events that nobody had read', async () => {
    await consumer?.close();
    await make(named('removed'));
    const streams = (await jetstreamManager(await producing.bus.connected)).streams;
    await streams.delete(producing.bus.subjectOf('svc-commerce'));
    consumer = await startConsumer();
    await until(() => named('removed').every((id) => handled.includes(id)), 60);
  });

  it('lost events are published again even if new events never stop', async () => {
    await consumer?.close();
    consumer = await startConsumer();
    await make(named('before-the-rush'));
    const { collection } = producing.database.model('PublishedEvent');
    const insertMany = collection.insertMany.bind(collection);
    // Slower than new events arrive, so that some always wait to be recorded.
    jest.spyOn(collection, 'insertMany').mockImplementation(async (...recorded) => {
      await pause(100);
      return insertMany(...recorded);
    });
    let isRushing = true;
    const rush = async () => {
      for (let turn = 0; isRushing; turn += 1) {
        await write([`rush-${turn}`]);
        producing.relay.flush(things);
        await pause(20);
      }
    };
    const rushing = rush();
    const ids = named('before-the-rush').map((id) => `made:${id}`);
    const countAgain = async () =>
      producing.database.collection<{ _id: string }>('published_events').countDocuments({
        _id: { $in: ids },
        streamCreatedAt: await madeAt(),
      });
    const { streams } = await jetstreamManager(await producing.bus.connected);
    await streams.delete(producing.bus.subjectOf('svc-commerce'));
    try {
      await until(async () => (await countAgain()) === ids.length, 60);
    } finally {
      isRushing = false;
      await rushing;
      jest.restoreAllMocks();
    }
  });

  it('an event that was acknowledged while another was still pending is published again', async () => {
    await consumer?.close();
    const { bus } = producing;
    const publish = bus.publish.bind(bus);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const acknowledged: string[] = [];
    const publishing = jest.spyOn(bus, 'publish').mockImplementation(async (entry) => {
      if (entry.id === 'made:owed') await released;
      await publish(entry);
      acknowledged.push(entry.id);
    });
    const before = await madeAt();
    const looking = jest.spyOn(bus, 'streamCreatedAt');
    const entries = ['owed', 'acknowledged'].map((thingId) =>
      outboxEntry(thingMade, `made:${thingId}`, { thingId }),
    );
    await things.create({ _id: 'both', outbox: entries });
    producing.relay.flush(things);
    await until(() => acknowledged.includes('made:acknowledged') && publishing.mock.calls.length > 1);
    await nats.loseStore();
    const lastSeen = async () => {
      const seen = looking.mock.results.map(({ value }) => (value as Promise<string>).catch(() => before));
      return (await Promise.all(seen)).at(-1) ?? before;
    };
    await until(async () => (await lastSeen()) !== before, 60);
    release();
    consumer = await startConsumer();
    await until(() => ['owed', 'acknowledged'].every((id) => handled.includes(id)), 60);
    jest.restoreAllMocks();
  });

  it('active consumers continue, and handle each event once', async () => {
    await consumer?.close();
    consumer = await startConsumer();
    await make(named('before'));
    await until(() => named('before').every((id) => handled.includes(id)));
    await nats.loseStore();
    await make(named('after'));
    await until(() => named('after').every((id) => handled.includes(id)), 60);
    expect(handled.filter((id) => named('after').includes(id))).toHaveLength(20);
  });
});
