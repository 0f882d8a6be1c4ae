import { BSON, EJSON } from 'bson';
import type { DatabaseError } from 'pg';
import type { Connections } from '../engine/connections.ts';
import { RawDocument } from '../wire/raw-document.ts';

interface Namespace {
  database: string;
  collection: string;
}

export interface Index {
  name: string;
  key?: BSON.Document;
}

/** MongoDB's description of a duplicate key, as far as the engine provides it. */
export interface DuplicateKey {
  errmsg: string;
  keyPattern?: BSON.Document;
  keyValue?: BSON.Document;
}

const idIndex: Index = { name: '_id_', key: { _id: 1 } };

async function findIndex(
  connections: Connections,
  { database, collection }: Namespace,
  name: string,
): Promise<Index> {
  const command = BSON.serialize({ listIndexes: collection, cursor: {} });
  const row = await connections.run('listIndexes', [database, command]).catch(() => undefined);
  const indexes: Index[] = row ? new RawDocument(row.reply).decode().cursor.firstBatch : [];
  return indexes.find((index) => index.name === name) ?? { name };
}

async function findIndexOfConstraint(connections: Connections, constraint: string): Promise<Index> {
  const id = /^documents_rum_index_(\d+)$/.exec(constraint)?.[1];
  if (!id) return idIndex;
  const row = await connections.run('indexById', [id]).catch(() => undefined);
  return row?.id ? { name: row.id, key: new RawDocument(row.reply).decode() } : { name: constraint };
}

/** PostgreSQL quotes the whole rejected document. */
function findDocument(detail: string | undefined): BSON.Document | undefined {
  const hex = /=\(BSONHEX([0-9a-f]+)/.exec(detail ?? '')?.[1];
  return hex ? new RawDocument(Buffer.from(hex, 'hex')).decode() : undefined;
}

function valueAt(document: BSON.Document, path: string): unknown {
  return (
    path.split('.').reduce<unknown>((value, key) => (value as BSON.Document | null)?.[key], document) ?? null
  );
}

function describe(
  namespace: Namespace,
  { name, key }: Index,
  document: BSON.Document | undefined,
): DuplicateKey {
  const paths = Object.keys(key ?? {});
  const keyValue = document && Object.fromEntries(paths.map((path) => [path, valueAt(document, path)]));
  const parts = paths.map((path) => `${path}: ${keyValue ? EJSON.stringify(keyValue[path]) : '?'}`);
  const collection = `${namespace.database}.${namespace.collection}`;
  return {
    errmsg: `E11000 duplicate key error collection: ${collection} index: ${name} dup key: { ${parts.join(', ')} }`,
    ...(key && { keyPattern: key }),
    ...(key && keyValue && { keyValue }),
  };
}

/** For a write error. The engine names the index. The document is known if it was inserted completely. */
export async function describeDuplicateInBatch(
  connections: Connections,
  namespace: Namespace,
  engineMessage: string,
  document: BSON.Document | undefined,
): Promise<DuplicateKey> {
  const name = /[Ii]ndex '([^']*)'/.exec(engineMessage)?.[1];
  const index = name && name !== idIndex.name ? await findIndex(connections, namespace, name) : idIndex;
  return describe(namespace, index, document);
}

/** For PostgreSQL's own error, which names the constraint and quotes the document. */
export async function describeDuplicate(
  connections: Connections,
  namespace: Namespace,
  error: DatabaseError,
): Promise<DuplicateKey> {
  const index = await findIndexOfConstraint(connections, error.constraint ?? '');
  return describe(namespace, index, findDocument(error.detail));
}

/** For an index build that failed. PostgreSQL quotes the fields, which identify the requested index. */
export function describeDuplicateInBuild(
  namespace: Namespace,
  asked: Index[],
  error: DatabaseError,
): DuplicateKey {
  const hex = /'BSONHEX([0-9a-f]+)'::documentdb_core\.bson/.exec(error.detail ?? '')?.[1];
  const paths = hex ? Object.keys(new RawDocument(Buffer.from(hex, 'hex')).decode()).join() : '';
  const index = asked.find(({ key }) => Object.keys(key ?? {}).join() === paths) ?? asked[0] ?? { name: '' };
  return describe(namespace, index, findDocument(error.detail));
}
