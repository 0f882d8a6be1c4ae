import pg from 'pg';
import { EngineLost } from '../errors/command-error.ts';
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

/** The gateway's connections to PostgreSQL. While the engine is down, whoever asks for one waits for its return. */
export class Connections {
  readonly #pool: pg.Pool;
  #ready: Promise<void>;
  #markReady: () => void = () => undefined;
  #patienceMs: number;

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
    // An idle connection that breaks with the engine is replaced by the pool; whoever used one gets the error.
    this.#pool.on('error', () => undefined);
    this.#ready = new Promise((resolve) => (this.#markReady = resolve));
  }

  engineIsUp(): void {
    this.#markReady();
  }

  engineIsDown(): void {
    this.#ready = new Promise((resolve) => (this.#markReady = resolve));
  }

  async #waitForEngine(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new EngineLost('the engine does not come back')), this.#patienceMs);
    });
    await Promise.race([this.#ready, tooLong]).finally(() => clearTimeout(timer));
  }

  async take(): Promise<Connection> {
    await this.#waitForEngine();
    return this.#pool.connect();
  }

  /** Runs one of the engine's functions, on a connection of the pool or on the one of a transaction. */
  async run(name: StatementName, values: Parameter[], on?: Connection): Promise<Row | undefined> {
    if (!on) await this.#waitForEngine();
    const query = { name, text: statements[name], values };
    const result = await (on ?? this.#pool).query<Row>(query);
    return result.rows[0];
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
