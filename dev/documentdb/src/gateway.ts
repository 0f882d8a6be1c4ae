import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Services } from './commands/call.ts';
import { Collections } from './commands/known-collections.ts';
import { answerClient } from './answer-client.ts';
import type { Connections } from './engine/connections.ts';
import { Cursors } from './sessions/cursors.ts';
import { Operations } from './sessions/operations.ts';
import { RetryableWrites } from './sessions/retryable-writes.ts';
import { Transactions } from './sessions/transactions.ts';

export interface GatewayOptions {
  /** 0 selects a free port. */
  port: number;
  cursorLifetimeMs?: number;
  transactionLifetimeMs?: number;
  /** Interval for deleting expired documents and closing old cursors. */
  cleanUpEveryMs?: number;
}

export interface Gateway {
  port: number;
  /** Called after a crash of the engine, which may lose collections created without an acknowledgement. */
  forgetCollections(): void;
  close(): Promise<void>;
}

function every(ms: number, task: () => Promise<unknown>): NodeJS.Timeout {
  let isRunning = false;
  return setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    // The engine may be down now. The next run catches up.
    void task()
      .catch(() => undefined)
      .finally(() => (isRunning = false));
  }, ms);
}

/** Serves MongoDB's wire protocol for the engine, only on loopback because it has no authentication. */
export async function openGateway(connections: Connections, options: GatewayOptions): Promise<Gateway> {
  const host = '127.0.0.1';
  const { cursorLifetimeMs, transactionLifetimeMs, cleanUpEveryMs = 10_000 } = options;
  const services: Services = {
    address: '',
    connections,
    transactions: new Transactions(connections, { lifetimeMs: transactionLifetimeMs }),
    cursors: new Cursors(connections, { lifetimeMs: cursorLifetimeMs }),
    retryableWrites: new RetryableWrites(connections),
    collections: new Collections(connections),
    operations: new Operations(),
  };
  const sockets = new Set<Socket>();
  let connectionCount = 0;
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    connectionCount += 1;
    void answerClient(socket, services, connectionCount);
  });
  server.listen(options.port, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  services.address = `${host}:${port}`;
  const timer = every(cleanUpEveryMs, async () => {
    services.cursors.closeExpired();
    await connections.run('deleteExpired', []);
    await connections.run('cleanCursors', []);
  });
  return {
    port,
    forgetCollections: () => services.collections.forgetAll(),
    async close() {
      clearInterval(timer);
      server.close();
      for (const socket of sockets) socket.destroy();
      await services.transactions.endAll();
    },
  };
}
