import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { captureLog, type CapturedLog } from '@leadping/test-kit/captured-log';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { until } from '@leadping/test-kit/until';
import { jetstream } from '@nats-io/jetstream';
import { DomainError } from '../src/domain-error.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildService, type Service, type ServiceContext } from '../src/process/service.ts';
import { openThingStreams, thingMade } from './things.ts';

/** Failed deliveries after which an event that is to blame is given up. */
const DELIVERIES = 8;

describe('an outage of a service that an event needs', () => {
  const config = testConfig(ServiceConfig, { LOG_LEVEL: 'warn' });
  let log: CapturedLog;
  let producer: Service;
  let producing: ServiceContext<ServiceConfig>;
  let consumer: Service;
  let consuming: ServiceContext<ServiceConfig>;
  let failure: Error | undefined;
  let handled: string[] = [];

  const startConsumer = async () => {
    consumer = await buildService({
      name: 'svc-licensing',
      config,
      setUp: (kit) => {
        consuming = kit;
        kit.consume(thingMade, async ({ thingId }) => {
          if (failure) throw failure;
          handled.push(thingId);
        });
      },
    });
  };
  const publish = async (thingId: string) => {
    const { subject, version } = thingMade;
    await producing.bus.publish({ id: `made:${thingId}`, subject, version, payload: { thingId } });
  };
  /** As many deliveries of it as it gets, all failed, by somebody else than the service. */
  const failAllDeliveries = async (thingId: string) => {
    await publish(thingId);
    const nc = await producing.bus.connected;
    const stream = producing.bus.subjectOf('svc-commerce');
    const durable = await jetstream(nc).consumers.get(stream, 'svc-licensing-commerce-thing-made');
    for (let delivery = 0; delivery < DELIVERIES; delivery += 1) (await durable.next())?.nak();
  };
  const deadLetters = () => consuming.database.collection('dead_letters');
  const retried = async () =>
    Number((await consuming.metrics.registry.metrics()).match(/outcome="retry"[^}]*} (\d+)/)?.[1] ?? 0);

  beforeAll(async () => {
    log = captureLog();
    await openThingStreams(config);
    producer = await buildService({
      name: 'svc-commerce',
      config,
      setUp: (kit) => {
        producing = kit;
      },
    });
    await startConsumer();
    await publish('first');
    await until(() => handled.includes('first'));
  });
  afterAll(async () => {
    await Promise.all([producer.close(), consumer.close()]);
    log.stop();
    await dropStack(config);
  });
  beforeEach(async () => {
    await consumer.close();
    handled = [];
  });

  it('does not affect an event that fails because of itself, which becomes a dead letter after its last delivery', async () => {
    await failAllDeliveries('broken');
    failure = new Error('the thing is broken');
    await startConsumer();
    await until(async () => (await deadLetters().countDocuments({ eventId: 'made:broken' })) === 1);
  });

  it('causes retries of an event until it can be handled, and one log line for all waiting events', async () => {
    await failAllDeliveries('waits');
    failure = new DomainError('UNAVAILABLE', 'A part of the platform is not responding.');
    await startConsumer();
    await Promise.all(['other', 'another'].map(publish));
    const lines = () => log.find('events wait for what they need');
    await until(async () => (await retried()) >= 3);
    expect(lines()).toMatchObject([{ consumer: 'svc-licensing-commerce-thing-made', events: 1 }]);
    failure = undefined;
    await until(() => ['waits', 'other', 'another'].every((id) => handled.includes(id)), 60);
    expect(await deadLetters().countDocuments({ eventId: 'made:waits' })).toBe(0);
  });

  it('does not use up the deliveries of an event that fails for another reason afterwards', async () => {
    await failAllDeliveries('survivor');
    failure = new DomainError('UNAVAILABLE', 'A part of the platform is not responding.');
    await startConsumer();
    await until(async () => (await retried()) === 1, 60);
    failure = new Error('what it builds on is missing');
    const settled = async () =>
      (await retried()) >= 2 || (await deadLetters().countDocuments({ eventId: 'made:survivor' })) > 0;
    await until(settled, 60);
    expect(await deadLetters().countDocuments({ eventId: 'made:survivor' })).toBe(0);
    failure = undefined;
    await until(() => handled.includes('survivor'), 60);
  });
});
