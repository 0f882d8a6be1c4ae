import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startOwnNatsCluster, type OwnNatsCluster } from '@leadping/test-kit/own-nats-cluster';
import { until, untilFound } from '@leadping/test-kit/until';
import { jetstreamManager } from '@nats-io/jetstream';
import { openBus, type Bus } from '../src/messaging/bus.ts';
import { buildLog } from '../src/telemetry/log.ts';
import { buildMetrics } from '../src/telemetry/metrics.ts';
import { thingMade } from './things.ts';

jest.setTimeout(180_000);

describe('an event that NATS does not have yet', () => {
  let cluster: OwnNatsCluster;
  const buses: Bus[] = [];
  let goOn = () => {};

  beforeAll(async () => {
    cluster = await startOwnNatsCluster();
  });
  afterAll(async () => {
    goOn();
    await Promise.all(buses.map((bus) => bus.close()));
    await cluster.stop();
  });

  const open = (url: string, prefix = '') => {
    const service = 'svc-commerce';
    const log = buildLog({ service, level: 'silent' });
    const limits = { replicas: 3, maxBytes: 2 ** 20 };
    const bus = openBus({ service, url, prefix, log, metrics: buildMetrics(service), limits });
    buses.push(bus);
    return bus;
  };
  const event = (id: string) => ({
    id,
    subject: thingMade.subject,
    version: thingMade.version,
    payload: { thingId: id },
  });
  /** Whether NATS says that it has the event. */
  const isKept = (bus: Bus, id: string) =>
    bus.publish(event(id)).then(
      () => true,
      () => false,
    );

  it('is none that a server before 2.11 calls a duplicate without a number', async () => {
    const bus = open(cluster.url, 'former');
    const nc = await bus.connected;
    const { streams } = await untilFound('JetStream', () => jetstreamManager(nc));
    // Its events have no place in it, so that nobody else acknowledges them.
    const elsewhere = { name: bus.subjectOf('svc-commerce'), subjects: ['elsewhere.>'], num_replicas: 3 };
    await untilFound('the stream', () => streams.add(elsewhere));
    let seq = 0;
    nc.subscribe(bus.subjectOf(thingMade.subject), {
      callback: (_err, message) => {
        message.respond(JSON.stringify({ stream: elsewhere.name, seq, duplicate: true }));
      },
    });
    expect(await isKept(bus, 'former')).toBe(false);
    seq = 7;
    expect(await isKept(bus, 'former')).toBe(true);
  });

  it('is no repeat of it while the servers that it needs are frozen', async () => {
    const first = open(cluster.url);
    await until(() => isKept(first, 'first'), 60);
    const { streams } = await jetstreamManager(await first.connected);
    const readLeader = async () => (await streams.info('svc-commerce')).cluster?.leader;
    const leader = await untilFound('a leader of the stream', readLeader);
    const bus = open(cluster.urlOf(leader));
    await bus.connected;
    expect(await isKept(bus, 'first')).toBe(true);

    goOn = cluster.freezeAllBut(leader);
    // As two instances do that sweep the same outbox.
    const both = [isKept(bus, 'second'), isKept(bus, 'second')];
    expect(await Promise.all(both)).toEqual([false, false]);

    goOn();
    await until(() => isKept(bus, 'second'), 120);
    // Which server leads is not settled yet.
    const readLast = async () => {
      const last = await streams.getMessage('svc-commerce', { last_by_subj: thingMade.subject });
      return last?.header.get('Nats-Msg-Id') === 'second';
    };
    await untilFound('the second event in the stream', readLast);
  });
});
