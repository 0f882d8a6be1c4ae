import type { BSON } from 'bson';
import { DatabaseError } from 'pg';
import type { Row } from '../engine/statements.ts';
import { CommandError } from '../errors/command-error.ts';
import { describeDuplicate, describeDuplicateInBatch } from './duplicate-key.ts';
import { codeOfState } from '../errors/engine-states.ts';
import { readWriteErrors, replaceWriteErrors } from './write-errors.ts';
import { RawDocument } from '../wire/raw-document.ts';
import { runStatement, type Call, type Command } from './call.ts';

const statementsField = { insert: 'documents', update: 'updates', delete: 'deletes' } as const;
type BatchWrite = keyof typeof statementsField;

/** Reads the statements of a batch, from the command or from its document sequences. */
export function readStatements(call: Call): RawDocument[] {
  const field = statementsField[call.name as BatchWrite];
  const sequence = call.sequences.get(field);
  const statements: RawDocument[] = [];
  if (sequence) {
    for (let at = 0; at < sequence.length;) {
      const end = at + sequence.readInt32LE(at);
      statements.push(new RawDocument(sequence.subarray(at, end)));
      at = end;
    }
    return statements;
  }
  const array = call.body.document(field);
  if (!array)
    throw new CommandError(40414, `BSON field '${call.name}.${field}' is missing but a required field`);
  for (const name of array.fieldNames) {
    const statement = array.document(name);
    if (!statement)
      throw new CommandError(14, `BSON field '${call.name}.${field}.${name}' is the wrong type`);
    statements.push(statement);
  }
  return statements;
}

/** Counts the statements. Only whether there is more than one matters. */
export function countStatements(call: Call): number {
  const field = statementsField[call.name as BatchWrite];
  const sequence = call.sequences.get(field);
  if (!sequence) return call.body.document(field)?.size ?? 0;
  return sequence.length > 0 && sequence.readInt32LE(0) === sequence.length ? 1 : 2;
}

/** The id by which the engine recognizes a repeated write. Valid for a single statement only. */
function engineRetryId({ session, transaction }: Call, statementCount: number): string | null {
  if (transaction || !session || session.number === undefined || statementCount !== 1) return null;
  return `${session.id}:${session.number}`;
}

async function describeWriteErrors(call: Call, row: Row): Promise<Uint8Array> {
  const errors = readWriteErrors(row.reply);
  const conflict = errors.find(({ code }) => code === 112 || code === 24);
  if (conflict) throw new CommandError(112, conflict.errmsg);
  const statements = errors.some(({ code }) => code === 11000) ? readStatements(call) : [];
  for (const error of errors) {
    if (error.code !== 11000) continue;
    const document: BSON.Document | undefined =
      call.name === 'insert' ? statements[error.index]?.decode() : undefined;
    Object.assign(
      error,
      await describeDuplicateInBatch(call.services.connections, call, error.errmsg, document),
    );
  }
  if (call.transaction) await call.services.transactions.rollBack(call.transaction);
  return replaceWriteErrors(row.reply, errors);
}

/** insert, update, delete */
export const writeBatch: Command = async (call) => {
  const name = call.name as BatchWrite;
  const sequence = call.sequences.get(statementsField[name]) ?? null;
  const retryId = engineRetryId(call, countStatements(call));
  const row = await runStatement(call, name, [call.database, call.body.bytes, sequence, retryId]);
  if (!row) throw new Error(`the engine answered ${name} with nothing`);
  return row.succeeded ? row.reply : describeWriteErrors(call, row);
};

export const findAndModify: Command = async (call) => {
  try {
    const row = await runStatement(call, 'findAndModify', [
      call.database,
      call.body.bytes,
      engineRetryId(call, 1),
    ]);
    if (!row) throw new Error('the engine answered findAndModify with nothing');
    return row.reply;
  } catch (error) {
    if (!(error instanceof DatabaseError) || codeOfState(error.code ?? '') !== 11000) throw error;
    const { errmsg, ...details } = await describeDuplicate(call.services.connections, call, error);
    throw new CommandError(11000, errmsg, { details });
  }
};
