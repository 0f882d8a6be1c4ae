import type { Connections } from '../engine/connections.ts';
import { CommandError, EngineLost } from '../errors/command-error.ts';
import { translateError } from '../errors/translate.ts';
import { isCommitted } from './outcome.ts';

/** A write with a sent commit: its PostgreSQL id, and its reply if it was committed. */
interface Commit {
  id: string;
  reply: Uint8Array;
}

interface Attempt {
  number: bigint;
  /** Absent after a failure. The same number is then a new attempt. */
  reply?: Promise<Uint8Array>;
  /** The engine died before it reported the outcome. */
  unsettled?: Commit;
}

export type RetryableWrite = (aboutToCommit: (commit: Commit) => void) => Promise<Uint8Array>;

const rememberedSessions = 20_000;

/** Executes a retried write only once. Stores the last write of each session with its reply. */
export class RetryableWrites {
  readonly #lastOfSession = new Map<string, Attempt>();
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  async run(session: string, number: bigint, write: RetryableWrite): Promise<Uint8Array> {
    const last = this.#lastOfSession.get(session);
    if (last && number < last.number) {
      throw new CommandError(
        225,
        `Retryable write ${number} is older than ${last.number} of the same session`,
      );
    }
    if (last?.number === number && last.reply) return last.reply;
    const attempt: Attempt = { number };
    this.#remember(session, attempt);
    attempt.reply = this.#perform(attempt, last?.number === number ? last.unsettled : undefined, write);
    return attempt.reply;
  }

  endSession(session: string): void {
    this.#lastOfSession.delete(session);
  }

  #remember(session: string, attempt: Attempt): void {
    this.#lastOfSession.delete(session);
    this.#lastOfSession.set(session, attempt);
    if (this.#lastOfSession.size <= rememberedSessions) return;
    const oldest = this.#lastOfSession.keys().next().value;
    if (oldest !== undefined) this.#lastOfSession.delete(oldest);
  }

  async #perform(attempt: Attempt, earlier: Commit | undefined, write: RetryableWrite): Promise<Uint8Array> {
    try {
      if (earlier && (await isCommitted(this.#connections, earlier.id))) return earlier.reply;
      return await write((commit) => (attempt.unsettled = commit));
    } catch (error) {
      delete attempt.reply;
      const translated = translateError(error);
      if (!(translated instanceof EngineLost)) delete attempt.unsettled;
      throw error;
    }
  }
}
