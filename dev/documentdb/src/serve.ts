import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveToServerUser } from '@leadping/dev-machine/unprivileged';
import { Connections } from './engine/connections.ts';
import { endLeftoverPostgres } from './engine/data-folder.ts';
import { superviseEngine } from './engine/supervise.ts';
import { openGateway, type Gateway } from './gateway.ts';
import type { ServeMessage, ServeOptions } from './process-messages.ts';

/** A socket path is limited to about a hundred characters, so it cannot be in the data folder. */
async function makeSocketFolder(dataFolder: string): Promise<string> {
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `documentdb-${name}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  await giveToServerUser(folder);
  return folder;
}

/**
 * The process with engine and gateway. It ends with the channel to its parent: if that breaks, even by a kill, the
 * engine is shut down in order.
 */
async function serve(options: ServeOptions): Promise<void> {
  const tell = (message: ServeMessage) => void (process.connected && process.send?.(message));
  await endLeftoverPostgres(options.dataFolder);
  const socketFolder = await makeSocketFolder(options.dataFolder);
  const connections = new Connections(socketFolder);
  let gateway: Gateway | undefined;
  const engine = await superviseEngine({
    ...options,
    socketFolder,
    onUp(pid) {
      connections.engineIsUp();
      tell({ kind: 'engine-up', pid });
    },
    onDown() {
      connections.engineIsDown();
      gateway?.forgetCollections();
    },
    onGivenUp(error) {
      tell({ kind: 'failed', reason: String(error) });
      process.exit(1);
    },
  });
  // Installed here instead of in the prepared data, so that existing folders get it too.
  await connections.run('installOrderedIndexes', []);
  gateway = await openGateway(connections, options);
  tell({ kind: 'ready', port: gateway.port });

  process.once('disconnect', () => {
    void (async () => {
      await gateway?.close();
      await engine.stop();
      await rm(socketFolder, { recursive: true, force: true });
      process.exit(0);
    })();
  });
  if (!process.connected) process.emit('disconnect');
}

await serve(JSON.parse(process.argv[2] ?? '') as ServeOptions).catch((error: unknown) => {
  const message: ServeMessage = {
    kind: 'failed',
    reason: error instanceof Error ? error.message : String(error),
  };
  process.send?.(message, () => process.exit(1));
});
