import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports, which start at 32768 on Linux and at 49152 elsewhere. */
const RANGE = { from: 12_000, to: 32_000 };
const MAX_ATTEMPTS = 200;
/** Ports already returned, because a process requests all ports of a stack before its programs listen. */
const given = new Set<number>();

/**
 * Finds a free port of this machine outside of the system's ephemeral range. It never returns the same port twice
 * in this process. The choice is random, so that concurrent processes rarely collide.
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
  // Listens on all addresses, because another process may use one besides loopback.
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
