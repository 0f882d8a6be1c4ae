import { buildAll } from '@leadping/dev-stack/build';
import { DATA_FOLDER, ROOT } from '@leadping/dev-stack/root';
import { beginStack } from '@leadping/dev-stack/stack';
import { printedSteps } from '@leadping/dev-stack/steps';
import { ageExtension } from '@leadping/extension/build/age';
import { buildExtension } from '@leadping/extension/build/build-extension';
import { rootKeyOf } from '@leadping/extension/build/root-key';
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isAged } from './test/extension/variant.ts';
import { startOtlpCollector } from './test/otlp-collector.ts';

export const ADMIN = { username: 'admin', password: 'correct horse battery' };

/** The environment variable with the stacks' variables, which workers inherit. */
const STACKS = 'E2E_STACKS';

/** Environment variables that tell tests where their stack is. */
type StackVariables = Record<string, string>;

/**
 * Builds pages and services once and starts `count` platforms, one per worker. Shares their variables with the
 * workers. This process, which lists the tests, gets those of the first one.
 *
 * @returns a function that stops all platforms
 */
export async function startTestStacks(count: number): Promise<() => Promise<void>> {
  await buildAll(
    ROOT,
    printedSteps((line) => console.log(line)),
  );
  const stacks: { variables: StackVariables; stop: () => Promise<void> }[] = [];
  const stopAll = async () => {
    await Promise.all(stacks.map(({ stop }) => stop()));
  };
  try {
    for (let number = 1; number <= count; number += 1)
      stacks.push(await startTestStack(`browser-stack-${number}`));
  } catch (error) {
    await stopAll();
    throw error;
  }
  process.env[STACKS] = JSON.stringify(stacks.map(({ variables }) => variables));
  Object.assign(process.env, stacks[0]?.variables);
  return stopAll;
}

/** Sets the variables of the worker's own stack, so that workers share no state. */
export function takeStackOfWorker(): void {
  const { TEST_PARALLEL_INDEX, [STACKS]: shared } = process.env;
  if (TEST_PARALLEL_INDEX === undefined || shared === undefined) return;
  const stacks = JSON.parse(shared) as StackVariables[];
  Object.assign(process.env, stacks[Number(TEST_PARALLEL_INDEX)]);
}

/** Starts a platform with its own database and NATS and builds the extension for it. */
async function startTestStack(name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'leadping-e2e-'));
  const logFile = join(DATA_FOLDER, `test-results/${name}.log`);
  await mkdir(dirname(logFile), { recursive: true });
  process.env.ADMIN_USERNAME = ADMIN.username;
  process.env.ADMIN_PASSWORD = ADMIN.password;
  const collector = await startOtlpCollector();
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  // An external database or NATS may also contain other stacks.
  const prefix = `e2e${randomBytes(4).toString('hex')}`;
  const { started, stop } = beginStack({
    root: ROOT,
    dataFolder: folder,
    port: 0,
    sandboxPort: 0,
    prefix,
    // Tests set the client address of their users.
    env: {
      gateway: { TRUST_PROXY: '127.0.0.0/8', ...tracing },
      'svc-identity': tracing,
      'svc-commerce': tracing,
      'svc-licensing': tracing,
      'svc-support': tracing,
    },
    steps: printedSteps((line) => console.log(`${name}: ${line}`)),
    onLine: (process, line) => appendFileSync(logFile, `${process} ${line}\n`),
  });
  const stack = await started;
  const built = join(folder, 'extension');
  const { LICENSE_ROOT_SEED } = stack.secrets;
  const licenseRootKey = rootKeyOf(LICENSE_ROOT_SEED);
  await buildExtension({ gatewayUrl: stack.publicUrl, licenseRootKey, output: built });
  const aged = `${built}-88`;
  if (isAged) ageExtension(built, aged);
  const pids = Object.fromEntries(
    Object.entries(stack.processes).map(([key, managed]) => [key, managed.pid()]),
  );
  return {
    variables: {
      PUBLIC_URL: stack.publicUrl,
      SANDBOX_URL: stack.sandboxUrl,
      RELEASE_TOKEN: stack.secrets.RELEASE_TOKEN,
      LICENSE_ROOT_SEED,
      EXTENSION_FOLDER: isAged ? aged : built,
      E2E_COLLECTOR_URL: collector.url,
      E2E_DATA_FOLDER: folder,
      E2E_MONGODB_URI: stack.database.uri,
      E2E_PIDS: JSON.stringify(pids),
      E2E_PREFIX: prefix,
    },
    stop: async () => {
      await stop();
      collector.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
