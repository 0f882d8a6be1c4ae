import { join } from 'node:path';
import { claimFolder } from '@leadping/dev-machine/claim-folder';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { onlyOnce } from '@leadping/dev-machine/once';
import { endLeftoverServer, runServer } from './run-server.ts';
import type { Nats, NatsOptions } from './nats.ts';
import { defaultCache, findServer } from './start-nats.ts';

const SIZE = 3;

/**
 * Puts a proxy in front of a server, for its clients (`node-1`) or its peers (`route-1`). @returns the proxy's
 * address.
 */
export type Through = (name: string, url: string) => Promise<string>;

/** One server, which can be killed and restarted separately. A killed server is restarted. */
interface Node extends Pick<Nats, 'url' | 'pid' | 'restart'> {
  folder: string;
}

export interface NatsCluster extends Pick<Nats, 'url' | 'provider' | 'hasUsers' | 'stop'> {
  /** All addresses, separated by commas. */
  url: string;
  /** Sorted by name, `node-1` first. */
  nodes: Node[];
}

/**
 * Starts a cluster of three servers with JetStream, each with its own store. Events on all three survive the loss of
 * one.
 */
export async function startNatsCluster(
  options: Omit<NatsOptions, 'port' | 'ephemeral'> & { through?: Through | undefined },
): Promise<NatsCluster> {
  const { cacheFolder = defaultCache, users, onProgress } = options;
  const { program, provider } = await findServer(cacheFolder, onProgress);
  const claimed = await claimFolder(options.dataFolder, {
    ephemeral: false,
    clean: endLeftoverServer,
  });
  const started: Pick<Nats, 'stop'>[] = [];
  const stop = onlyOnce(async () => {
    await Promise.all(started.map((node) => node.stop()));
    await claimed.release();
  });
  try {
    const through = options.through ?? (async (_name, url) => url);
    const ports = await Promise.all(Array.from({ length: SIZE }, () => findFreePort()));
    const routes = await Promise.all(
      ports.map((port, index) => through(`route-${index + 1}`, `nats://127.0.0.1:${port}`)),
    );
    const folders = ports.map((_, index) => join(claimed.folder, `node-${index + 1}`));
    await Promise.all(folders.map(endLeftoverServer));
    const launch = async (folder: string, index: number): Promise<Node> => {
      const peers = {
        name: `node-${index + 1}`,
        port: ports[index] ?? 0,
        route: routes[index] ?? '',
        others: routes.toSpliced(index, 1),
      };
      const port = await findFreePort();
      const url = await through(peers.name, `nats://127.0.0.1:${port}`);
      // Clients learn the other servers' addresses from each server.
      const server = { program, folder, port, peers, advertise: new URL(url).host, users, onProgress };
      const { pid, restart, stop: stopServer } = await runServer(server);
      started.push({ stop: stopServer });
      return { url, pid, restart, folder };
    };
    const launched = await Promise.allSettled(folders.map(launch));
    const nodes = launched.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    const url = nodes.map((node) => node.url).join(',');
    return { url, provider: `${provider}, ${SIZE} as a cluster`, nodes, hasUsers: users !== undefined, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
