import type { Command } from './call.ts';
import * as collections from './collections.ts';
import * as cursors from './cursors.ts';
import * as diagnostics from './diagnostics.ts';
import { explain } from './explain.ts';
import { createIndexes, dropIndexes } from './indexes.ts';
import { abortTransaction, commitTransaction } from './transactions.ts';
import { findAndModify, writeBatch } from './writes.ts';

const commands: Record<string, Command> = {
  abortTransaction,
  aggregate: cursors.openCursor,
  buildInfo: diagnostics.buildInfo,
  collMod: collections.collMod,
  collStats: collections.collStats,
  commitTransaction,
  connectionStatus: diagnostics.connectionStatus,
  count: cursors.count,
  create: collections.create,
  createIndexes,
  currentOp: collections.currentOp,
  dbStats: collections.dbStats,
  delete: writeBatch,
  distinct: cursors.distinct,
  drop: collections.drop,
  dropDatabase: collections.dropDatabase,
  dropIndexes,
  endSessions: diagnostics.endSessions,
  explain,
  find: cursors.openCursor,
  findAndModify,
  getMore: cursors.getMore,
  getParameter: diagnostics.getParameter,
  hello: diagnostics.hello,
  insert: writeBatch,
  isMaster: diagnostics.hello,
  killAllSessions: diagnostics.killAllSessions,
  killCursors: cursors.killCursors,
  killSessions: diagnostics.endSessions,
  listCollections: cursors.openCursor,
  listDatabases: collections.listDatabases,
  listIndexes: cursors.openCursor,
  ping: diagnostics.ping,
  refreshSessions: diagnostics.ping,
  renameCollection: collections.renameCollection,
  replSetGetStatus: diagnostics.replSetGetStatus,
  serverStatus: diagnostics.serverStatus,
  update: writeBatch,
  validate: collections.validate,
};

/** Older clients write some names in lower case. `deleteIndexes` is the former name of dropIndexes. */
const byName = new Map(
  Object.entries({ ...commands, deleteIndexes: dropIndexes }).flatMap(([name, command]) => [
    [name, { name, command }],
    [name.toLowerCase(), { name, command }],
  ]),
);

export const findCommand = (name: string): { name: string; command: Command } | undefined => byName.get(name);
