import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { defineRequest } from '@leadping/contracts/event';
import { defineRoute } from '@leadping/contracts/route';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ServiceConfig } from '../src/process/config.ts';
import { isDuplicateKey } from '../src/data/duplicate-key.ts';
import { outboxEntry, type OutboxModel } from '../src/messaging/outbox.ts';
import { buildService, type ServiceContext, type Service } from '../src/process/service.ts';
import { openBreakableConnection, type BreakableConnection } from '@leadping/test-kit/breakable-connection';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { send, type Reply } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { openThingStreams, thingMade, thingModel, type Thing } from './things.ts';

const counting = defineRequest({
  responder: 'svc-licensing',
  subject: 'rpc.licensing.count',
  request: z.object({}),
  reply: z.object({ handled: z.int() }),
});
const makeThing = defineRoute({
  service: 'svc-commerce',
  method: 'POST',
  path: '/api/things',
  summary: 'Makes a thing once',
  access: 'anyone',
  body: z.object({ thingId: z.string() }),
  replies: { 200: z.object({}) },
  errors: [],
  repeatable: true,
});
const countHandled = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/handled',
  summary: 'Requests a figure of the other service',
  access: 'anyone',
  replies: { 200: z.object({ handled: z.int() }) },
  errors: [],
});

/** Twice what the gateway waits for such a route: the machine may be slow, a call that hangs takes a minute. */
const MAX_MS = 10_000;
/** More than the pool has connections. */
const MANY = 120;

jest.setTimeout(180_000);

describe.each(['MONGODB_URI', 'NATS_URL'] as const)('connections that are half open: %s', (server) => {
  let link: BreakableConnection;
  let config: ServiceConfig;
  let service: Service;
  let consumer: Service;
  let kit: ServiceContext<ServiceConfig>;
  let things: OutboxModel<Thing>;
  let address: string;
  const handled: string[] = [];

  afterEach(async () => {
    link.mend();
    await Promise.all([service.close(), consumer.close()]);
    await link.close();
    await dropStack(config);
  });

  const start = async () => {
    config = testConfig(ServiceConfig);
    await openThingStreams(config);
    link = await openBreakableConnection(config[server]);
    service = await buildService({ name: 'svc-commerce', config: { ...config, [server]: link.uri }, setUp });
    consumer = await buildService({
      name: 'svc-licensing',
      config,
      setUp: ({ consume, bus }) => {
        consume(thingMade, async ({ thingId }) => void handled.push(thingId));
        bus.respond(counting, async () => ({ handled: handled.length }));
      },
    });
    address = await service.listen();
    await kit.bus.connected;
  };
  const setUp = (given: ServiceContext<ServiceConfig>) => {
    kit = given;
    things = thingModel(kit.database);
    kit.route(makeThing, async ({ body: { thingId } }) => {
      const outbox = [outboxEntry(thingMade, `made:${thingId}`, { thingId })];
      await things.create({ _id: thingId, outbox }).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
      kit.relay.flush(things);
      return {};
    });
    kit.route(countHandled, () => kit.bus.request(counting, {}));
  };

  const timed = async (call: Promise<Reply>) => {
    const since = performance.now();
    const { status, headers, body } = await call;
    return { status, retryAfter: headers.get('retry-after'), body, ms: performance.now() - since };
  };
  const make = (thingId: string) => timed(send(`${address}/api/things`, { json: { thingId } }));
  const readiness = () => timed(send(`${address}/readyz`));
  const readyGauge = async () => {
    const text = await (await fetch(`${address}/metrics`)).text();
    return /^leadping_ready\{service="svc-commerce"\} (\d)$/m.exec(text)?.[1];
  };
  const makeMany = async (ids: string[]) => Promise.all(ids.map(make));
  const newIds = (): string[] => Array.from({ length: MANY }, () => randomUUID());

  it('every call gets a reply in time, the readiness check reports the outage, and each event is handled once after the connection recovers', async () => {
    await start();
    const before = newIds();
    expect((await makeMany(before)).every(({ status }) => status === 200)).toBe(true);
    await until(() => before.every((id) => handled.includes(id)));

    link.freeze();
    const during = newIds();
    const [made, counted, ready] = await Promise.all([
      makeMany(during),
      timed(send(`${address}/api/handled`)),
      readiness(),
    ]);
    const slowest = Math.max(...[...made, counted, ready].map(({ ms }) => ms));
    expect(slowest).toBeLessThan(MAX_MS);
    if (server === 'MONGODB_URI') {
      expect(made.filter(({ status, retryAfter }) => status === 503 && retryAfter)).toHaveLength(MANY);
      expect(counted.status).toBe(200);
      expect(ready).toMatchObject({ status: 503, body: { checks: { database: false, nats: true } } });
      expect(await readyGauge()).toBe('0');
    } else {
      // Without NATS the service takes work and keeps its events.
      expect(made.filter(({ status }) => status === 200)).toHaveLength(MANY);
      expect(counted).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      expect(ready).toMatchObject({ status: 200, body: { checks: { database: true, nats: false } } });
      expect(await readyGauge()).toBe('1');
    }

    link.mend();
    await until(async () => {
      const { status, body } = await readiness();
      const { checks } = body as { checks: { nats: boolean } };
      return status === 200 && checks.nats;
    }, 60);
    // Failed calls are repeated, as the provider does with its webhooks.
    const failed = during.filter((_, index) => made[index]?.status !== 200);
    expect((await makeMany(failed)).every(({ status }) => status === 200)).toBe(true);
    const all = [...before, ...during];
    await until(() => all.every((id) => handled.includes(id)), 60);
    await until(
      async () => (await things.collection.countDocuments({ 'outbox.at': { $gt: new Date(0) } })) === 0,
    );
    expect(await things.countDocuments()).toBe(all.length);
    expect(handled.filter((id) => all.includes(id))).toHaveLength(all.length);
    expect((await send(`${address}/api/handled`)).status).toBe(200);
  });
});
