import type { Connection, Connections, Parameter } from '../engine/connections.ts';
import type { Row, StatementName } from '../engine/statements.ts';
import type { Cursors } from '../sessions/cursors.ts';
import type { Operations } from '../sessions/operations.ts';
import type { RetryableWrites } from '../sessions/retryable-writes.ts';
import type { Transaction, Transactions } from '../sessions/transactions.ts';
import type { RawDocument } from '../wire/raw-document.ts';
import type { Collections } from './known-collections.ts';

export interface Services {
  /** `host:port` at which clients reach the gateway. */
  address: string;
  connections: Connections;
  transactions: Transactions;
  cursors: Cursors;
  retryableWrites: RetryableWrites;
  collections: Collections;
  operations: Operations;
}

/** The context of a command. */
export interface Call {
  name: string;
  database: string;
  /** The command's own argument if it is a name. Empty for `{ aggregate: 1 }`. */
  collection: string;
  body: RawDocument;
  sequences: Map<string, Buffer>;
  connectionId: number;
  services: Services;
  session: Session | undefined;
  /** The open transaction of the command. */
  transaction: Transaction | undefined;
  /** The only connection to use, set during `maxTimeMS` and in a transaction. */
  connection: Connection | undefined;
}

export interface Session {
  id: string;
  number: bigint | undefined;
  isTransaction: boolean;
  startsTransaction: boolean;
}

export type Command = (call: Call) => Promise<Uint8Array> | Uint8Array;

/** Runs one of the engine's functions for a command. */
export function runStatement(call: Call, name: StatementName, values: Parameter[]): Promise<Row | undefined> {
  return call.services.connections.run(name, values, call.connection);
}

/** Like `runStatement`, for functions that always return one row with a document. */
export async function runForReply(call: Call, name: StatementName, values: Parameter[]): Promise<Buffer> {
  const row = await runStatement(call, name, values);
  if (!row) throw new Error(`the engine answered ${name} with nothing`);
  return row.reply;
}
