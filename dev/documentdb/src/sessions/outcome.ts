import { DatabaseError } from 'pg';
import type { Connections } from '../engine/connections.ts';
import { EngineLost } from '../errors/command-error.ts';

/**
 * The outcome of a PostgreSQL transaction whose commit got no reply.
 * @throws EngineLost while it is still running
 */
export async function isCommitted(connections: Connections, id: string): Promise<boolean> {
  try {
    const row = await connections.run('transactionStatus', [id]);
    if (row?.status === 'in progress') throw new EngineLost('the commit has not ended yet');
    return row?.status === 'committed';
  } catch (error) {
    // The crash happened before its id was written to disk.
    if (error instanceof DatabaseError && error.message.endsWith('is in the future')) return false;
    throw error;
  }
}
