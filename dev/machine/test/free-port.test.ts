import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { findFreePort } from '../src/free-port.ts';

it('a free port is outside of the ephemeral range, and can be listened on', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => findFreePort()));
  for (const port of ports) expect(port).toBeLessThan(32_768);
  const server = createServer().listen(await findFreePort(), '127.0.0.1');
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
});

it('a process never gets the same port twice, even if nothing listens on the first one yet', async () => {
  const ports: number[] = [];
  while (ports.length < 1000) ports.push(await findFreePort());
  expect(new Set(ports).size).toBe(1000);
});
