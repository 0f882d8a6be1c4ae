import { afterAll, expect, it } from '@jest/globals';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { openBus } from '../src/messaging/bus.ts';
import { natsAddress } from '../src/messaging/nats-connection.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildLog } from '../src/telemetry/log.ts';
import { buildMetrics } from '../src/telemetry/metrics.ts';
import { thingMade } from './things.ts';

const service = 'svc-commerce';
const config = testConfig(ServiceConfig);
const bus = openBus({
  service,
  address: natsAddress(config),
  prefix: config.NATS_PREFIX,
  log: buildLog({ service, level: 'silent' }),
  metrics: buildMetrics(service),
});

afterAll(async () => {
  await bus.close();
  await dropStack(config);
});

it('an event that NATS before 2.11 reports as a duplicate without a number is not stored yet, and publishing it fails', async () => {
  const nc = await bus.connected;
  // There is no stream: nobody but the test acknowledges events.
  const stream = bus.subjectOf('svc-commerce');
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
