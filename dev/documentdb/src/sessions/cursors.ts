import type { Connections } from '../engine/connections.ts';
import { CommandError } from '../errors/command-error.ts';
import type { Transaction } from './transactions.ts';

export interface Cursor {
  readonly id: string;
  readonly database: string;
  readonly neverExpires: boolean;
  readonly transaction: Transaction | undefined;
  /** The engine's continuation, which changes with every page. */
  continuation: Buffer;
  lastUsed: number;
  isBusy: boolean;
}

/** Open cursors. The engine stores their rows, the gateway their positions. */
export class Cursors {
  readonly #open = new Map<string, Cursor>();
  readonly #connections: Connections;
  readonly #lifetimeMs: number;

  constructor(connections: Connections, { lifetimeMs = 600_000 } = {}) {
    this.#connections = connections;
    this.#lifetimeMs = lifetimeMs;
  }

  get openCount(): number {
    return this.#open.size;
  }

  add(cursor: Omit<Cursor, 'lastUsed' | 'isBusy'>): void {
    this.#open.set(cursor.id, { ...cursor, lastUsed: Date.now(), isBusy: false });
    cursor.transaction?.cursors.add(cursor.id);
  }

  /**
   * Gives the cursor to one caller at a time.
   * @throws CommandError CursorNotFound, CursorInUse
   */
  claim(id: string): Cursor {
    const cursor = this.#open.get(id);
    if (!cursor || (cursor.transaction && cursor.transaction.state !== 'open')) {
      this.#open.delete(id);
      throw new CommandError(43, `cursor id ${id} not found`);
    }
    if (cursor.isBusy) throw new CommandError(143, `cursor id ${id} is already in use`);
    cursor.isBusy = true;
    return cursor;
  }

  release(cursor: Cursor, continuation: Buffer | null): void {
    cursor.isBusy = false;
    cursor.lastUsed = Date.now();
    if (continuation) cursor.continuation = continuation;
    else this.#open.delete(cursor.id);
  }

  /** @returns whether the cursor existed */
  close(id: string): boolean {
    const cursor = this.#open.get(id);
    if (!cursor) return false;
    this.#open.delete(id);
    if (!cursor.transaction) {
      // If the deletion fails, the engine's own clean-up removes the cursor.
      void this.#connections.run('deleteCursors', [[id]]).catch(() => undefined);
    }
    return true;
  }

  closeExpired(now = Date.now()): void {
    for (const cursor of this.#open.values()) {
      const isExpired = now - cursor.lastUsed > this.#lifetimeMs && !cursor.neverExpires && !cursor.isBusy;
      if (isExpired || (cursor.transaction && cursor.transaction.state !== 'open')) this.close(cursor.id);
    }
  }
}
