import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

const PROBE_MS = 300;
const PROBE_TIMEOUT_MS = 1000;
/**
 * Number of missed health checks before a target's connections are cut, so that short pauses of a busy machine do
 * not count.
 */
const MAX_SILENT = 3;

interface Target {
  port: number;
  isReady: boolean;
  silent: number;
  sockets: Set<Socket>;
}

/**
 * Distributes connections over the ready instances of the gateway, like a network load balancer. Connections of a
 * silent instance are cut once another instance is ready. A closing instance keeps its connections until it ends.
 */
export async function startBalancer(
  port: number,
  targetPorts: readonly number[],
): Promise<{ stop: () => Promise<void> }> {
  const targets = targetPorts.map((target): Target => ({
    port: target,
    isReady: false,
    silent: 0,
    sockets: new Set(),
  }));
  let next = 0;

  const probe = async (target: Target) => {
    try {
      const reply = await fetch(`http://127.0.0.1:${target.port}/readyz`, {
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
        headers: { connection: 'close' },
      });
      await reply.arrayBuffer();
      target.isReady = reply.ok;
      target.silent = 0;
    } catch (error) {
      // The target no longer listens. Its open connections end by themselves or with the process.
      if (isRefused(error)) target.isReady = false;
      else target.silent += 1;
      if (target.silent < MAX_SILENT) return;
      target.isReady = false;
      // If all targets are silent, the machine is overloaded.
      const isAnother = targets.some(({ isReady, silent }) => isReady && silent === 0);
      if (isAnother) for (const socket of target.sockets) socket.destroy();
    }
  };
  let stopped = false;
  const probing = targets.map(async (target) => {
    while (!stopped) {
      await probe(target);
      await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
    }
  });

  const open = new Set<Socket>();
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (client) => {
    open.add(client.on('error', () => client.destroy()));
    client.once('close', () => open.delete(client));
    const ready = targets.filter(({ isReady }) => isReady);
    const choice = ready.length > 0 ? ready : targets;
    next += 1;
    connectTo(client, [...choice.slice(next % choice.length), ...choice.slice(0, next % choice.length)]);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    stop: async () => {
      stopped = true;
      server.close();
      for (const socket of open) socket.destroy();
      await Promise.all(probing);
    },
  };
}

function isRefused(error: unknown): boolean {
  const { cause } = error as { cause?: NodeJS.ErrnoException };
  return cause?.code === 'ECONNREFUSED';
}

/** Tries the targets in order. No client data is read before a target accepts. */
function connectTo(client: Socket, [target, ...others]: Target[]): void {
  if (!target) return void client.destroy();
  const upstream = connect({ port: target.port, host: '127.0.0.1', noDelay: true });
  let isConnected = false;
  upstream.once('connect', () => {
    isConnected = true;
    target.sockets.add(upstream);
    client.pipe(upstream).pipe(client);
    client.resume();
  });
  upstream.on('error', () => {
    if (isConnected) client.destroy();
    else connectTo(client, others);
  });
  upstream.once('close', () => {
    target.sockets.delete(upstream);
    if (isConnected) client.destroySoon();
  });
  client.once('close', () => upstream.destroy());
}
