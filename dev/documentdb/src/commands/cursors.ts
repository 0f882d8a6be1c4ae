import { BSON, type Long } from 'bson';
import { CommandError } from '../errors/command-error.ts';
import { asLong, okReply } from '../wire/raw-document.ts';
import { explain } from './explain.ts';
import { runForReply, runStatement, type Call, type Command } from './call.ts';
import { refuseUnsupported } from './unsupported.ts';

/** find, aggregate, listCollections, listIndexes: the first page, and a cursor if there are more. */
export const openCursor: Command = async (call) => {
  if (call.body.has('explain')) return explain(call);
  refuseUnsupported(call);
  const name = call.name as 'find' | 'aggregate' | 'listCollections' | 'listIndexes';
  const row = await runStatement(call, name, [call.database, call.body.bytes]);
  if (!row) throw new Error(`the engine answered ${name} with nothing`);
  if (row.continuation && row.id) {
    call.services.cursors.add({
      id: row.id,
      database: call.database,
      neverExpires: call.body.isTrue('noCursorTimeout'),
      transaction: call.transaction,
      continuation: row.continuation,
    });
  }
  return row.reply;
};

export const getMore: Command = async (call) => {
  const id = call.body.int64('getMore');
  if (id === undefined) throw new CommandError(14, "BSON field 'getMore.getMore' must be a long");
  const { cursors } = call.services;
  const cursor = cursors.claim(String(id));
  let continuation: Buffer | null = cursor.continuation;
  try {
    const on = cursor.transaction?.connection ?? call.connection;
    const values = [cursor.database, call.body.bytes, cursor.continuation];
    const row = await call.services.connections.run('getMore', values, on);
    if (!row) throw new Error('the engine answered getMore with nothing');
    continuation = row.continuation;
    return row.reply;
  } finally {
    cursors.release(cursor, continuation);
  }
};

export const killCursors: Command = (call) => {
  const ids = call.body.document('cursors');
  if (!ids) throw new CommandError(14, "BSON field 'killCursors.cursors' must be an array");
  const cursorsKilled: Long[] = [];
  const cursorsNotFound: Long[] = [];
  for (const name of ids.fieldNames) {
    const id = ids.int64(name);
    if (id === undefined) throw new CommandError(14, "BSON field 'killCursors.cursors' must hold longs");
    (call.services.cursors.close(String(id)) ? cursorsKilled : cursorsNotFound).push(asLong(id));
  }
  return okReply({ cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] });
};

/** With an empty filter the engine would use PostgreSQL's statistics, which are estimates. */
export const count: Command = async (call) => {
  if (call.transaction) throw new CommandError(263, "Cannot run 'count' in a multi-document transaction");
  refuseUnsupported(call);
  const isFiltered = (call.body.document('query')?.size ?? 0) > 0;
  const command = isFiltered
    ? call.body.bytes
    : BSON.serialize({ ...call.body.decodeExactly(), query: { _id: { $exists: true } } });
  return runForReply(call, 'count', [call.database, command]);
};

export const distinct: Command = (call: Call) => {
  refuseUnsupported(call);
  return runForReply(call, 'distinct', [call.database, call.body.bytes]);
};
