import { BSON } from 'bson';
import { DatabaseError } from 'pg';
import { CommandError } from '../errors/command-error.ts';
import { describeDuplicateInBuild, type Index } from './duplicate-key.ts';
import { codeOfPackedState, codeOfState } from '../errors/engine-states.ts';
import { okReply, RawDocument } from '../wire/raw-document.ts';
import { runForReply, runStatement, type Command } from './call.ts';

/**
 * Reads the engine's reply, which has one entry per shard under `raw`. There is one shard.
 * @throws CommandError if that entry is a failure
 */
export function readIndexReply(reply: Buffer): Uint8Array {
  const { raw, ok, ...rest } = new RawDocument(reply).decode();
  const answer: BSON.Document = { ...(raw && Object.values(raw)[0]), ...rest };
  const succeeded = raw ? answer.ok !== 0 && answer.code === undefined : Boolean(ok);
  if (!succeeded) throw new CommandError(codeOfPackedState(Number(answer.code)), String(answer.errmsg));
  return okReply(answer);
}

export const createIndexes: Command = async (call) => {
  if (call.transaction) {
    throw new CommandError(263, 'An index cannot be created in a multi-document transaction here');
  }
  const { indexes } = call.body.decode();
  const command = BSON.serialize({ createIndexes: call.collection, indexes });
  try {
    return readIndexReply(await runForReply(call, 'createIndexes', [call.database, command]));
  } catch (error) {
    if (!(error instanceof DatabaseError) || codeOfState(error.code ?? '') !== 11000) throw error;
    const asked: Index[] = Array.isArray(indexes) ? indexes : [];
    const { errmsg, ...details } = describeDuplicateInBuild(call, asked, error);
    throw new CommandError(11000, errmsg, { details });
  }
};

export const dropIndexes: Command = async (call) => {
  const row = await runStatement(call, 'dropIndexes', [call.database, call.body.bytes]);
  const printed = String(Object.values(row ?? {})[0]);
  return readIndexReply(Buffer.from(printed.replace(/^BSONHEX/, ''), 'hex'));
};
