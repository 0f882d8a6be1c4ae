import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { captureLog, type CapturedLog } from '@leadping/test-kit/captured-log';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { until } from '@leadping/test-kit/until';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { ServiceConfig } from '../src/process/config.ts';
import { buildService, type Service } from '../src/process/service.ts';
import type { Metrics } from '../src/telemetry/metrics.ts';
import { openThingStreams, thingMade } from './things.ts';

describe('a consumer that cannot be opened', () => {
  let nc: NatsConnection;
  let stack: ServiceConfig;
  let log: CapturedLog;
  let consumer: Service;
  let registry: Metrics['registry'];
  let attempts = 0;

  beforeAll(async () => {
    stack = testConfig(ServiceConfig, { LOG_LEVEL: 'info' });
    nc = await connect({ servers: stack.NATS_URL });
    // The stream is there, and nobody has declared the consumer.
    await openThingStreams(stack, []);
    nc.subscribe(`$JS.API.CONSUMER.INFO.${stack.NATS_PREFIX}-svc-commerce.*`, {
      callback: () => void (attempts += 1),
    });
    log = captureLog();
    consumer = await buildService({
      name: 'svc-licensing',
      config: stack,
      setUp: ({ consume, metrics }) => {
        registry = metrics.registry;
        consume(thingMade, async () => {});
      },
    });
  });
  afterAll(async () => {
    await consumer.close();
    log.stop();
    await nc.close();
    await dropStack(stack);
  });

  const lines = () => ({
    lost: log.find('consumer lost, opening it again').length,
    open: log.find('consumer open again').length,
  });

  const isOpen = async () => {
    const text = await registry.metrics();
    return Number(
      /^leadping_consumer_open\{.*consumer="svc-licensing-commerce-thing-made".*\} (\d)$/m.exec(text)?.[1],
    );
  };

  it('is retried repeatedly, logged once and reported as closed in the metrics', async () => {
    await until(() => attempts >= 3);
    expect(lines()).toEqual({ lost: 1, open: 0 });
    expect(await isOpen()).toBe(0);
  });

  it('is logged once and reported in the metrics as open after it was opened', async () => {
    await openThingStreams(stack);
    await until(() => lines().open > 0);
    expect(lines()).toEqual({ lost: 1, open: 1 });
    await until(async () => (await isOpen()) === 1);
  });
});
