import { access, chmod, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '@leadping/dev-machine/run';
import { giveToServerUser, placeForServer } from '@leadping/dev-machine/unprivileged';
import { engineTree } from './tree.ts';

/** Makes the data folder a copy of the prepared one, unless it holds a database already. */
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
  await chmod(partial, 0o700); // PostgreSQL insists
  await giveToServerUser(partial);
  await rm(dataFolder, { recursive: true, force: true });
  await rename(partial, dataFolder);
}

/**
 * Ends the PostgreSQL that a killed gateway left running on the folder. The process is asked for its command line
 * first: its number may have gone to somebody else since. The file stays: by it PostgreSQL knows, when it starts,
 * whether children of the dead server still write.
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

/** Ends and removes what an ephemeral run left behind. */
export async function removeDatabase(dataFolder: string): Promise<void> {
  const place = await placeForServer(dataFolder);
  await endLeftoverPostgres(place);
  await rm(place, { recursive: true, force: true });
}
