import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { until } from '@leadping/test-kit/until';
import { jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { ServiceConfig } from '../src/process/config.ts';
import { declareStreams, type StreamLimits } from '../src/streams/declare-streams.ts';
import { thingMade } from './things.ts';

const DURABLE = 'svc-licensing-commerce-thing-made';

describe('the streams and consumers of the platform', () => {
  const config = testConfig(ServiceConfig);
  const subjectOf = (name: string) => `${config.NATS_PREFIX}-${name}`;
  const stream = subjectOf('svc-commerce');
  let nc: NatsConnection;
  let manager: JetStreamManager;
  /** The calls that change something at NATS. */
  const changes: string[] = [];

  beforeAll(async () => {
    nc = await connect({ servers: config.NATS_URL });
    manager = await jetstreamManager(nc);
    nc.subscribe('$JS.API.>', {
      callback: (_err, { subject }) => {
        if (subject.includes(config.NATS_PREFIX) && !/\.(INFO|LIST|MSG)\./.test(subject))
          changes.push(subject);
      },
    });
    await declare();
  });
  afterAll(async () => {
    await nc.close();
    await dropStack(config);
  });

  const declare = (limits: Partial<StreamLimits> = {}) =>
    declareStreams(nc, {
      subjectOf,
      limits: { replicas: 1, maxBytes: 50_000, ...limits },
      consumers: [{ service: 'svc-licensing', event: thingMade }],
    });
  const streamConfig = async () => (await manager.streams.info(stream)).config;
  const publish = async (count: number) => {
    for (let nth = 0; nth < count; nth += 1)
      await jetstream(nc).publish(subjectOf(thingMade.subject), 'x'.repeat(4000));
  };

  it('are not changed by a second declaration, because a change could remove them in a cluster', async () => {
    changes.length = 0;
    await declare();
    await nc.flush();
    expect(changes).toEqual([]);
    expect(await streamConfig()).toMatchObject({
      subjects: [`${subjectOf('commerce')}.>`],
      max_bytes: 50_000,
    });
  });

  it('are stored on as many servers as the configuration requires', async () => {
    // The server of the tests is one, and refuses.
    await expect(declare({ replicas: 3 })).rejects.toThrow(/replicas > 1/);
  });

  it('get new limits', async () => {
    await declare({ maxBytes: 60_000 });
    expect((await streamConfig()).max_bytes).toBe(60_000);
    await declare();
    expect((await streamConfig()).max_bytes).toBe(50_000);
  });

  it('are reset if somebody has changed them', async () => {
    const before = await streamConfig();
    await manager.streams.update(stream, {
      subjects: [...before.subjects, subjectOf('rpc.identity.>')],
      duplicate_window: before.duplicate_window * 6,
      republish: { src: '>', dest: `${subjectOf('stolen')}.>` },
      sources: [{ name: subjectOf('svc-identity') }],
      subject_transform: { src: `${subjectOf('commerce')}.a`, dest: `${subjectOf('commerce')}.b` },
    });
    await manager.consumers.update(stream, DURABLE, { filter_subject: `${subjectOf('commerce')}.>` });
    await declare();
    const after = await streamConfig();
    expect(after).toMatchObject({ subjects: before.subjects, duplicate_window: before.duplicate_window });
    expect([after.republish, after.sources, after.subject_transform]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const consumer = await manager.consumers.info(stream, DURABLE);
    expect(consumer.config.filter_subject).toBe(subjectOf(thingMade.subject));
  });

  it('are created again if they are missing', async () => {
    await manager.consumers.delete(stream, DURABLE);
    await manager.streams.delete(subjectOf('svc-support'));
    await declare();
    await manager.consumers.info(stream, DURABLE);
    await manager.streams.info(subjectOf('svc-support'));
  });

  it('lose only events that every consumer has acknowledged once they are half full', async () => {
    await publish(8);
    await declare();
    expect((await manager.streams.info(stream)).state.messages).toBe(8);
    const consumer = await jetstream(nc).consumers.get(stream, DURABLE);
    for (let nth = 0; nth < 5; nth += 1) (await consumer.next())?.ack();
    await until(async () => (await consumer.info()).ack_floor.stream_seq >= 5);
    await manager.consumers.delete(stream, DURABLE);
    // Made again it has acknowledged nothing.
    await declare();
    expect((await manager.streams.info(stream)).state.messages).toBe(8);
    const again = await jetstream(nc).consumers.get(stream, DURABLE);
    for (let nth = 0; nth < 5; nth += 1) (await again.next())?.ack();
    await until(async () => (await again.info()).ack_floor.stream_seq >= 5);
    await declare();
    expect((await manager.streams.info(stream)).state.messages).toBe(3);
  });
});
