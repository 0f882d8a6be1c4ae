import { CommandError } from '../errors/command-error.ts';
import { okReply } from '../wire/raw-document.ts';
import type { Call, Command } from './call.ts';

function identify({ name, session }: Call): { id: string; number: bigint } {
  if (!session || session.number === undefined) {
    throw new CommandError(72, `${name} must be run with a session and a transaction number`);
  }
  return { id: session.id, number: session.number };
}

export const commitTransaction: Command = async (call) => {
  const { id, number } = identify(call);
  await call.services.transactions.commit(id, number);
  return okReply();
};

export const abortTransaction: Command = async (call) => {
  const { id, number } = identify(call);
  await call.services.transactions.abort(id, number);
  return okReply();
};
