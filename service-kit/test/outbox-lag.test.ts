import { afterEach, expect, it } from '@jest/globals';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { until } from '@leadping/test-kit/until';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { outboxEntry } from '../src/messaging/outbox.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildService, type Service } from '../src/process/service.ts';
import { thingMade, thingModel } from './things.ts';

let config: ServiceConfig;
let service: Service;

afterEach(async () => {
  await service.close();
  await dropStack({ ...config, NATS_URL: process.env.NATS_URL ?? config.NATS_URL });
});

/** @returns what the gauges say of the only event, which never reaches NATS. */
async function leaveEvent() {
  let gauges = async () => ({ pending: 0, oldestSeconds: 0 });
  service = await buildService({
    name: 'svc-commerce',
    config,
    setUp: async ({ database, metrics: { outboxPending, outboxOldestSeconds } }) => {
      const thingId = 'waits';
      await thingModel(database).create({
        _id: thingId,
        outbox: [outboxEntry(thingMade, 'made:waits', { thingId })],
      });
      gauges = async () => ({
        pending: (await outboxPending.get()).values[0]?.value ?? 0,
        oldestSeconds: (await outboxOldestSeconds.get()).values[0]?.value ?? 0,
      });
    },
  });
  return gauges;
}

it('the outbox metrics count the events that wait while NATS is down, with the age of the oldest', async () => {
  // Nobody listens there.
  config = testConfig(ServiceConfig, { NATS_URL: 'nats://127.0.0.1:1' });
  const gauges = await leaveEvent();
  await until(async () => (await gauges()).oldestSeconds > 2);
  expect((await gauges()).pending).toBe(1);
}, 60_000);

it('the outbox metrics count waiting events at every sweep while NATS accepts events but acknowledges none', async () => {
  config = testConfig(ServiceConfig);
  const nc = await connect({ servers: config.NATS_URL });
  const { streams } = await jetstreamManager(nc);
  // The stream is there and replies; the event's subject has a listener that never does.
  await streams.add({
    name: `${config.NATS_PREFIX}-svc-commerce`,
    subjects: [`${config.NATS_PREFIX}-elsewhere`],
  });
  nc.subscribe(`${config.NATS_PREFIX}-${thingMade.subject}`);
  const gauges = await leaveEvent();
  const seen: number[] = [];
  // Longer than a publish waits: it is on its way, found again and on its way once more.
  await until(async () => {
    seen.push((await gauges()).oldestSeconds);
    return Math.max(...seen) > 10;
  });
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect((await gauges()).pending).toBe(1);
  await nc.close();
}, 60_000);
