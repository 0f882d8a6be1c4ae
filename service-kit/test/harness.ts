import type { Actor } from '@leadping/contracts/actor';
import type { EventContract, PayloadOf } from '@leadping/contracts/event';
import type { ServiceName } from '@leadping/contracts/services';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import mongoose from 'mongoose';
import { randomBytes, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { ACTOR_HEADER, actorTokens } from '../src/http/actor-token.ts';
import { openBus, type Bus } from '../src/messaging/bus.ts';
import { streamLimits } from '../src/messaging/streams.ts';
import { eventRecord } from '../src/messaging/event-record.ts';
import { parseConfig, type BaseConfig } from '../src/process/config.ts';
import { buildLog } from '../src/telemetry/log.ts';
import { buildMetrics } from '../src/telemetry/metrics.ts';

/** An environment of its own for one test file: random database and NATS prefixes, random secrets. */
export function testEnvironment(overrides: Record<string, string> = {}): Record<string, string | undefined> {
  const prefix = `t${randomBytes(5).toString('hex')}`;
  return {
    MONGODB_URI: process.env.MONGODB_URI,
    NATS_URL: process.env.NATS_URL,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_PREFIX: `${prefix}-`,
    NATS_PREFIX: prefix,
    // NATS sets the whole of it aside for each stream: many stacks are tested on one server.
    NATS_STREAM_MAX_MB: '16',
    INTERNAL_TOKEN_SECRET: randomBytes(32).toString('hex'),
    SEAL_KEYS: `k1:${randomBytes(32).toString('hex')}`,
    PUBLIC_URL: 'http://localhost:8080',
    ...overrides,
  };
}

/** `testEnvironment`, parsed by the service's own schema. */
export function testConfig<S extends z.ZodType<BaseConfig>>(
  schema: S,
  overrides: Record<string, string> = {},
): z.output<S> {
  return parseConfig(schema, testEnvironment(overrides));
}

/** Somebody signed in a moment ago: role `other` by default. */
export function testActor(overrides: Partial<Actor> = {}): Actor {
  return {
    userId: randomBytes(12).toString('hex'),
    username: 'somebody',
    email: 'somebody@example.com',
    role: 'other',
    resellerId: null,
    signedInAt: Date.now(),
    ...overrides,
  };
}

/** The headers with which the gateway forwards a request of this person. */
export async function actorHeaders(config: BaseConfig, actor: Actor): Promise<Record<string, string>> {
  return { [ACTOR_HEADER]: await actorTokens(config.INTERNAL_TOKEN_SECRET).sign(actor) };
}

export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

/** One HTTP request; `json` is sent as the body, the reply is parsed where it is JSON. */
export async function send(
  url: string,
  options: { method?: string; json?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const reply = await fetch(url, {
    method: options.method ?? (options.json === undefined ? 'GET' : 'POST'),
    headers: {
      ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
    redirect: 'manual',
  });
  const text = await reply.text();
  const isJson = reply.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: reply.status, headers: reply.headers, body: isJson && text ? JSON.parse(text) : text };
}

export interface FakeService {
  /** The bus of another service: `publish`, `request`, `respond`, `broadcast`, `subscribe`. */
  bus: Bus;
  /** Collects what is published of this event from now on, in order; parsed by the contract, so a broken payload fails loudly. */
  collect: <E extends EventContract>(event: E) => Promise<PayloadOf<E>[]>;
  /** Stores an event as its producer would. The same `id` again is dropped by NATS; leave it out for a true second delivery. */
  publish: <E extends EventContract>(event: E, payload: PayloadOf<E>, id?: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Stands in for another service at the bus of the stack under test. */
export async function openFakeService(config: BaseConfig, service: ServiceName): Promise<FakeService> {
  const bus = openBus({
    service,
    url: config.NATS_URL,
    prefix: config.NATS_PREFIX,
    log: buildLog({ service, level: 'silent' }),
    metrics: buildMetrics(service),
    limits: streamLimits(config),
  });
  const nc = await bus.connected;
  return {
    bus,
    collect: async (event) => {
      const collected: PayloadOf<typeof event>[] = [];
      nc.subscribe(bus.subjectOf(event.subject), {
        callback: (_error, message) => {
          const { payload } = message.json<{ payload: unknown }>();
          collected.push(event.payload.parse(payload) as PayloadOf<typeof event>);
        },
      });
      await nc.flush();
      return collected;
    },
    publish: (event, payload, id = randomUUID()) => bus.publish(eventRecord(event, id, payload)),
    close: () => bus.close(),
  };
}

/** Resolves once `condition` holds; checks every 20 ms and fails after `seconds`. */
export async function until(condition: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not met within ${seconds} s: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Removes what the stack under test left behind: its databases and its streams. Call it after the services are closed. */
export async function dropStack(config: BaseConfig): Promise<void> {
  await Promise.all([dropDatabases(config), dropStreams(config)]);
}

async function dropDatabases(config: BaseConfig): Promise<void> {
  const connection = await mongoose.createConnection(config.MONGODB_URI).asPromise();
  const { databases } = await connection.getClient().db('admin').admin().listDatabases({ nameOnly: true });
  const own = databases.filter(
    ({ name }) => config.DATABASE_PREFIX && name.startsWith(config.DATABASE_PREFIX),
  );
  for (const { name } of own) await connection.useDb(name).dropDatabase();
  await connection.close();
}

/** NATS loses its store: every stream of this stack, what waits in them and which messages they know. */
export async function dropStreams(config: BaseConfig): Promise<void> {
  if (!config.NATS_PREFIX) return;
  const nc = await connect({ servers: config.NATS_URL.split(',') });
  const manager = await jetstreamManager(nc);
  for await (const name of manager.streams.names()) {
    if (name.startsWith(`${config.NATS_PREFIX}-`)) await manager.streams.delete(name);
  }
  await nc.close();
}
