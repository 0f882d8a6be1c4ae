import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { defineRequest } from '@leadping/contracts/event';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { until } from '@leadping/test-kit/until';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ACTOR_HEADER } from '../src/http/actor-token.ts';
import { publicKeys } from '../src/data/ed25519.ts';
import { actorTokens } from '../src/http/actor-token.ts';
import { ServiceConfig, parseConfig } from '../src/process/config.ts';
import { DomainError } from '../src/domain-error.ts';
import { outboxEntry, type OutboxModel } from '../src/messaging/outbox.ts';
import { IN_FLIGHT } from '../src/messaging/streams.ts';
import { buildService, type ServiceContext, type Service } from '../src/process/service.ts';
import { openThingStreams, thingMade, thingModel, type Thing } from './things.ts';

const doubling = defineRequest({
  responder: 'svc-commerce',
  subject: 'rpc.commerce.double',
  request: z.object({ value: z.int() }),
  reply: z.object({ doubled: z.int() }),
});

const ACTOR_SIGNING_KEY = `k1:${randomBytes(32).toString('hex')}`;
const prefix = `t${randomBytes(4).toString('hex')}`;
const config = parseConfig(ServiceConfig, {
  ...process.env,
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  DATABASE_PREFIX: `${prefix}-`,
  NATS_PREFIX: prefix,
  ACTOR_VERIFY_KEYS: publicKeys([ACTOR_SIGNING_KEY]).join(','),
  SEAL_KEYS: `k1:${randomBytes(32).toString('hex')}`,
  ERASURE_SEAL_KEYS: `k1:${randomBytes(32).toString('hex')}`,
  PUBLIC_URL: 'http://localhost:8080',
});

