/** The engine's functions, one per command. BSON is passed as bytes. */
const cursorPage = (name: string) =>
  `SELECT cursorpage::bytea AS reply, continuation::bytea AS continuation, cursorid::text AS id
   FROM documentdb_api.${name}($1, $2::bytea)`;
const write = (name: string) =>
  `SELECT p_result::bytea AS reply, p_success AS succeeded
   FROM documentdb_api.${name}($1, $2::bytea, $3::bytea, $4)`;
const document = (name: string) =>
  `SELECT document::bytea AS reply FROM documentdb_api.${name}($1, $2::bytea)`;
const reply = (call: string) => `SELECT documentdb_api.${call}::bytea AS reply`;

export const statements = {
  installOrderedIndexes: 'CREATE EXTENSION IF NOT EXISTS documentdb_extended_rum',
  insert: write('insert'),
  update: write('update'),
  delete: write('delete'),
  findAndModify: `SELECT p_result::bytea AS reply, p_success AS succeeded
    FROM documentdb_api.find_and_modify($1, $2::bytea, $3)`,
  find: cursorPage('find_cursor_first_page'),
  aggregate: cursorPage('aggregate_cursor_first_page'),
  listCollections: cursorPage('list_collections_cursor_first_page'),
  listIndexes: cursorPage('list_indexes_cursor_first_page'),
  getMore: `SELECT cursorpage::bytea AS reply, continuation::bytea AS continuation
    FROM documentdb_api.cursor_get_more($1, $2::bytea, $3::bytea)`,
  deleteCursors: 'SELECT documentdb_api_internal.delete_cursors($1::bigint[])',
  count: document('count_query'),
  distinct: document('distinct_query'),
  validate: document('validate'),
  currentOp: 'SELECT document::bytea AS reply FROM documentdb_api.current_op_command($1::bytea)',
  create: reply('create_collection_view($1, $2::bytea)'),
  createCollection: 'SELECT documentdb_api.create_collection($1, $2)',
  hasCollection: `SELECT 1 FROM documentdb_api_catalog.collections
    WHERE database_name = $1 AND collection_name = $2`,
  collMod: reply('coll_mod($1, $2, $3::bytea)'),
  drop: 'SELECT documentdb_api.drop_collection($1, $2) AS dropped',
  dropDatabase: 'SELECT documentdb_api.drop_database($1)',
  renameCollection: reply('rename_collection($1::bytea::documentdb_core.bson)'),
  listDatabases: reply('list_databases($1::bytea)'),
  collStats: reply('coll_stats($1, $2, $3)'),
  dbStats: reply('db_stats($1, $2)'),
  // The background variant waits for a job of pg_cron.
  createIndexes: `SELECT documentdb_api_internal.create_indexes_non_concurrently($1, $2::bytea, true)::bytea
    AS reply`,
  dropIndexes: 'CALL documentdb_api.drop_indexes($1, $2::bytea)',
  indexById: `SELECT (index_spec).index_name AS id, (index_spec).index_key::bytea AS reply
    FROM documentdb_api_catalog.collection_indexes WHERE index_id = $1`,
  deleteExpired: 'CALL documentdb_api_internal.delete_expired_rows()',
  cleanCursors: 'SELECT documentdb_api_internal.cursor_directory_cleanup()',
  begin: `BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = '50ms'`,
  transactionId: 'SELECT pg_current_xact_id_if_assigned()::text AS id',
  transactionStatus: 'SELECT pg_xact_status($1::text::xid8) AS status',
} as const;

export type StatementName = keyof typeof statements;

export interface Row {
  reply: Buffer;
  succeeded: boolean;
  continuation: Buffer | null;
  id: string | null;
  dropped: boolean;
  status: string | null;
}
