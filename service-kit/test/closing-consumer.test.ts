import { afterAll, expect, it } from '@jest/globals';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { until } from '@leadping/test-kit/until';
import { jetstream } from '@nats-io/jetstream';
import mongoose from 'mongoose';
import { buildFailpoint } from '../src/failpoint.ts';
import { openBus, type Bus } from '../src/messaging/bus.ts';
import { buildConsumers } from '../src/messaging/consumers.ts';
import { natsAddress } from '../src/messaging/nats-connection.ts';
import { deadLetterModel } from '../src/messaging/dead-letters.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildLog } from '../src/telemetry/log.ts';
import { buildMetrics } from '../src/telemetry/metrics.ts';
import { PROPAGATION_ONLY } from '../src/telemetry/tracing.ts';
import { openThingStreams, thingMade } from './things.ts';

const service = 'svc-commerce';
const config = testConfig(ServiceConfig);
const log = buildLog({ service, level: 'silent' });
const metrics = buildMetrics(service);
const bus = openBus({
  service,
  address: natsAddress(config),
  prefix: config.NATS_PREFIX,
  log,
  metrics,
});

afterAll(async () => {
  await bus.close();
  await dropStack(config);
});

it('a consumer that is closed while it is being opened gets no event', async () => {
  await openThingStreams(config, [service]);
  const nc = await bus.connected;
  let looks = 0;
  let isOpening = false;
  let open = () => {};
  const opening = new Promise<void>((resolve) => (open = resolve));
  const slow: Bus = {
    ...bus,
    // Each attempt to open it begins with the connection, after a first look at whether there is one.
    get connected() {
      looks += 1;
      isOpening = looks > 1;
      return isOpening ? opening.then(() => bus.connected) : bus.connected;
    },
  };
  const consumers = buildConsumers({
    bus: slow,
    log,
    metrics,
    deadLetters: deadLetterModel(mongoose.createConnection()),
    failpoint: buildFailpoint(undefined),
    tracing: PROPAGATION_ONLY,
  });
  let isHandled = false;
  consumers.consume(thingMade, async () => void (isHandled = true));
  consumers.start();
  await until(() => isOpening);
  await consumers.close();

  const stream = bus.subjectOf(service);
  const durable = `${service}-${thingMade.subject.replaceAll('.', '-')}`;
  let isOpened = false;
  // The last call before the first pull.
  nc.subscribe(`$JS.API.CONSUMER.INFO.${stream}.${durable}`, { callback: () => void (isOpened = true) });
  open();
  await until(() => isOpened);
  await bus.publish({
    id: 'made:a',
    subject: thingMade.subject,
    version: thingMade.version,
    payload: { thingId: 'a' },
  });
  const left = await (await jetstream(nc).consumers.get(stream, durable)).next();
  expect(left?.json()).toMatchObject({ payload: { thingId: 'a' } });
  expect(isHandled).toBe(false);
});
