import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { licenseIssued } from '@leadping/contracts/licensing/license-events';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { startSandbox, type RunningSandbox } from '@leadping/dev-sandbox/start-sandbox';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testEnvironment } from '@leadping/test-kit/environment';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { send } from '@leadping/test-kit/send';
import { openTestStreams } from '@leadping/test-kit/test-streams';
import { until } from '@leadping/test-kit/until';
import { platformConsumers } from '@leadping/service-kit/streams/declare-streams';
import { parseConfig } from '@leadping/service-kit/process/config';
import { SupportConfig } from '../src/config.ts';
import { issuedLicense } from '@leadping/test-kit/licenses';

const SERVER = new URL('../src/server.ts', import.meta.url).pathname;

describe('a mailer that dies', () => {
  let sandbox: RunningSandbox;
  let environment: Record<string, string | undefined>;
  let licensing: FakeService;
  let config: SupportConfig;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
    environment = testEnvironment({
      POSTMARK_SERVER_TOKEN: randomBytes(16).toString('hex'),
      POSTMARK_API_BASE: sandbox.url,
      MAIL_FROM: 'hello@shop.example',
      MAIL_LEASE_SECONDS: '2',
    });
    config = parseConfig(SupportConfig, environment);
    await openTestStreams(config, platformConsumers(['svc-support']));
    licensing = await openFakeService(config, 'svc-licensing');
  });

  afterAll(async () => {
    for (const child of running.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    )) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await licensing.close();
    await sandbox.stop();
    await dropStack(config);
  });

  const start = (overrides: Record<string, string> = {}) => {
    const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', SERVER], {
      env: { PATH: process.env.PATH, ...environment, ...overrides },
      stdio: 'inherit',
    });
    running.push(child);
    return child;
  };

  it.each(['mail.after-lease', 'mail.after-send'])(
    'sends every mail exactly once if it is killed at %s',
    async (step) => {
      const licenses = Array.from({ length: 4 }, () => issuedLicense());
      const dying = start({ FAILPOINT: `${step}@2` });
      const died = once(dying, 'exit');
      for (const license of licenses) await licensing.publish(licenseIssued, license);
      await died;
      expect(dying.signalCode).toBe('SIGKILL');

      const living = start();
      const mailsTo = async (email: string) =>
        (await send(`${sandbox.url}/mailbox?to=${email}`)).body as unknown[];
      await until(async () => {
        const counts = await Promise.all(licenses.map(async ({ email }) => (await mailsTo(email)).length));
        return counts.every((count) => count > 0);
      }, 120);
      living.kill('SIGTERM');
      await once(living, 'exit');
      for (const { email } of licenses) expect(await mailsTo(email)).toHaveLength(1);
    },
    // NATS waits 30 s before it delivers again what the dead process held.
    180_000,
  );
});
