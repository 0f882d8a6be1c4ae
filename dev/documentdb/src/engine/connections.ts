import pg from 'pg';
import { EngineLost } from '../errors/command-error.ts';
import { translateError } from '../errors/translate.ts';
import { statements, type Row, type StatementName } from './statements.ts';

export type Connection = pg.PoolClient;
export type Parameter = string | number | Buffer | Uint8Array | string[] | null;

const options = [
  'search_path=documentdb_api_catalog,documentdb_api,public',
  'documentdb_core.enableCollation=on',
  'client_min_messages=error',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

const retryPauseMs = 50;

/** The gateway's connections to PostgreSQL. While the engine is down, callers wait for its return. */
export class Connections {
  readonly #pool: pg.Pool;
  #ready: Promise<void>;
  #markReady: () => void = () => undefined;
  readonly #patienceMs: number;

  constructor(socketFolder: string, { size = 48, patienceMs = 20_000 } = {}) {
    this.#patienceMs = patienceMs;
    this.#pool = new pg.Pool({
      host: socketFolder,
      user: 'postgres',
      database: 'postgres',
      options,
      max: size,
      idleTimeoutMillis: 60_000,
    });
    // The pool replaces a connection that breaks with the engine, and a running query fails with the error. The
    // second listener is for the time between two queries of a transaction.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (connection) => connection.on('error', () => undefined));
    this.#ready = new Promise((resolve) => (this.#markReady = resolve));
  }

  engineIsUp(): void {
    this.#markReady();
  }

  engineIsDown(): void {
    this.#ready = new Promise((resolve) => (this.#markReady = resolve));
  }

  /** Takes a connection from the pool. Retries for a while, because nothing was sent yet. */
  async take(): Promise<Connection> {
    const deadline = Date.now() + this.#patienceMs;
    for (;;) {
      await this.#waitUntilUp(deadline);
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (Date.now() > deadline || !(translateError(error) instanceof EngineLost)) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
      }
    }
  }

  async #waitUntilUp(deadline: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      const error = new EngineLost('the engine does not come back');
      timer = setTimeout(() => reject(error), deadline - Date.now());
    });
    await Promise.race([this.#ready, tooLong]).finally(() => clearTimeout(timer));
  }

  /** Runs one of the engine's functions on a connection of the pool or of a transaction. */
  async run(name: StatementName, values: Parameter[], on?: Connection): Promise<Row | undefined> {
    const query = { name, text: statements[name], values };
    if (on) return (await on.query<Row>(query)).rows[0];
    const connection = await this.take();
    let isBroken = false;
    try {
      return (await connection.query<Row>(query)).rows[0];
    } catch (error) {
      isBroken = translateError(error) instanceof EngineLost;
      throw error;
    } finally {
      connection.release(isBroken);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
