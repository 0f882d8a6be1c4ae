import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { until } from '@leadping/test-kit/until';
import type { Model } from 'mongoose';
import { outboxEntry } from '../src/messaging/outbox.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildService, type Service, type ServiceContext } from '../src/process/service.ts';
import { thingMade, thingModel, type Thing } from './things.ts';

describe('events that wait while NATS is away', () => {
  // Nobody listens there.
  const config = testConfig(ServiceConfig, { NATS_URL: 'nats://127.0.0.1:1' });
  let service: Service;
  let kit: ServiceContext<ServiceConfig>;
  let things: Model<Thing>;

  beforeAll(async () => {
    service = await buildService({
      name: 'svc-commerce',
      config,
      setUp: (context) => {
        kit = context;
        things = thingModel(context.database);
      },
    });
  });
  afterAll(async () => {
    await service.close();
    await dropStack({ ...config, NATS_URL: process.env.NATS_URL ?? config.NATS_URL });
  });

  it('are counted, with the age of the oldest: an alert goes by it', async () => {
    const valueOf = async (name: 'outboxPending' | 'outboxOldestSeconds') =>
      (await kit.metrics[name].get()).values[0]?.value ?? 0;
    const thingId = 'waits';
    await things.create({ _id: thingId, outbox: [outboxEntry(thingMade, 'made:waits', { thingId })] });
    await until(async () => (await valueOf('outboxOldestSeconds')) > 2);
    expect(await valueOf('outboxPending')).toBe(1);
    const [thing] = await things.find().lean();
    expect(thing?.outbox).toHaveLength(1);
  }, 60_000);
});
