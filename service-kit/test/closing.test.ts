import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defineRequest } from '@leadping/contracts/event';
import { defineRoute } from '@leadping/contracts/route';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { openFakeService } from '@leadping/test-kit/fake-service';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { text } from 'node:stream/consumers';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { ServiceConfig } from '../src/process/config.ts';
import { closeApp, openProcess } from '../src/process/process.ts';
import { buildService, type Service } from '../src/process/service.ts';

const work = defineRoute({
  service: 'svc-commerce',
  method: 'GET',
  path: '/api/work',
  summary: 'Keeps the event loop busy for so long',
  access: 'anyone',
  query: z.object({ ms: z.coerce.number() }),
  replies: { 200: z.object({}) },
  errors: [],
});

const countOf = defineRequest({
  responder: 'svc-licensing',
  subject: 'rpc.licensing.count',
  request: z.object({}),
  reply: z.object({ count: z.int() }),
});

const DRAIN_MS = 250;

/**
 * Calls once, says that the reply is there, waits for the first number that it shares, calls again on the same connection, says
 * with the second number that this is sent, and posts the second reply.
 */
const SENDER = `
  const { parentPort, workerData: { port, steps } } = require('node:worker_threads');
  const CALL = 'GET /api/work?ms=0 HTTP/1.1\\r\\nhost: leadping\\r\\n\\r\\n';
  const connection = require('node:net').connect(port, '127.0.0.1', () => connection.write(CALL));
  connection.once('data', () => {
    parentPort.postMessage('called');
    let reply = '';
    connection.on('data', (data) => (reply += data)).on('error', () => {}).on('close', () => parentPort.postMessage(reply));
    Atomics.wait(steps, 0, 0);
    connection.write(CALL, () => {
      Atomics.store(steps, 1, 1);
      Atomics.notify(steps, 1);
    });
  });
`;

let config: ServiceConfig;
let service: Service;
let address: string;

const start = async () => {
  service = await buildService({
    name: 'svc-commerce',
    config,
    setUp: ({ route }) =>
      route(work, async ({ query: { ms } }) => {
        const end = performance.now() + ms;
        while (performance.now() < end);
        return {};
      }),
  });
  address = await service.listen();
};
const call = (ms = 0) => send(`${address}/api/work?ms=${ms}`);

beforeEach(async () => {
  config = testConfig(ServiceConfig, { DRAIN_SECONDS: String(DRAIN_MS / 1000) });
  await start();
});
afterEach(async () => {
  await service.close();
  await dropStack(config);
});

describe('a process that is closing', () => {
  it('continues to serve calls that arrive after its drain time, and closes each connection after its reply', async () => {
    const isServedPastDrain = async () => {
      const drained = performance.now() + DRAIN_MS;
      const closing = service.close();
      const connections = new Set<string | null>();
      let isPastDrain = false;
      while (!isPastDrain) {
        const sentAt = performance.now();
        const reply = await call().catch(() => undefined);
        if (reply?.status !== 200) break;
        connections.add(reply.headers.get('connection'));
        isPastDrain = sentAt > drained;
      }
      await closing;
      await expect(call()).rejects.toThrow('fetch failed');
      return isPastDrain && [...connections].join() === 'close';
    };
    // A machine that stands still for half a second looks like callers who have gone.
    await until(async () => {
      const isServed = await isServedPastDrain();
      await start();
      return isServed;
    }, 60);
  });

  it('serves the first call of a connection that was open before the process stopped listening', async () => {
    const connection = connect({ port: Number(new URL(address).port), host: '127.0.0.1' });
    await once(connection, 'connect');
    const closing = service.close();
    const isRefused = () =>
      call().then(
        () => false,
        () => true,
      );
    await until(isRefused);
    connection.write('GET /api/work?ms=0 HTTP/1.1\r\nhost: leadping\r\n\r\n');
    expect(await text(connection)).toMatch(/^HTTP\/1\.1 200 /);
    await closing;
    await start();
  });
});

/** As the gateway: its connections are the first that it closes. */
it('a process that was blocked serves the calls that arrived during the block, even after its drain time', async () => {
  const common = await openProcess('gateway', config);
  const app = common.buildApp({ readiness: async () => ({ ready: true, checks: {} }) });
  app.get('/api/work', () => ({}));
  const gateway = common.finish(app, {
    stopTakingWork: [closeApp(app)],
    finishWork: [],
    closeConnections: [],
  });
  const { port } = new URL(await gateway.listen());
  const steps = new Int32Array(new SharedArrayBuffer(8));
  const sender = new Worker(SENDER, { eval: true, workerData: { port: Number(port), steps } });
  await once(sender, 'message');
  const closing = gateway.close();
  const drained = performance.now() + DRAIN_MS + 50;
  Atomics.store(steps, 0, 1);
  Atomics.notify(steps, 0);
  // Nothing of this thread runs until the call is there and the time has ended.
  Atomics.wait(steps, 1, 0, 30_000);
  while (performance.now() < drained);
  const [reply] = (await once(sender, 'message')) as [string];
  expect(reply).toMatch(/^HTTP\/1\.1 200 /);
  await Promise.all([closing, sender.terminate()]);
});

it('a closing process ends its jobs first and its connection to NATS last', async () => {
  const common = await openProcess('gateway', config);
  const app = common.buildApp({ readiness: async () => ({ ready: true, checks: {} }) });
  await common.bus.connected;
  const steps: string[] = [];
  let isRunning = false;
  common.every('works until it is aborted', 1, async (signal) => {
    isRunning = true;
    if (!signal.aborted) await once(signal, 'abort');
    steps.push('job');
  });
  const step = (name: string) => () => void steps.push(`${name}, NATS ${common.bus.isConnected()}`);
  const closable = common.finish(app, {
    stopTakingWork: [step('stop taking work'), closeApp(app)],
    finishWork: [step('finish work')],
    closeConnections: [step('close connections')],
  });
  common.startJobs();
  await until(() => isRunning);
  await closable.close();
  expect(steps).toEqual([
    'job',
    'stop taking work, NATS true',
    'finish work, NATS true',
    'close connections, NATS true',
  ]);
  expect(common.bus.isConnected()).toBe(false);
});

describe('a process that closes while it handles a request over NATS', () => {
  it('replies with data from its database', async () => {
    const asking = await openFakeService(config, 'svc-identity');
    let letGo: (() => void) | undefined;
    let closed: Connection | undefined;
    const responding = await buildService({
      name: 'svc-licensing',
      config,
      setUp: ({ bus, database }) => {
        closed = database;
        bus.respond(countOf, async () => {
          await new Promise<void>((resolve) => (letGo = resolve));
          return { count: await database.collection('things').countDocuments() };
        });
      },
    });
    await responding.listen();
    const reply = asking.bus.request(countOf, {});
    await until(() => letGo !== undefined);
    const closing = responding.close();
    // As long as a process takes that does not wait for it.
    await until(() => closed?.readyState !== 1, 1).catch(() => {});
    letGo?.();
    await expect(reply).resolves.toEqual({ count: 0 });
    await closing;
    await asking.close();
  });
});
