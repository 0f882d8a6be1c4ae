import { platformConsumers } from '@leadping/service-kit/streams/declare-streams';
import { keepStreams, streamLimits, STREAMS_USER } from '@leadping/service-kit/streams/keep-streams';
import { startDatabase } from '@leadping/dev-database/start-database';
import { findFreePort } from '@leadping/dev-machine/free-port';
import type { Nats, NatsOptions } from '@leadping/dev-nats/nats';
import { startNats } from '@leadping/dev-nats/start-nats';
import { startNatsCluster, type NatsCluster, type Through } from '@leadping/dev-nats/start-nats-cluster';
import { join } from 'node:path';
import { startBalancer } from './balancer.ts';
import { listPages, type Builds } from './build.ts';
import { readLogLine } from './log-lines.ts';
import { manageProcess, type ManagedProcess } from './managed-process.ts';
import { GATEWAY_FLAGS, NODE_FLAGS } from './node-flags.ts';
import { environments, type ServiceAddresses, type ServiceProcess } from './environments.ts';
import { localSecrets, natsPassword, natsPasswords, type LocalSecrets } from './secrets.ts';
import type { Steps } from './steps.ts';

export interface StackOptions {
  root: string;
  /** Running builds. The services wait for theirs, the gateway for the pages. */
  builds?: Builds;
  /** Contains the database, NATS's streams, the sandbox's payments and mails, and the secrets. */
  dataFolder: string;
  /** The ports of the gateway and the sandbox. 0 takes a free port. */
  port: number;
  sandboxPort: number;
  /** Prefix of database and stream names, for several stacks on one server. */
  prefix?: string;
  steps: Steps;
  onLine: (process: string, line: string) => void;
  /** The number of instances of every service and of the gateway. Several run behind a balancer. Defaults to 1. */
  instances?: number;
  /** Runs NATS as a cluster of three servers with three replicas of each event. */
  natsCluster?: boolean;
  /** Puts a proxy in front of dependencies: `database`, `node-1` of NATS, `svc-commerce.1`. */
  through?: Through;
  /** Added to a process's environment. */
  env?: Partial<Record<ServiceProcess, Record<string, string>>>;
}

export interface Stack {
  publicUrl: string;
  sandboxUrl: string;
  /** The port of the first instance of each process. */
  ports: Record<ServiceProcess, number>;
  secrets: LocalSecrets;
  /** The provider of the database. */
  databaseProvider: string;
  database: Awaited<ReturnType<typeof startDatabase>>;
  /** The single server, or the first node of a cluster. */
  nats: Pick<Nats, 'url' | 'pid' | 'restart'>;
  /** All servers of a cluster, with their folders. */
  natsNodes: NatsCluster['nodes'];
  /** The first instance of each process. */
  processes: Record<ServiceProcess, ManagedProcess>;
  /** All instances with their ports. */
  instances: Record<ServiceProcess, (ManagedProcess & { port: number })[]>;
  sandbox: ManagedProcess;
  stop: () => Promise<void>;
}

const STREAM_MB = 64;

type Stops = (() => Promise<void>)[];

/**
 * Starts database, NATS, sandbox, services and gateway as separate processes. `started` resolves when all are
 * ready. `stop` ends all running ones, even during the start.
 */
export function beginStack(options: StackOptions): { started: Promise<Stack>; stop: () => Promise<void> } {
  const stops: Stops = [];
  const stop = async () => {
    while (stops.length > 0) await Promise.all(stops.splice(-STOP_CONCURRENCY).map((stopOne) => stopOne()));
  };
  return { started: start(options, stops, stop), stop };
}

/** Processes stop concurrently, the last started first and the database last. */
const STOP_CONCURRENCY = 16;
/** Time for gateway and balancer to notice that an instance is closing, in seconds. */
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
        // A prefix changes the subjects, so the users' permissions do not match.
        const users =
          options.prefix === undefined
            ? { configFile: join(root, 'deploy/nats.conf'), env: natsPasswords(secrets) }
            : undefined;
        const started = await openNats(join(dataFolder, 'nats'), natsCluster, { users, through, onProgress });
        stops.push(() => started.stop());
        return started;
      }),
    ]);

    const streams = keepStreams({
      address: {
        url: nats.url,
        ...(nats.hasUsers && { user: STREAMS_USER, password: natsPassword(secrets, STREAMS_USER) }),
      },
      prefix: options.prefix ?? '',
      // NATS reserves the bytes on the disk, and a laptop has less space than a server.
      limits: streamLimits({
        NATS_REPLICAS: Math.max(nats.nodes.length, 1),
        NATS_STREAM_MAX_MB: Number(process.env.NATS_STREAM_MAX_MB || STREAM_MB),
      }),
      consumers: platformConsumers(),
      onChange: (failure) =>
        options.onLine(STREAMS_USER, failure === undefined ? 'declared again' : `not declared: ${failure}`),
    });
    stops.push(() => streams.close());

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
    // The first failure ends the start. This one must not crash the process.
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
    });
    const names = Object.keys(envs) as ServiceProcess[];
    const launchAll = async (name: ServiceProcess) => {
      await options.builds?.[name === 'gateway' ? 'pages' : 'services'];
      return addresses.ports[name].map((instancePort, index) => {
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
    };
    const byName = <T>(valueOf: (name: ServiceProcess) => T) =>
      Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<ServiceProcess, T>;
    const launched = await Promise.all(names.map(async (name) => [name, await launchAll(name)] as const));
    const instances = Object.fromEntries(launched) as Stack['instances'];
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

/** The URLs under which the gateway reaches each instance of the services. */
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
    const cluster = await startNatsCluster({ dataFolder, through, ...options });
    const { pid, restart } = firstOf(cluster.nodes);
    return { ...cluster, pid, restart };
  }
  const server = await startNats({ dataFolder, ...options });
  return { ...server, nodes: [] };
}

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('there is no instance');
  return first;
}

/** Configures the sandbox's webhook for the platform's own payment account, with its signing secret. */
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
