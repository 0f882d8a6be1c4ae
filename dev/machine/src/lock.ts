import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { unlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface Lock {
  release(): Promise<void>;
}

/** Linux has abstract socket names outside the file system, so that a lock cannot outlive its holder. */
function lockAddress(folder: string): string {
  const name = `local-stack-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 32)}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

/** The lock of a folder, or undefined if this or another process already holds it. */
export async function tryLock(folder: string): Promise<Lock | undefined> {
  const address = lockAddress(folder);
  const server = createServer((waiter) => {
    waiter.on('error', () => waiter.destroy());
    waiters.add(waiter);
    waiter.once('close', () => waiters.delete(waiter));
  });
  const waiters = new Set<{ destroy(): void }>();
  server.listen(address);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
  server.unref();
  return {
    async release() {
      if (!server.listening) return;
      server.close();
      for (const waiter of waiters) waiter.destroy();
      await once(server, 'close');
    },
  };
}

/** Resolves when the holder releases the lock or dies, because that breaks the connection to it. */
async function waitForHolder(folder: string): Promise<void> {
  const address = lockAddress(folder);
  const socket = connect(address).resume();
  const reason = await new Promise<string>((resolveReason) => {
    socket.once('error', (error: NodeJS.ErrnoException) => resolveReason(error.code ?? ''));
    socket.once('close', () => resolveReason('closed'));
  });
  if (reason === 'ECONNREFUSED' && !address.startsWith('\0')) await unlink(address).catch(() => undefined);
}

/** Waits until the folder's lock is free and acquires it. */
export async function waitForLock(folder: string, onWait?: () => void): Promise<Lock> {
  for (let attempt = 0; ; attempt++) {
    const lock = await tryLock(folder);
    if (lock) return lock;
    if (attempt === 0) onWait?.();
    await waitForHolder(folder);
  }
}
