import type { Connection, Connections, Parameter } from '../engine/connections.ts';
import type { Row, StatementName } from '../engine/statements.ts';
import type { Cursors } from '../sessions/cursors.ts';
import type { Operations } from '../sessions/operations.ts';
import type { RetryableWrites } from '../sessions/retryable-writes.ts';
import type { Transaction, Transactions } from '../sessions/transactions.ts';
import type { RawDocument } from '../wire/raw-document.ts';
import type { Collections } from './known-collections.ts';

export interface Services {
  /** `host:port` that clients reach the gateway by. */
  address: string;
  connections: Connections;
  transactions: Transactions;
  cursors: Cursors;
  retryableWrites: RetryableWrites;
  collections: Collections;
  operations: Operations;
}

/** What a command is run with. */
export interface Call {
  name: string;
  database: string;
  /** The command's own argument where that is a name; empty for `{ aggregate: 1 }`. */
  collection: string;
  body: RawDocument;
  sequences: Map<string, Buffer>;
  connectionId: number;
  services: Services;
  session: Session | undefined;
  /** The open transaction that the command belongs to. */
  transaction: Transaction | undefined;
  /** Set while `maxTimeMS` holds, and in a transaction: the one connection to use. */
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

/** The same where the engine always answers one row with a document. */
export async function runForReply(call: Call, name: StatementName, values: Parameter[]): Promise<Buffer> {
  const row = await runStatement(call, name, values);
  if (!row) throw new Error(`the engine answered ${name} with nothing`);
  return row.reply;
}
