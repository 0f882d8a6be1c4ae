import { startDatabase } from '@leadping/dev-database/start-database';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { startNats } from '@leadping/dev-nats/start-nats';
import { join } from 'node:path';
import { listPages } from './build.ts';
import { readLogLine } from './log-lines.ts';
import { manageProcess, type ManagedProcess } from './managed-process.ts';
import { NODE_FLAGS } from './node-flags.ts';
import { environments, type ServiceAddresses, type ServiceProcess } from './environments.ts';
import { localSecrets, type LocalSecrets } from './secrets.ts';
import type { Steps } from './steps.ts';

export interface StackOptions {
  root: string;
  /** Keeps the database, NATS's streams, the sandbox's payments and mails, and the secrets. */
  dataFolder: string;
  /** The gateway's and the sandbox's; 0 takes a free one. */
  port: number;
  sandboxPort: number;
  /** Put before the names of databases and streams, where several stacks share one server. */
  prefix?: string;
  steps: Steps;
  onLine: (process: string, line: string) => void;
  /** Added to a process's environment. */
  env?: Partial<Record<ServiceProcess, Record<string, string>>>;
}

export interface Stack {
  publicUrl: string;
  sandboxUrl: string;
  /** Where each process listens. */
  ports: ServiceAddresses['ports'];
  secrets: LocalSecrets;
  /** Which provider the database came from. */
  databaseProvider: string;
  database: Awaited<ReturnType<typeof startDatabase>>;
  nats: Awaited<ReturnType<typeof startNats>>;
  processes: Record<ServiceProcess, ManagedProcess>;
  sandbox: ManagedProcess;
  stop: () => Promise<void>;
}

type Stops = (() => Promise<void>)[];

/**
 * Starts database, NATS, sandbox, services and gateway, each as a process of its own. `started` resolves when all are
 * ready; `stop` ends what runs so far, also while it is starting.
 */
export function beginStack(options: StackOptions): { started: Promise<Stack>; stop: () => Promise<void> } {
  const stops: Stops = [];
  const stop = async () => {
    while (stops.length > 0) await Promise.all(stops.splice(-STOP_CONCURRENCY).map((stopOne) => stopOne()));
  };
  return { started: start(options, stops, stop), stop };
}

/** Processes are stopped side by side, the last started first, the database last. */
const STOP_CONCURRENCY = 6;

async function start(options: StackOptions, stops: Stops, stop: () => Promise<void>): Promise<Stack> {
  const { root, dataFolder, steps } = options;
  try {
    const secrets = await localSecrets(dataFolder);
    const [database, nats] = await Promise.all([
      steps.run('database ready', async (onProgress) => {
        const started = await startDatabase({
          dataFolder: join(dataFolder, 'database'),
          onProgress,
        });
        stops.push(() => started.stop());
        return started;
      }),
      steps.run('NATS ready', async (onProgress) => {
        const started = await startNats({ dataFolder: join(dataFolder, 'nats'), onProgress });
        stops.push(() => started.stop());
        return started;
      }),
    ]);

    const sandboxPort = options.sandboxPort || (await findFreePort());
    const port = options.port || (await findFreePort());
    const addresses: ServiceAddresses = {
      publicUrl: `http://localhost:${port}`,
      sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
      ports: {
        gateway: port,
        'svc-identity': await findFreePort(),
        'svc-commerce': await findFreePort(),
        'svc-licensing': await findFreePort(),
        'svc-support': await findFreePort(),
      },
    };
    const launch = (name: string, args: string[], env: Record<string, string>, processPort: number) => {
      const managed = manageProcess({
        name,
        args,
        env,
        cwd: root,
        readyUrl: `http://127.0.0.1:${processPort}/readyz`,
        onLine: (line) => options.onLine(name, readLogLine(line)),
        onCrash: (how) => options.onLine(name, `${how}; restarting`),
      });
      stops.push(() => managed.stop());
      return managed;
    };

    const sandbox = launch(
      'sandbox',
      ['--conditions=source', '--import', 'tsx', 'dev/sandbox/src/server.ts'],
      { SANDBOX_PORT: String(sandboxPort), SANDBOX_DATA: join(dataFolder, 'sandbox') },
      sandboxPort,
    );
    await steps.run('sandbox ready', () => sandbox.ready());
    await setWebhook(addresses, secrets);

    const envs = environments({
      addresses,
      secrets,
      mongodbUri: database.uri,
      natsUrl: nats.url,
      prefix: options.prefix,
      root,
      pages: await listPages(root),
      dataFolder,
    });
    const names = Object.keys(envs) as ServiceProcess[];
    const processes = Object.fromEntries(
      names.map((name) => {
        const env = { ...envs[name], ...options.env?.[name] };
        const args = [...NODE_FLAGS, `${name}/dist/server.js`];
        return [name, launch(name, args, env, addresses.ports[name])];
      }),
    ) as Record<ServiceProcess, ManagedProcess>;
    await steps.run('services and gateway ready', () =>
      Promise.all(names.map((name) => processes[name].ready())),
    );
    return {
      publicUrl: addresses.publicUrl,
      sandboxUrl: addresses.sandboxUrl,
      ports: addresses.ports,
      secrets,
      databaseProvider: database.provider,
      database,
      nats,
      processes,
      sandbox,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Tells the sandbox where the platform's own payment account sends its webhooks, and the secret to sign them with. */
async function setWebhook({ publicUrl, sandboxUrl }: ServiceAddresses, secrets: LocalSecrets): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/sandbox/accounts/${secrets.STRIPE_TEST_KEY}/webhook`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      url: `${publicUrl}/api/stripe-webhook`,
      secret: secrets.STRIPE_TEST_WEBHOOK_SECRET,
    }),
  });
  if (!answer.ok) throw new Error(`the sandbox refused the webhook: ${await answer.text()}`);
}
