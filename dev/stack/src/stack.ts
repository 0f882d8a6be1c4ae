import { startDatabase } from '@leadping/dev-database/start-database';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { startNats, type Nats, type NatsOptions } from '@leadping/dev-nats/start-nats';
import { startNatsCluster, type NatsCluster, type Through } from '@leadping/dev-nats/start-nats-cluster';
import { join } from 'node:path';
import { startBalancer } from './balancer.ts';
import { listPages } from './build.ts';
import { readLogLine } from './log-lines.ts';
import { manageProcess, type ManagedProcess } from './managed-process.ts';
import { GATEWAY_FLAGS, NODE_FLAGS } from './node-flags.ts';
import { environments, type ServiceAddresses, type ServiceProcess } from './environments.ts';
import { localSecrets, natsPasswords, type LocalSecrets } from './secrets.ts';
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
  /** Of every service and of the gateway, behind a balancer where there are several; 1 by default. */
  instances?: number;
  /** Three servers of NATS as a cluster, and each event on all three, instead of one. */
  natsCluster?: boolean;
  /** Puts something between processes and what they call: `database`, `node-1` of NATS, `svc-commerce.1`. */
  through?: Through;
  /** Added to a process's environment. */
  env?: Partial<Record<ServiceProcess, Record<string, string>>>;
}

export interface Stack {
  publicUrl: string;
  sandboxUrl: string;
  /** Where the first instance of each process listens. */
  ports: Record<ServiceProcess, number>;
  secrets: LocalSecrets;
  /** Which provider the database came from. */
  databaseProvider: string;
  database: Awaited<ReturnType<typeof startDatabase>>;
  /** One server's; of a cluster the first node's. */
  nats: Pick<Nats, 'url' | 'pid' | 'restart'>;
  /** Every server of a cluster, with its folder. */
  natsNodes: NatsCluster['nodes'];
  /** The first instance of each. */
  processes: Record<ServiceProcess, ManagedProcess>;
  /** All of them, with where each listens. */
  instances: Record<ServiceProcess, (ManagedProcess & { port: number })[]>;
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
const STOP_CONCURRENCY = 16;
/** Longer than gateway and balancer need to see that an instance is closing. */
const DRAIN_SECONDS = 2;

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
        const { natsCluster = false, through } = options;
        // With a prefix the subjects are others than the users'.
        const users =
          options.prefix === undefined
            ? { configFile: join(root, 'deploy/nats.conf'), env: natsPasswords(secrets) }
            : undefined;
        const started = await openNats(join(dataFolder, 'nats'), natsCluster, { users, through, onProgress });
        stops.push(() => started.stop());
        return started;
      }),
    ]);

    const sandboxPort = options.sandboxPort || (await findFreePort());
    const port = options.port || (await findFreePort());
    const count = options.instances ?? 1;
    const freePorts = () => Promise.all(Array.from({ length: count }, () => findFreePort()));
    const addresses: ServiceAddresses = {
      publicUrl: `http://localhost:${port}`,
      sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
      ports: {
        gateway: count === 1 ? [port] : await freePorts(),
        'svc-identity': await freePorts(),
        'svc-commerce': await freePorts(),
        'svc-licensing': await freePorts(),
        'svc-support': await freePorts(),
      },
    };
    const through = options.through ?? (async (_name, url) => url);
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
    const sandboxReady = steps
      .run('sandbox ready', () => sandbox.ready())
      .then(() => setWebhook(addresses, secrets));
    // What fails first ends the start; the other must not end the process.
    sandboxReady.catch(() => {});

    const reached = await mapAddresses(addresses.ports, through);
    const envs = environments({
      addresses,
      reached,
      secrets,
      mongodbUri: await through('database', database.uri),
      natsUrl: nats.url,
      hasNatsUsers: nats.hasUsers,
      prefix: options.prefix,
      root,
      pages: await listPages(root),
      dataFolder,
      natsReplicas: Math.max(nats.nodes.length, 1),
    });
    const names = Object.keys(envs) as ServiceProcess[];
    const launchAll = (name: ServiceProcess) =>
      addresses.ports[name].map((instancePort, index) => {
        const title = count === 1 ? name : `${name}.${index + 1}`;
        const folder = index === 0 ? 'gateway' : `gateway-${index + 1}`;
        const own = {
          PORT: String(instancePort),
          ...(name === 'gateway' ? { STATE_FOLDER: join(dataFolder, folder) } : {}),
          ...(count === 1 ? {} : { DRAIN_SECONDS: String(DRAIN_SECONDS) }),
        };
        const env = { ...envs[name], ...own, ...options.env?.[name] };
        const flags = name === 'gateway' ? GATEWAY_FLAGS : NODE_FLAGS;
        const managed = launch(title, [...flags, `${name}/dist/server.js`], env, instancePort);
        return { ...managed, port: instancePort };
      });
    const byName = <T>(valueOf: (name: ServiceProcess) => T) =>
      Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<ServiceProcess, T>;
    const instances = byName(launchAll);
    await steps.run('services and gateway ready', () =>
      Promise.all(Object.values(instances).flatMap((all) => all.map((each) => each.ready()))),
    );
    await sandboxReady;
    if (count > 1) {
      const balancer = await startBalancer(port, addresses.ports.gateway);
      stops.push(() => balancer.stop());
    }
    return {
      publicUrl: addresses.publicUrl,
      sandboxUrl: addresses.sandboxUrl,
      ports: byName((name) => addresses.ports[name][0] ?? 0),
      secrets,
      databaseProvider: database.provider,
      database,
      nats,
      natsNodes: nats.nodes,
      processes: byName((name) => firstOf(instances[name])),
      instances,
      sandbox,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Where the gateway reaches each instance of the services. */
async function mapAddresses(ports: ServiceAddresses['ports'], through: Through) {
  const entries = Object.entries(ports).map(async ([name, all]) => {
    const urls = all.map((port, index) => through(`${name}.${index + 1}`, `http://127.0.0.1:${port}`));
    return [name, await Promise.all(urls)] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Record<ServiceProcess, string[]>;
}

async function openNats(
  dataFolder: string,
  asCluster: boolean,
  { through, ...options }: Pick<NatsOptions, 'users' | 'onProgress'> & { through: Through | undefined },
) {
  if (asCluster) {
    const cluster = await startNatsCluster({ dataFolder, through, onProgress: options.onProgress });
    const { pid, restart } = firstOf(cluster.nodes);
    return { ...cluster, pid, restart, hasUsers: false };
  }
  const server = await startNats({ dataFolder, ...options });
  return { ...server, nodes: [] };
}

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('there is no instance');
  return first;
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
