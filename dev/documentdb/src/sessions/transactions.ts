import type { Connection, Connections } from '../engine/connections.ts';
import { statements } from '../engine/statements.ts';
import { CommandError, EngineLost } from '../errors/command-error.ts';
import { translateErrorInTransaction } from '../errors/translate.ts';
import { isCommitted } from './outcome.ts';

/** Abandoned transactions are rolled back after a minute, as in MongoDB. */
const lifetimeMs = 60_000;

export interface Transaction {
  readonly number: bigint;
  readonly connection: Connection;
  state: 'open' | 'committed' | 'aborted' | 'unknown';
  /** PostgreSQL's id, known from the commit on. */
  id: string | null;
  readonly cursors: Set<string>;
  timer: NodeJS.Timeout;
}

const noSuchTransaction = (message: string) =>
  new CommandError(251, message, { labels: ['TransientTransactionError'] });

/** Multi-document transactions: one at a time per session, each on its own connection. */
export class Transactions {
  readonly #bySession = new Map<string, Transaction>();
  readonly #connections: Connections;
  readonly #lifetimeMs: number;

  constructor(connections: Connections, options: { lifetimeMs?: number } = {}) {
    this.#connections = connections;
    this.#lifetimeMs = options.lifetimeMs ?? lifetimeMs;
  }

  get openCount(): number {
    return [...this.#bySession.values()].filter(({ state }) => state === 'open').length;
  }

  async begin(session: string, number: bigint): Promise<Transaction> {
    const previous = this.#bySession.get(session);
    if (previous && number < previous.number) {
      throw new CommandError(
        225,
        `Cannot start transaction ${number}: ${previous.number} has already started`,
      );
    }
    if (previous?.number === number) {
      throw new CommandError(117, `Transaction ${number} is already ${previous.state}`);
    }
    if (previous) await this.rollBack(previous);
    const connection = await this.#connections.take();
    try {
      await connection.query(statements.begin);
    } catch (error) {
      connection.release(true);
      throw error;
    }
    const transaction: Transaction = {
      number,
      connection,
      state: 'open',
      id: null,
      cursors: new Set(),
      timer: setTimeout(() => void this.rollBack(transaction), this.#lifetimeMs),
    };
    this.#bySession.set(session, transaction);
    return transaction;
  }

  find(session: string, number: bigint): Transaction | undefined {
    const transaction = this.#bySession.get(session);
    return transaction?.number === number ? transaction : undefined;
  }

  /** @throws CommandError NoSuchTransaction */
  get(session: string, number: bigint): Transaction {
    const transaction = this.find(session, number);
    if (!transaction) {
      throw noSuchTransaction(
        `Given transaction number ${number} does not match any in-progress transactions`,
      );
    }
    return transaction;
  }

  /** @throws CommandError NoSuchTransaction, TransactionCommitted */
  getOpen(session: string, number: bigint): Transaction {
    const transaction = this.get(session, number);
    if (transaction.state === 'committed') {
      throw new CommandError(256, `Transaction ${number} has been committed`);
    }
    if (transaction.state !== 'open') throw noSuchTransaction(`Transaction ${number} has been aborted`);
    return transaction;
  }

  /**
   * Commits idempotently, because a driver repeats a commit whose reply was lost. If the engine died during the first
   * one, PostgreSQL is asked for its outcome.
   */
  async commit(session: string, number: bigint): Promise<void> {
    const transaction = this.get(session, number);
    if (transaction.state === 'unknown' && transaction.id) {
      transaction.state = (await isCommitted(this.#connections, transaction.id)) ? 'committed' : 'aborted';
    }
    if (transaction.state === 'committed') return;
    if (transaction.state === 'aborted') throw noSuchTransaction(`Transaction ${number} has been aborted`);
    clearTimeout(transaction.timer);
    const { connection } = transaction;
    try {
      const { rows } = await connection.query<{ id: string | null }>(statements.transactionId);
      transaction.id = rows[0]?.id ?? null;
      const { command } = await connection.query('COMMIT');
      transaction.state = command === 'COMMIT' ? 'committed' : 'aborted';
    } catch (error) {
      const translated = translateErrorInTransaction(error);
      transaction.state = translated instanceof EngineLost && transaction.id ? 'unknown' : 'aborted';
      connection.release(true);
      throw translated;
    }
    connection.release();
    if (transaction.state === 'aborted') throw noSuchTransaction(`Transaction ${number} has been aborted`);
  }

  async abort(session: string, number: bigint): Promise<void> {
    await this.rollBack(this.getOpen(session, number));
  }

  async rollBack(transaction: Transaction): Promise<void> {
    if (transaction.state !== 'open') return;
    transaction.state = 'aborted';
    clearTimeout(transaction.timer);
    const isBroken = await transaction.connection.query('ROLLBACK').then(
      () => false,
      () => true,
    );
    transaction.connection.release(isBroken);
  }

  /** Called when the client ends its session. Its open transaction is rolled back. */
  async endSession(session: string): Promise<void> {
    const transaction = this.#bySession.get(session);
    this.#bySession.delete(session);
    if (transaction) await this.rollBack(transaction);
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#bySession.keys()].map((session) => this.endSession(session)));
  }
}
