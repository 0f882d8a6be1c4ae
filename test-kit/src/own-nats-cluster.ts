import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNatsCluster } from '@leadping/dev-nats/start-nats-cluster';

export interface OwnNatsCluster {
  /** The addresses of all three servers. */
  url: string;
  /** The address of one, by the name that NATS knows it by, as `node-1`. */
  urlOf: (name: string) => string;
  /** Stops all but one where they are, as a machine that hangs does. @returns what lets them go on. */
  freezeAllBut: (name: string) => () => void;
  stop: () => Promise<void>;
}

/** Three NATS servers of this test alone. */
export async function startOwnNatsCluster(): Promise<OwnNatsCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'own-nats-cluster-'));
  const cluster = await startNatsCluster({ dataFolder: join(folder, 'nats'), onProgress: () => undefined });
  return {
    url: cluster.url,
    urlOf: (name) => cluster.nodes.find((node) => node.name === name)?.url ?? '',
    freezeAllBut: (name) => {
      const pids = cluster.nodes.filter((node) => node.name !== name).map(({ pid }) => pid());
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      return () => pids.forEach((pid) => process.kill(pid, 'SIGCONT'));
    },
    stop: async () => {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
