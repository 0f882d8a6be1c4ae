import { afterAll, expect, it } from '@jest/globals';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { jetstreamManager } from '@nats-io/jetstream';
import { openBus } from '../src/messaging/bus.ts';
import { streamLimits } from '../src/messaging/streams.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildLog } from '../src/telemetry/log.ts';
import { buildMetrics } from '../src/telemetry/metrics.ts';
import { thingMade } from './things.ts';

const service = 'svc-commerce';
const config = testConfig(ServiceConfig);
const bus = openBus({
  service,
  url: config.NATS_URL,
  prefix: config.NATS_PREFIX,
  log: buildLog({ service, level: 'silent' }),
  metrics: buildMetrics(service),
  limits: streamLimits(config),
});

afterAll(async () => {
  await bus.close();
  await dropStack(config);
});

it('an event that a server before 2.11 calls a duplicate without a number is still on its way, and not kept', async () => {
  const nc = await bus.connected;
  const { streams } = await jetstreamManager(nc);
  // Events have no place in it, so that nobody but the test acknowledges them.
  const stream = bus.subjectOf('svc-commerce');
  await streams.add({ name: stream, subjects: [bus.subjectOf('elsewhere')] });
  let seq = 0;
  nc.subscribe(bus.subjectOf(thingMade.subject), {
    callback: (_err, message) => {
      message.respond(JSON.stringify({ stream, seq, duplicate: true }));
    },
  });
  const { subject, version } = thingMade;
  const publish = () => bus.publish({ id: 'made:a', subject, version, payload: { thingId: 'a' } });
  await expect(publish()).rejects.toThrow('NATS does not have the event yet');
  seq = 7;
  await publish();
});
