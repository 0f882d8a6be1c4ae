import { BSON } from 'bson';
import { CommandError } from '../errors/command-error.ts';
import { okReply } from '../wire/raw-document.ts';
import type { Call } from './call.ts';

const planned = new Map([
  ['find', 'bson_aggregation_find'],
  ['aggregate', 'bson_aggregation_pipeline'],
  ['count', 'bson_aggregation_count'],
  ['distinct', 'bson_aggregation_distinct'],
]);

/** Returns PostgreSQL's plan under `queryPlanner.postgres`. */
export async function explain(call: Call): Promise<Uint8Array> {
  const command: BSON.Document =
    call.name === 'explain' ? (call.body.document('explain')?.decode() ?? {}) : call.body.decode();
  delete command.explain;
  delete command.lsid;
  const kind = Object.keys(command)[0] ?? '';
  const source = planned.get(kind);
  if (!source) throw new CommandError(115, `explain of ${kind} is not supported`);
  const connection = await call.services.connections.take();
  try {
    const { rows } = await connection.query<{ 'QUERY PLAN': unknown }>(
      `EXPLAIN (FORMAT JSON) SELECT document FROM documentdb_api_catalog.${source}($1, $2::bytea)`,
      [call.database, BSON.serialize(command)],
    );
    return okReply({ queryPlanner: { postgres: rows[0]?.['QUERY PLAN'] } });
  } finally {
    connection.release();
  }
}
