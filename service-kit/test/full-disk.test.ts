import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { startOwnNats, type OwnNats } from '@leadping/test-kit/own-nats';
import { canMountDisks } from '@leadping/test-kit/small-disk';
import { until } from '@leadping/test-kit/until';
import { outboxEntry, type OutboxModel } from '../src/messaging/outbox.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildService, type Service, type ServiceContext } from '../src/process/service.ts';
import { openThingStreams, thingMade, thingModel, type Thing } from './things.ts';

jest.setTimeout(120_000);

/** Mounting a disk takes root on Linux. */
const whereDisksMount = (await canMountDisks()) ? describe : describe.skip;

whereDisksMount('the disk of NATS is full for a while', () => {
  let nats: OwnNats;
  let config: ServiceConfig;
  let services: Service[];
  let producing: ServiceContext<ServiceConfig>;
  let things: OutboxModel<Thing>;
  const progress: string[] = [];
  const handled = new Set<string>();

  beforeAll(async () => {
    nats = await startOwnNats({
      smallDiskMb: 96,
      minFreeBytes: 64 * 2 ** 20,
      onProgress: (line) => progress.push(line),
    });
    config = testConfig(ServiceConfig, { NATS_URL: nats.url });
    // NATS sets the whole of each stream aside, and the disk has 32 MB for all.
    await openThingStreams(config, undefined, { maxBytes: 2 ** 20 });
    const producer = await buildService({
      name: 'svc-commerce',
      config,
      setUp: (context) => {
        producing = context;
        things = thingModel(context.database);
      },
    });
    const consumer = await buildService({
      name: 'svc-licensing',
      config,
      setUp: ({ consume }) => consume(thingMade, async ({ thingId }) => void handled.add(thingId)),
    });
    services = [producer, consumer];
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
    await dropStack(config);
    await nats.stop();
  });

  const make = async (id: string) => {
    // More than is left of the page that NATS last wrote to.
    const payload = { thingId: id, text: 'x'.repeat(2000) };
    await things.create({ _id: id, outbox: [outboxEntry(thingMade, `made:${id}`, payload)] });
    producing.relay.flush(things);
    return id;
  };

  it('events wait, and reach their consumers without a restart when the disk has space again', async () => {
    const made = [await make('before')];
    await until(() => handled.has('before'));

    await nats.disk?.fill();
    for (let index = 0; index < 5; index += 1) made.push(await make(`meanwhile-${index}`));
    await until(() => progress.some((line) => line.includes('is full')));

    await nats.disk?.free();
    await until(() => made.every((id) => handled.has(id)), 60);
    made.push(await make('after'));
    await until(() => handled.has('after'), 60);
    const waiting = { 'outbox.at': { $gt: new Date(0) } };
    await until(async () => (await things.collection.countDocuments(waiting)) === 0);
    expect(handled).toEqual(new Set(made));
  });
});
