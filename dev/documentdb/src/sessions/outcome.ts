import { DatabaseError } from 'pg';
import type { Connections } from '../engine/connections.ts';
import { EngineLost } from '../errors/command-error.ts';

/**
 * How a transaction of PostgreSQL's ended whose commit was sent and never answered.
 * @throws EngineLost while it is still going on
 */
export async function isCommitted(connections: Connections, id: string): Promise<boolean> {
  try {
    const row = await connections.run('transactionStatus', [id]);
    if (row?.status === 'in progress') throw new EngineLost('the commit has not ended yet');
    return row?.status === 'committed';
  } catch (error) {
    // The crash came before even its number was on the disk.
    if (error instanceof DatabaseError && error.message.endsWith('is in the future')) return false;
    throw error;
  }
}
