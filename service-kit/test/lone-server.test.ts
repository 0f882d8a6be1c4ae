import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openBreakableConnection, type BreakableConnection } from '@leadping/test-kit/breakable-connection';
import { captureLog, type CapturedLog } from '@leadping/test-kit/captured-log';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { startOwnNats, type OwnNats } from '@leadping/test-kit/own-nats';
import { until } from '@leadping/test-kit/until';
import { JetStreamApiError } from '@nats-io/jetstream';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBus, type Bus } from '../src/messaging/bus.ts';
import { LoneServer } from '../src/messaging/lone-server.ts';
import { watchStreams } from '../src/messaging/watch-streams.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildLog } from '../src/telemetry/log.ts';
import { buildMetrics } from '../src/telemetry/metrics.ts';
import { openThingStreams, thingMade } from './things.ts';

const service = 'svc-commerce';

describe('a NATS server that has lost its cluster', () => {
  const config = testConfig(ServiceConfig);
  let log: CapturedLog;
  let folder: string;
  /** One of three servers whose peers it does not reach: it replies, and has no streams. */
  let lone: OwnNats;
  let healthy: BreakableConnection;
  let bus: Bus;
  let stopWatching: () => void;

  beforeAll(async () => {
    log = captureLog();
    await openThingStreams(config);
    folder = await mkdtemp(join(tmpdir(), 'lone-server-'));
    const configFile = join(folder, 'nats.conf');
    const peers = 'nats://127.0.0.1:1, nats://127.0.0.1:2';
    await writeFile(
      configFile,
      `server_name: lone\ncluster { name: test, listen: "127.0.0.1:-1", routes: [${peers}] }\n`,
    );
    lone = await startOwnNats({ users: { configFile, env: {} } });
    healthy = await openBreakableConnection(config.NATS_URL);
    bus = openBus({
      service,
      address: { url: `${lone.url},${healthy.uri}` },
      prefix: config.NATS_PREFIX,
      log: buildLog({ service, level: 'info' }),
      metrics: buildMetrics(service),
    });
    const nc = await bus.connected;
    // Which of several it connects to first is the client's choice.
    healthy.cut();
    await until(() => nc.getServer() === new URL(lone.url).host && bus.isConnected());
    stopWatching = watchStreams(bus, new Set([service] as const), {
      onMadeAnew: () => {},
      onState: () => {},
    });
  });

  afterAll(async () => {
    stopWatching();
    await bus.close();
    log.stop();
    await healthy.close();
    await lone.stop();
    await rm(folder, { recursive: true });
    await dropStack(config);
  });

  it('is left for another server, which accepts events', async () => {
    const { subject, version } = thingMade;
    const publish = () => bus.publish({ id: 'made:a', subject, version, payload: { thingId: 'a' } });
    await expect(publish()).rejects.toThrow();
    healthy.mend();
    const isTaken = () =>
      publish().then(
        () => true,
        () => false,
      );
    await until(isTaken, 60);
    expect(log.find('NATS server has no streams, trying another')).toEqual([
      expect.objectContaining({ level: 'warn', server: new URL(lone.url).host }),
    ]);
  });
});

describe('the time until a process leaves a server without streams', () => {
  const timeout = new Error('timeout');
  const clusterError = (code: number) =>
    new JetStreamApiError({ code: 503, err_code: code, description: 'no' });
  let server: LoneServer;
  /** How many looks, one in five seconds, fail before another server is tried. */
  const looksUntilLeft = (error = timeout, knownServers = 2) => {
    for (let looks = 1; looks <= 200; looks += 1) {
      if (server.failed(error, knownServers)) return looks;
      jest.advanceTimersByTime(5000);
    }
    return undefined;
  };

  beforeAll(() => void jest.useFakeTimers());
  afterAll(() => void jest.useRealTimers());

  it('is 15 seconds at first and doubles each time, up to five minutes', () => {
    server = new LoneServer();
    const looks = Array.from({ length: 7 }, () => looksUntilLeft());
    expect(looks).toEqual([4, 7, 13, 25, 49, 61, 61]);
    server.replied();
    expect(looksUntilLeft()).toBe(4);
  });

  it('is the same if the server reports that there is no leader, but unlimited for another error of the cluster', () => {
    server = new LoneServer();
    expect(looksUntilLeft(clusterError(10008))).toBe(4);
    expect(looksUntilLeft(clusterError(10047))).toBeUndefined();
  });

  it('is unlimited if no other server is known', () => {
    server = new LoneServer();
    expect(looksUntilLeft(timeout, 1)).toBeUndefined();
  });

  it('starts again after each reply', () => {
    server = new LoneServer();
    server.failed(timeout, 2);
    jest.advanceTimersByTime(14_000);
    server.replied();
    expect(looksUntilLeft()).toBe(4);
  });
});
