import { afterEach, expect, it } from '@jest/globals';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { until } from '@leadping/test-kit/until';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { startBalancer } from '../src/balancer.ts';

/** More probes than it takes to count as silent. */
const MANY_PROBES = 5;

/** A gateway instance that replies only to `/readyz`, and to nothing once it is frozen. */
interface Instance {
  port: number;
  server: Server;
  probes: number;
  isFrozen: boolean;
  held: ServerResponse[];
}

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

it('the balancer does not cut the connections to a closing instance', async () => {
  const [closing, other] = [await startInstance(), await startInstance()];
  const port = await balance([closing, other]);
  const client = await callHeldBy(closing, port);
  closing.server.close();
  const before = other.probes;
  await until(() => other.probes >= before + MANY_PROBES, 20);
  closing.held[0]?.end('served');
  await until(() => client.received().includes('served'));
});

it('the balancer cuts the connections of a silent instance once another one is ready', async () => {
  const [frozen, other] = [await startInstance(), await startInstance()];
  const port = await balance([frozen, other]);
  const client = await callHeldBy(frozen, port);
  frozen.isFrozen = true;
  await until(() => client.socket.closed, 30);
  expect(client.received()).toBe('');
});

it('the balancer cuts no connection if every instance is silent, because the machine is then overloaded', async () => {
  const instances = [await startInstance(), await startInstance()] as const;
  const port = await balance(instances);
  const client = await callHeldBy(instances[0], port);
  for (const instance of instances) {
    instance.isFrozen = true;
    instance.probes = 0;
  }
  await until(() => instances.every(({ probes }) => probes >= MANY_PROBES), 60);
  instances[0].held[0]?.end('served');
  await until(() => client.received().includes('served'));
}, 90_000);

async function startInstance(): Promise<Instance> {
  const instance: Instance = { port: 0, server: createServer(), probes: 0, isFrozen: false, held: [] };
  const { server } = instance;
  server.on('request', (request, response) => {
    if (request.url !== '/readyz') return void instance.held.push(response);
    instance.probes += 1;
    if (!instance.isFrozen) response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  instance.port = (server.address() as AddressInfo).port;
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return instance;
}

/** @returns the port of a balancer that has found each instance ready */
async function balance(instances: readonly Instance[]): Promise<number> {
  const port = await findFreePort();
  const balancer = await startBalancer(
    port,
    instances.map((instance) => instance.port),
  );
  closers.push(balancer.stop);
  await until(() => instances.every(({ probes }) => probes >= 2), 20);
  return port;
}

/** Makes as many calls as there are instances, so that each instance has one. */
async function callHeldBy(
  instance: Instance,
  port: number,
): Promise<{ socket: Socket; received: () => string }> {
  const clients = ['/first', '/second'].map((path) => {
    const socket = connect(port, '127.0.0.1');
    closers.push(() => socket.destroy());
    let received = '';
    socket.on('error', () => {}).on('data', (chunk) => (received += String(chunk)));
    socket.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`);
    return { socket, path, received: () => received };
  });
  await until(() => instance.held.length > 0);
  const client = clients.find(({ path }) => path === instance.held[0]?.req.url);
  if (!client) throw new Error("the call is nobody's");
  return client;
}
