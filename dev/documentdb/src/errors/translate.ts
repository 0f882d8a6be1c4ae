import { BSONError } from 'bson';
import { DatabaseError } from 'pg';
import { CommandError, EngineLost } from './command-error.ts';
import { codeOfState } from './engine-states.ts';

/** Shut down, crashed, starting, out of connections: the command itself was not rejected. */
const lostStates = /^(57P0[1-5]|08...|53300)$/;

/** Two connections created the same collection concurrently. The second one only has to retry. */
const creationRace =
  /sentinel collection|creating collection|create the specified collection|tuple concurrently/;

export function isRetriedByServer(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return error instanceof CommandError && error.code === 112;
  return error.code === '40001' || error.code === '40P01' || creationRace.test(error.message);
}

/** Translates every failure of the engine into the error for the client. */
export function translateError(error: unknown): CommandError | EngineLost {
  if (error instanceof CommandError || error instanceof EngineLost) return error;
  if (error instanceof DatabaseError && error.code && !lostStates.test(error.code)) {
    if (creationRace.test(error.message)) return new CommandError(112, error.message);
    const code = codeOfState(error.code);
    if (code === 50) return new CommandError(code, 'operation exceeded time limit');
    return new CommandError(
      code,
      code === 8 ? `${error.message} (engine state ${error.code})` : error.message,
    );
  }
  // A bug in the gateway: the client gets an error and keeps its connection.
  if (error instanceof TypeError || error instanceof RangeError) return new CommandError(1, error.message);
  if (error instanceof BSONError) return new CommandError(22, error.message);
  return new EngineLost(error instanceof Error ? error.message : String(error), { cause: error });
}

const transient = new Set([112, 251, 24]);

/** Inside a transaction, an unavailable lock is a conflict, so the driver retries the whole transaction. */
export function translateErrorInTransaction(error: unknown): CommandError | EngineLost {
  const translated = translateError(error);
  if (translated instanceof EngineLost || !transient.has(translated.code)) return translated;
  const code = translated.code === 24 ? 112 : translated.code;
  return new CommandError(code, translated.message).withLabel('TransientTransactionError');
}
