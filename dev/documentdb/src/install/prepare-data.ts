import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { run } from '@leadping/dev-machine/run';
import { giveToServerUser, serverUser } from '@leadping/dev-machine/unprivileged';
import { startPostgres } from '../engine/postgres.ts';
import { engineTree } from '../engine/tree.ts';

const locale = ['--locale=C.UTF-8', '--encoding=UTF8'];

/** Creates the template database of every data folder: initialized, with the extension, and cleanly shut down. */
export async function prepareData(engineFolder: string): Promise<void> {
  const { executables, preparedData } = engineTree(engineFolder);
  const work = await mkdtemp(join(tmpdir(), 'documentdb-prepare-'));
  const data = join(work, 'data');
  try {
    await giveToServerUser(work);
    const options = ['-U', 'postgres', '--auth=trust', ...locale, '--no-instructions', '--no-sync'];
    await run(join(executables, 'initdb'), ['-D', data, ...options], { cwd: '/', ...serverUser });
    const server = await startPostgres(engineFolder, data, { socketFolder: work, ephemeral: true });
    const client = new pg.Client({ host: work, user: 'postgres', database: 'postgres' });
    await client.connect();
    await client.query('CREATE EXTENSION documentdb CASCADE');
    // The gateway builds indexes itself and runs clean-ups on its own timer.
    await client.query('SELECT cron.unschedule(jobid) FROM cron.job');
    await client.query('CHECKPOINT');
    await client.end();
    server.kill('SIGINT');
    await once(server, 'exit');
    await run('cp', ['-a', data, preparedData]);
    await run('chmod', ['-R', 'a+rX', preparedData]); // every user must be able to copy it
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
