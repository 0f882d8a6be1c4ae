import { CommandError, EngineLost } from '../errors/command-error.ts';
import { isRetriedByServer, translateError, translateErrorInTransaction } from '../errors/translate.ts';
import type { Transaction } from '../sessions/transactions.ts';
import type { Message } from '../wire/message.ts';
import { RawDocument } from '../wire/raw-document.ts';
import type { Call, Command, Services, Session } from './call.ts';
import { findCommand } from './registry.ts';
import { runRetryableWrite } from './retryable-write.ts';
import { withTimeLimit } from './time-limit.ts';

const retryableWrites = new Set(['insert', 'update', 'delete', 'findAndModify']);
const endsTransaction = new Set(['commitTransaction', 'abortTransaction']);
const conflictAttempts = 20;

function readSession(body: RawDocument): Session | undefined {
  const id = body.document('lsid')?.binary('id')?.toString('hex');
  if (!id) return undefined;
  return {
    id,
    number: body.int64('txnNumber'),
    isTransaction: body.has('autocommit') && !body.isTrue('autocommit'),
    startsTransaction: body.isTrue('startTransaction'),
  };
}

/** Outside of a transaction, MongoDB itself retries a write that conflicts with another one. */
async function repeatOnConflict(command: Command, call: Call): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withTimeLimit(call, command);
    } catch (error) {
      if (attempt === conflictAttempts || !isRetriedByServer(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

async function joinTransaction(call: Call, session: Session, number: bigint): Promise<Transaction> {
  const { transactions, collections } = call.services;
  const writes = retryableWrites.has(call.name);
  if (session.startsTransaction) {
    if (writes) await collections.ensure(call.database, call.collection);
    return transactions.begin(session.id, number);
  }
  const transaction = transactions.getOpen(session.id, number);
  if (writes && (await collections.ensure(call.database, call.collection))) {
    // This transaction's snapshot is older than the collection.
    throw new CommandError(112, `Collection ${call.database}.${call.collection} was just created`);
  }
  return transaction;
}

async function runInTransaction(command: Command, call: Call, session: Session): Promise<Uint8Array> {
  if (session.number === undefined) throw new CommandError(72, 'A transaction needs a transaction number');
  let transaction: Transaction | undefined;
  try {
    transaction = await joinTransaction(call, session, session.number);
    return await withTimeLimit({ ...call, transaction, connection: transaction.connection }, command);
  } catch (error) {
    const { transactions } = call.services;
    const open = transaction ?? transactions.find(session.id, session.number);
    if (open) await transactions.rollBack(open);
    throw translateErrorInTransaction(error);
  }
}

/**
 * A driver retries once and immediately. After this pause every part of this process knows that the engine is down
 * and waits for it.
 */
const noticePauseMs = 100;

/**
 * Reported like a lost shard by a MongoDB router: the label makes the driver retry what is safe. Closing the
 * connection instead would clear the driver's pool, and only the first command would be retried.
 */
async function describeLoss({ name, session }: Call, { message }: EngineLost): Promise<CommandError> {
  await new Promise((resolve) => setTimeout(resolve, noticePauseMs));
  const loss = new CommandError(6, `The database engine is starting again: ${message}`);
  if (session?.number === undefined) return loss;
  const isRepeated = endsTransaction.has(name) || !session.isTransaction;
  return loss.withLabel(isRepeated ? 'RetryableWriteError' : 'TransientTransactionError');
}

/**
 * Runs a client's command.
 * @throws only CommandError
 */
export async function execute(
  message: Message,
  services: Services,
  connectionId: number,
): Promise<Uint8Array> {
  const body = new RawDocument(message.command);
  const known = findCommand(body.firstField);
  if (!known) throw new CommandError(59, `no such command: '${body.firstField}'`);
  services.operations.count(known.name);
  const session = readSession(body);
  const call: Call = {
    name: known.name,
    database: body.text('$db') ?? 'admin',
    collection: body.text(body.firstField) ?? '',
    body,
    sequences: message.sequences,
    connectionId,
    services,
    session,
    transaction: undefined,
    connection: undefined,
  };
  try {
    if (endsTransaction.has(call.name)) return await known.command(call);
    if (session?.isTransaction) return await runInTransaction(known.command, call, session);
    if (session?.number !== undefined && retryableWrites.has(call.name)) {
      return await runRetryableWrite(call, session.id, session.number, (single) =>
        repeatOnConflict(known.command, single),
      );
    }
    return await repeatOnConflict(known.command, call);
  } catch (error) {
    const translated = translateError(error);
    throw translated instanceof EngineLost ? await describeLoss(call, translated) : translated;
  }
}
