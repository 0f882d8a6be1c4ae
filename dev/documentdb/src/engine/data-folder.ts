import { access, chmod, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '@leadping/dev-machine/run';
import { giveToServerUser, placeForServer } from '@leadping/dev-machine/unprivileged';
import { engineTree } from './tree.ts';

/** Copies the prepared data to the data folder, unless it already contains a database. */
export async function ensureDataFolder(engineFolder: string, dataFolder: string): Promise<void> {
  const exists = await access(join(dataFolder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (exists) return;
  await mkdir(dirname(dataFolder), { recursive: true });
  const partial = `${dataFolder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await run('cp', ['-r', '--reflink=auto', engineTree(engineFolder).preparedData, partial]);
  await chmod(partial, 0o700); // required by PostgreSQL
  await giveToServerUser(partial);
  await rm(dataFolder, { recursive: true, force: true });
  await rename(partial, dataFolder);
}

/**
 * Stops the PostgreSQL that a killed gateway left running in the folder. Checks the command line first, because the
 * pid may have been reused. The pid file stays, so that PostgreSQL can detect children of the dead server that still
 * write.
 */
export async function endLeftoverPostgres(dataFolder: string): Promise<void> {
  const pid = Number(
    (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
  );
  if (!pid) return;
  const isOurs = async () => {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.split('\0').includes(dataFolder);
  };
  if (await isOurs()) process.kill(pid, 'SIGQUIT');
  while (await isOurs()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Stops and removes the leftovers of an ephemeral run. */
export async function removeDatabase(dataFolder: string): Promise<void> {
  const place = await placeForServer(dataFolder);
  await endLeftoverPostgres(place);
  await rm(place, { recursive: true, force: true });
}
