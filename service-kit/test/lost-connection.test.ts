import { afterEach, beforeAll, afterAll, describe, expect, it, jest } from '@jest/globals';
import { captureLog, type CapturedLog } from '@leadping/test-kit/captured-log';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { startOwnNats } from '@leadping/test-kit/own-nats';
import { closeTestStreams } from '@leadping/test-kit/test-streams';
import { until } from '@leadping/test-kit/until';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBus } from '../src/messaging/bus.ts';
import { ServiceConfig } from '../src/process/config.ts';
import { buildService, type ServiceContext } from '../src/process/service.ts';
import { buildLog } from '../src/telemetry/log.ts';
import { buildMetrics } from '../src/telemetry/metrics.ts';
import { openThingStreams, thingMade } from './things.ts';

describe('a process that loses NATS', () => {
  const config = testConfig(ServiceConfig, { LOG_LEVEL: 'warn' });
  let log: CapturedLog;

  beforeAll(() => {
    log = captureLog();
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(async () => {
    log.stop();
    await dropStack(config);
  });

  it('connects and delivers again after its user was refused several times, once the user is correct', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'refused-user-'));
    const configFile = join(folder, 'nats.conf');
    const allow = (password: string) =>
      writeFile(configFile, `authorization { users: [{ user: commerce, password: ${password} }] }`);
    await allow('right');
    const nats = await startOwnNats({ users: { configFile, env: {} } });
    const onLost = jest.fn();
    const metrics = buildMetrics('svc-commerce');
    const figures = () => metrics.registry.metrics();
    const bus = openBus({
      service: 'svc-commerce',
      address: { url: nats.url, user: 'commerce', password: 'right' },
      prefix: config.NATS_PREFIX,
      log: buildLog({ service: 'svc-commerce', level: 'warn' }),
      metrics,
      onLost,
    });
    try {
      const received: string[] = [];
      bus.subscribe(thingMade, ({ thingId }) => void received.push(thingId));
      expect(await figures()).toContain('leadping_nats_connected{service="svc-commerce"} 0\n');
      await bus.connected;
      expect(await figures()).toContain('leadping_nats_connected{service="svc-commerce"} 1\n');

      await allow('another');
      await nats.loseStore();
      await until(() => log.find('NATS refused a request').length >= 3);
      expect(bus.isConnected()).toBe(false);
      expect(await figures()).toContain('leadping_nats_connected{service="svc-commerce"} 0\n');
      await allow('right');
      await nats.loseStore();
      await until(bus.isConnected);
      const user = { NATS_URL: nats.url, NATS_USER: 'commerce', NATS_PASSWORD: 'right' };
      await openThingStreams({ ...config, ...user });
      expect(await figures()).toContain('leadping_nats_connected{service="svc-commerce"} 1\n');

      const { subject, version } = thingMade;
      await bus.publish({ id: 'made:later', subject, version, payload: { thingId: 'later' } });
      bus.broadcast(thingMade, { thingId: 'later' });
      await until(() => received.includes('later'));
      expect(onLost).not.toHaveBeenCalled();
    } finally {
      await closeTestStreams(config);
      await bus.close();
      await nats.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('logs the end of the connection and ends, so that it is restarted, but not if the process is closing', async () => {
    const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
    let context!: ServiceContext<ServiceConfig>;
    const setUp = (given: ServiceContext<ServiceConfig>) => void (context = given);
    const closed = await buildService({ name: 'svc-licensing', config, setUp });
    await context.bus.connected;
    await closed.close();
    expect(kill).not.toHaveBeenCalled();

    const service = await buildService({ name: 'svc-commerce', config, setUp });
    await (await context.bus.connected).close();
    await until(() => kill.mock.calls.length > 0);
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGTERM');
    expect(process.exitCode).toBe(1);
    process.exitCode = undefined;
    expect(log.find('NATS connection ended', 'svc-commerce')).toHaveLength(1);
    await service.close();
  });
});