describe('events between services', () => {
  let producer: Service;
  let consumer: Service;
  let producing: ServiceContext<ServiceConfig>;
  let consuming: ServiceContext<ServiceConfig>;
  let things: OutboxModel<Thing>;
  const handled: string[] = [];
  const failures = new Map<string, number>();
  const effects = new Map<string, string>();
  const tries = new Map<string, number>();
  const held = new Map<string, Promise<void>>();
  let atOnce = 0;
  let mostAtOnce = 0;
  let hold = Promise.resolve();

  beforeAll(async () => {
    await openThingStreams(config);
    producer = await buildService({
      name: 'svc-commerce',
      config,
      setUp: (kit) => {
        producing = kit;
        things = thingModel(kit.database);
        kit.bus.respond(doubling, async ({ value }) => {
          if (value < 0) throw new DomainError('CONFLICT', 'negative', { field: 'value' });
          return { doubled: value * 2 };
        });
      },
    });
    consumer = await buildService({
      name: 'svc-licensing',
      config,
      setUp: (kit) => {
        consuming = kit;
        kit.consume(thingMade, async ({ thingId }, eventId) => {
          tries.set(thingId, (tries.get(thingId) ?? 0) + 1);
          const left = failures.get(thingId) ?? 0;
          if (left > 0) {
            failures.set(thingId, left - 1);
            throw new Error('not yet');
          }
          if (thingId === 'long') await hold;
          atOnce += 1;
          mostAtOnce = Math.max(mostAtOnce, atOnce);
          await held.get(thingId);
          atOnce -= 1;
          handled.push(thingId);
          effects.set(thingId, eventId);
        });
      },
    });
    await until(() => producing.bus.isConnected() && consuming.bus.isConnected());
  });

  afterAll(async () => {
    await Promise.all([producer.close(), consumer.close()]);
    await dropStack(config);
  });

  const make = async (thingId: string) => {
    await things.create({ _id: thingId, outbox: [outboxEntry(thingMade, `made:${thingId}`, { thingId })] });
    producing.relay.flush(things);
  };

  it('an event that is written with its document reaches the other service and is removed from the outbox', async () => {
    await make('a');
    await until(() => handled.includes('a'));
    await until(async () => (await things.findById('a').lean())?.outbox?.length === 0);
  });

  it('a process searches for its own new event only in the collection that it wrote to', async () => {
    const looks = Object.values(producing.database.models).map((model) => ({
      name: model.modelName,
      find: jest.spyOn(model.collection, 'find'),
    }));
    await make('alone');
    await until(() => handled.includes('alone'));
    // Excludes the sweep, which searches everywhere for entries of all processes every two seconds.
    const isForOwn = ([filter]: unknown[]) =>
      'by' in ((filter as { outbox?: { $elemMatch?: object } }).outbox?.$elemMatch ?? {});
    const looked = looks.filter(({ find }) => find.mock.calls.some(isForOwn)).map(({ name }) => name);
    for (const { find } of looks) find.mockRestore();
    expect(looks.length).toBeGreaterThan(2);
    expect(looked.filter((name) => name !== 'Thing')).toEqual([]);
  });

  it('the same effect published twice is delivered once', async () => {
    await make('twice');
    await until(() => handled.includes('twice'));
    await things.updateOne(
      { _id: 'twice' },
      { $push: { outbox: outboxEntry(thingMade, 'made:twice', { thingId: 'twice' }) } },
    );
    await make('after');
    await until(() => handled.includes('after'));
    expect(handled.filter((id) => id === 'twice')).toHaveLength(1);
  });

  it('a failing event is delivered again until it is handled', async () => {
    failures.set('b', 1);
    await make('b');
    await until(() => handled.includes('b'));
    expect(failures.get('b')).toBe(0);
  });

  it('events that fail again and again do not delay a later one', async () => {
    const failing = Array.from({ length: 3 * IN_FLIGHT }, (_, nth) => `failing-${nth}`);
    for (const id of failing) failures.set(id, Infinity);
    for (const id of failing) await make(id);
    // All of them wait for their next try, the later ones of them for 2 s and longer.
    await until(() => failing.every((id) => (tries.get(id) ?? 0) > 1));
    const start = performance.now();
    await make('good');
    await until(() => handled.includes('good'));
    expect(performance.now() - start).toBeLessThan(5000);
    for (const id of failing) failures.set(id, 0);
    await until(() => failing.every((id) => handled.includes(id)));
    expect(handled.filter((id) => id.startsWith('failing-'))).toHaveLength(failing.length);
  });

  it('a process never handles more events at a time than its limit', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const many = Array.from({ length: IN_FLIGHT + 20 }, (_, nth) => `held-${nth}`);
    for (const id of many) held.set(id, gate);
    for (const id of many) await make(id);
    await until(() => atOnce === IN_FLIGHT);
    release();
    await until(() => many.every((id) => handled.includes(id)));
    expect(mostAtOnce).toBe(IN_FLIGHT);
  });

  it('a handler receives the id of the effect', async () => {
    await make('named');
    await until(() => effects.has('named'));
    expect(effects.get('named')).toBe('made:named');
  });

  it('NATS learns that a handler is still running and delivers the event only once', async () => {
    let release = () => {};
    hold = new Promise((resolve) => (release = resolve));
    const nc = await consuming.bus.connected;
    const stillWorking = new Set<string>();
    nc.subscribe('$JS.ACK.>', {
      callback: (_err, message) => void (message.string() === '+WPI' && stillWorking.add(message.subject)),
    });
    await make('long');
    const consumer = `.${consuming.bus.subjectOf('svc-commerce')}.svc-licensing-commerce-thing-made.`;
    await until(() => [...stillWorking].some((subject) => subject.includes(consumer)));
    release();
    await until(() => handled.includes('long'));
    expect(handled.filter((id) => id === 'long')).toHaveLength(1);
  });

  it('an event that breaks its contract is rejected before it is written', () => {
    expect(() => outboxEntry(thingMade, 'x', { thingId: 1 } as never)).toThrow(
      'commerce.thing.made breaks its contract',
    );
  });

  it('an event that cannot be read becomes a dead letter, which an admin can replay', async () => {
    const { subject } = thingMade;
    const payload = { thingId: 'unreadable' };
    await producing.bus.publish({ id: 'made:unreadable', subject, version: 2, payload });
    const letters = consuming.database.collection<{ _id: string }>('dead_letters');
    await until(async () => (await letters.countDocuments({ subject: thingMade.subject })) === 1);
    const admin = await actorTokens([ACTOR_SIGNING_KEY], 'gateway').sign(
      {
        userId: 'u',
        username: 'admin',
        email: 'a@example.com',
        role: 'admin',
        resellerId: null,
        signedInAt: Date.now(),
      },
      'svc-licensing',
    );
    const call = (url: string, body?: unknown) =>
      consumer.app.inject({
        url,
        headers: { [ACTOR_HEADER]: admin },
        ...(body === undefined ? {} : { method: 'POST', payload: body as object }),
      });
    const listed = (await call('/api/admin/dead-letters/licensing')).json<{
      deadLetters: { id: string; attempts: number; eventId: string }[];
    }>();
    const id = listed.deadLetters[0]?.id;
    await letters.updateOne({ _id: id ?? '' }, { $set: { version: 1 } });
    const replayed = await call('/api/admin/dead-letters/licensing/replay', { ids: [id, 'unknown'] });
    expect(replayed.statusCode).toBe(200);
    expect(replayed.json()).toMatchObject({ replayed: 1, failed: [{ id: 'unknown' }] });
    expect(handled).toContain('unreadable');
    expect(effects.get('unreadable')).toBe('made:unreadable');
    const anonymous = await consumer.app.inject({ url: '/api/admin/dead-letters/licensing' });
    expect(anonymous.statusCode).toBe(401);
  });

  it('a request gets its reply, and an error keeps its code and field', async () => {
    await expect(consuming.bus.request(doubling, { value: 21 })).resolves.toEqual({ doubled: 42 });
    await expect(consuming.bus.request(doubling, { value: -1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      field: 'value',
    });
  });

  it('a service reports that it is ready, with the result of each check', async () => {
    const address = await consumer.listen();
    const reply = await fetch(`${address}/readyz`);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({
      status: 'ready',
      checks: { open: true, database: true, nats: true },
    });
  });
});
