import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that a system gives to outgoing connections and to whoever listens on any: 32768 on Linux, 49152 elsewhere. */
const RANGE = { from: 12_000, to: 32_000 };
const MAX_ATTEMPTS = 200;
/** A process asks for all ports of a stack before its programs listen on them. */
const given = new Set<number>();

/**
 * A port of this machine on which nothing listens, which the system gives to nobody else until it is listened on, and this process to
 * nobody a second time. Chance keeps processes that look at the same time apart.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const port = randomInt(RANGE.from, RANGE.to);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${RANGE.from} to ${RANGE.to} is free`);
}

async function isFree(port: number): Promise<boolean> {
  // All addresses: somebody may listen on another one than loopback's first.
  const server = createServer().listen(port);
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (isListening) {
    server.close();
    await once(server, 'close');
  }
  return isListening;
}
