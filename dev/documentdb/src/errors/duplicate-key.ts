import { EJSON, type BSON } from 'bson';
import type { Connections } from '../engine/connections.ts';
import { RawDocument } from '../wire/raw-document.ts';
import { BSON as bson } from 'bson';

export interface DuplicateKey {
  errmsg: string;
  keyPattern?: BSON.Document;
  keyValue?: BSON.Document;
}

async function findKeyPattern(
  connections: Connections,
  database: string,
  collection: string,
  indexName: string,
): Promise<BSON.Document | undefined> {
  const command = bson.serialize({ listIndexes: collection, cursor: {} });
  const row = await connections.run('listIndexes', [database, command]).catch(() => undefined);
  const indexes: BSON.Document[] = row ? new RawDocument(row.reply).decode().cursor.firstBatch : [];
  return indexes.find(({ name }) => name === indexName)?.key;
}

function valueAt(document: BSON.Document, path: string): unknown {
  return (
    path.split('.').reduce<unknown>((value, key) => (value as BSON.Document | null)?.[key], document) ?? null
  );
}

function describeKey(keyPattern: BSON.Document | undefined, keyValue: BSON.Document | undefined): string {
  if (!keyPattern) return '{ }';
  const parts = Object.keys(keyPattern).map(
    (path) => `${path}: ${keyValue ? EJSON.stringify(keyValue[path]) : '?'}`,
  );
  return `{ ${parts.join(', ')} }`;
}

/**
 * MongoDB's account of a duplicate key. The engine names the index only; the key's pattern is asked for, its value
 * is read from the document where that was sent whole.
 */
export async function describeDuplicateKey(
  connections: Connections,
  namespace: { database: string; collection: string },
  engineMessage: string,
  document?: BSON.Document,
): Promise<DuplicateKey> {
  const { database, collection } = namespace;
  const indexName = /[Ii]ndex '([^']*)'/.exec(engineMessage)?.[1] ?? '_id_';
  const keyPattern = await findKeyPattern(connections, database, collection, indexName);
  const keyValue =
    keyPattern && document
      ? Object.fromEntries(Object.keys(keyPattern).map((path) => [path, valueAt(document, path)]))
      : undefined;
  const key = describeKey(keyPattern, keyValue);
  const errmsg = `E11000 duplicate key error collection: ${database}.${collection} index: ${indexName} dup key: ${key}`;
  return { errmsg, ...(keyPattern && { keyPattern }), ...(keyValue && { keyValue }) };
}
