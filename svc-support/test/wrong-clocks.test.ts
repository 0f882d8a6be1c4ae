import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { licenseIssued } from '@leadping/contracts/licensing/license-events';
import { platformConsumers } from '@leadping/service-kit/streams/declare-streams';
import { parseConfig } from '@leadping/service-kit/process/config';
import { startSandbox, type RunningSandbox } from '@leadping/dev-sandbox/start-sandbox';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testEnvironment } from '@leadping/test-kit/environment';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { send } from '@leadping/test-kit/send';
import { openTestStreams } from '@leadping/test-kit/test-streams';
import { until } from '@leadping/test-kit/until';
import { SupportConfig } from '../src/config.ts';
import { issuedLicense } from '@leadping/test-kit/licenses';

const SERVER = new URL('../src/server.ts', import.meta.url).pathname;
const CLOCK = import.meta.resolve('@leadping/test-kit/shifted-clock');

describe('two mailers whose clocks are twenty minutes apart', () => {
  let sandbox: RunningSandbox;
  let environment: Record<string, string | undefined>;
  let licensing: FakeService;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
    environment = testEnvironment({
      LOG_LEVEL: 'info',
      POSTMARK_SERVER_TOKEN: randomBytes(16).toString('hex'),
      POSTMARK_API_BASE: sandbox.url,
      MAIL_FROM: 'hello@shop.example',
      MAIL_LEASE_SECONDS: '40',
    });
    const config = parseConfig(SupportConfig, environment);
    await openTestStreams(config, platformConsumers(['svc-support']));
    licensing = await openFakeService(config, 'svc-licensing');
    await Promise.all([start(600), start(-600)]);
  });
  afterAll(async () => {
    const ended = running.map((child) => once(child, 'exit'));
    running.forEach((child) => child.kill('SIGTERM'));
    await Promise.all(ended);
    await licensing.close();
    await sandbox.stop();
    await dropStack(parseConfig(SupportConfig, environment));
  });

  const start = async (shiftSeconds: number) => {
    const args = ['--conditions=source', '--import', CLOCK, '--import', 'tsx', SERVER];
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env.PATH, ...environment, CLOCK_SHIFT_SECONDS: String(shiftSeconds) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.push(child);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await until(() => output.includes('"address"'), 60);
    // The clock is wrong indeed.
    const [, time = ''] = /"time":"([^"]+)"/.exec(output) ?? [];
    expect(Math.abs(Date.parse(time) - Date.now() - shiftSeconds * 1000)).toBeLessThan(120_000);
  };
  const mailsTo = async (email: string) =>
    (await send(`${sandbox.url}/mailbox?to=${email}`)).body as unknown[];

  it('send each mail once, even if Postmark is slow and its search does not find the mail yet', async () => {
    await send(`${sandbox.url}/sandbox/mail/faults`, {
      method: 'PUT',
      json: { kind: 'slow', delayMs: 6000, times: 1000, path: '/email' },
    });
    const licenses = Array.from({ length: 12 }, () => issuedLicense());
    for (const license of licenses) await licensing.publish(licenseIssued, license);
    await until(async () => {
      const counts = await Promise.all(licenses.map(async ({ email }) => (await mailsTo(email)).length));
      return counts.every((count) => count > 0);
    }, 120);
    for (const { email } of licenses) expect(await mailsTo(email)).toHaveLength(1);
  }, 180_000);
});
