import { DATA_FOLDER, ROOT } from '@leadping/dev-stack/root';
import { beginStack } from '@leadping/dev-stack/stack';
import { printedSteps } from '@leadping/dev-stack/steps';
import { ageExtension } from '@leadping/extension/build/age';
import { buildExtension } from '@leadping/extension/build/build-extension';
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isAged } from './test/extension/variant.ts';
import { startOtlpCollector } from './test/otlp-collector.ts';

export const ADMIN = { username: 'admin', password: 'correct horse battery' };

/** Starts the whole platform once; what the tests need to find it goes through the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'leadping-e2e-'));
  const logFile = join(DATA_FOLDER, 'test-results/browser-stack.log');
  await mkdir(dirname(logFile), { recursive: true });
  process.env.ADMIN_USERNAME = ADMIN.username;
  process.env.ADMIN_PASSWORD = ADMIN.password;
  const collector = await startOtlpCollector();
  process.env.E2E_COLLECTOR_URL = collector.url;
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  // A database or NATS given from outside may have other stacks in it.
  const prefix = `e2e${randomBytes(4).toString('hex')}`;
  process.env.E2E_PREFIX = prefix;
  const { started, stop } = beginStack({
    root: ROOT,
    dataFolder: folder,
    port: 0,
    sandboxPort: 0,
    prefix,
    // The tests' people say which address they come from.
    env: {
      gateway: { TRUST_PROXY: '127.0.0.0/8', ...tracing },
      'svc-identity': tracing,
      'svc-commerce': tracing,
      'svc-licensing': tracing,
      'svc-support': tracing,
    },
    steps: printedSteps((line) => console.log(line)),
    onLine: (name, line) => appendFileSync(logFile, `${name} ${line}\n`),
  });
  const stack = await started;
  process.env.PUBLIC_URL = stack.publicUrl;
  process.env.EXTENSION_FOLDER = join(folder, 'extension');
  await buildExtension({ gatewayUrl: stack.publicUrl, output: process.env.EXTENSION_FOLDER });
  if (isAged) {
    ageExtension(process.env.EXTENSION_FOLDER, `${process.env.EXTENSION_FOLDER}-88`);
    process.env.EXTENSION_FOLDER += '-88';
  }
  process.env.SANDBOX_URL = stack.sandboxUrl;
  process.env.RELEASE_TOKEN = stack.secrets.RELEASE_TOKEN;
  process.env.E2E_MONGODB_URI = stack.database.uri;
  process.env.E2E_PIDS = JSON.stringify(
    Object.fromEntries(Object.entries(stack.processes).map(([name, managed]) => [name, managed.pid()])),
  );
  return async () => {
    await stop();
    collector.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
