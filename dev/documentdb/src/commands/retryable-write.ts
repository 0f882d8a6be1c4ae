import { statements } from '../engine/statements.ts';
import type { Call } from './call.ts';
import { countStatements } from './writes.ts';

/**
 * Runs a write that its driver may retry. The engine itself records single statements. Several statements run in a
 * PostgreSQL transaction whose outcome can be queried after a crash.
 */
export function runRetryableWrite(
  call: Call,
  session: string,
  number: bigint,
  run: (call: Call) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  return call.services.retryableWrites.run(session, number, async (aboutToCommit) => {
    if (call.name === 'findAndModify' || countStatements(call) === 1) return run(call);
    const connection = await call.services.connections.take();
    let isUsable = false;
    try {
      await connection.query('BEGIN');
      const reply = await run({ ...call, connection });
      const { rows } = await connection.query<{ id: string | null }>(statements.transactionId);
      if (rows[0]?.id) aboutToCommit({ id: rows[0].id, reply });
      await connection.query('COMMIT');
      isUsable = true;
      return reply;
    } finally {
      if (!isUsable)
        isUsable = await connection.query('ROLLBACK').then(
          () => true,
          () => false,
        );
      connection.release(!isUsable);
    }
  });
}
