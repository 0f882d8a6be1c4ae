import mongoose, { type Connection, type ConnectOptions, type Model } from 'mongoose';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../telemetry/log.ts';
import { withTimeout } from '../with-timeout.ts';

mongoose.set('strictQuery', 'throw');
mongoose.set('sanitizeFilter', true);

interface DatabaseOptions {
  uri: string;
  name: string;
  log: Log;
  /** How long a call waits for a connection before it fails, in ms: 5,000 by default. */
  timeoutMs?: number;
}

/**
 * Maximum time to wait for a server, in ms. It is shorter than a service's own timeout, so that a call without a server
 * fails as not done, and not as possibly done.
 */
const MAX_SELECTION_MS = 3000;

/**
 * Connects with durable settings: every write waits for the majority's journal. Filters are sanitized: an operator in a
 * filter must be wrapped in `mongoose.trusted()`.
 */
export async function connectDatabase(options: DatabaseOptions): Promise<Connection> {
  const connection = mongoose.createConnection();
  // Tries twice, because on a busy machine the first connection may take longer than a call waits.
  await open(connection, options).catch(() => open(connection, options));
  return connection;
}

const RECONNECT_MS = 1000;

/** Connects in the background until it is closed, for a process that can work without a database. */
export function openDatabase(options: DatabaseOptions): { database: Connection; close: () => Promise<void> } {
  const connection = mongoose.createConnection();
  connection.set('bufferCommands', false);
  let closed = false;
  void (async () => {
    while (!closed) {
      try {
        await open(connection, options);
        return;
      } catch (err) {
        if (closed) return;
        options.log.warn({ err }, 'database unavailable, retrying');
        await pause(RECONNECT_MS);
      }
    }
  })();
  return {
    database: connection,
    close: async () => {
      closed = true;
      await connection.close();
    },
  };
}

async function open(connection: Connection, options: DatabaseOptions): Promise<void> {
  await connection.openUri(options.uri, connectOptions(options));
  // Attached after the connection opened, because the caller reports a failure to open it.
  connection.on('error', (err) => options.log.error({ err }, 'database error'));
  watchMonitors(connection);
}

function connectOptions({ name, timeoutMs = 5000 }: DatabaseOptions): ConnectOptions {
  return {
    dbName: name,
    writeConcern: { w: 'majority', j: true },
    readConcern: { level: 'majority' },
    retryWrites: true,
    retryReads: true,
    serverSelectionTimeoutMS: Math.min(timeoutMs, MAX_SELECTION_MS),
    // These timeouts detect a hanging connection: while it opens, while a call waits for a free one, and in use.
    connectTimeoutMS: timeoutMs,
    waitQueueTimeoutMS: timeoutMs,
    socketTimeoutMS: 20_000,
    maxPoolSize: 50,
    // Without the database an operation fails by the timeout above instead of queueing in memory.
    bufferCommands: false,
  };
}

/**
 * Waits until all models have their indexes, however long that takes. A connection gives up after 20 seconds, but the
 * server continues to build. The next request for the same index waits for the same build.
 */
export async function buildIndexes(database: Connection, log: Log): Promise<void> {
  await Promise.all(Object.values(database.models).map((model) => buildIndexesOf(model, log)));
}

async function buildIndexesOf(model: Model<unknown>, log: Log): Promise<void> {
  // Mongoose caches the result of `init`, so later attempts create the indexes directly.
  let attempt: Promise<unknown> = model.init();
  for (;;) {
    try {
      await attempt;
      return;
    } catch (err) {
      if (!(err instanceof mongoose.mongo.MongoNetworkTimeoutError)) throw err;
      log.warn({ err, collection: model.collection.collectionName }, 'indexes not built yet, waiting');
      attempt = model.createCollection().then(() => model.createIndexes());
    }
  }
}

const PING_TIMEOUT_MS = 2000;

/** Whether the database replies now. A hanging connection counts as down after two seconds. */
export async function isDatabaseUp(database: Connection): Promise<boolean> {
  const reply = await withTimeout(PING_TIMEOUT_MS, database.db?.command({ ping: 1 }));
  return reply !== undefined && database.readyState === 1;
}

const WATCH_MS = 2500;

/** The part of the driver's topology that its types hide. */
interface Monitored {
  topology?: { s: { servers: Map<string, { monitor?: { close: () => void; connect: () => void } | null }> } };
}

/**
 * The driver's monitor (7.8.0) can wait forever on a connection that was cut, and then never finds the server again.
 * After two checks in a row without a reply, the monitors are restarted. Work on other connections continues.
 */
function watchMonitors(connection: Connection): void {
  let silent = 0;
  const look = async () => {
    // A known server that is only slow needs no new monitor.
    const isLost = connection.readyState !== mongoose.ConnectionStates.connected;
    silent = isLost && !(await isDatabaseUp(connection)) ? silent + 1 : 0;
    if (silent % 2 === 1 || silent === 0) return;
    const { topology } = connection.getClient() as unknown as Monitored;
    for (const { monitor } of topology?.s.servers.values() ?? []) {
      monitor?.close();
      monitor?.connect();
    }
  };
  const watch = setInterval(() => void look().catch(() => {}), WATCH_MS).unref();
  connection.on('close', () => clearInterval(watch));
}

/** The error reply while the database cannot be reached. */
export const DATABASE_UNAVAILABLE = {
  code: 'UNAVAILABLE',
  message: 'The service is busy. Please try again in a moment.',
  retryAfter: 2,
} as const;

/**
 * Codes of a server that cannot take a write at the moment: it has no space, is closing, is overloaded, or another
 * server is becoming the primary. A router of a sharded cluster also reports them if it cannot reach the shard.
 * https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml
 */
const UNAVAILABLE_CODES: ReadonlySet<unknown> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  24, // LockTimeout
  43, // CursorNotFound: the server restarted during a read of several batches
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  112, // WriteConflict
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  365, // TemporarilyUnavailable
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
]);

/**
 * Codes of a socket that the other side closed. If a command is written at that moment, the driver (7.8.0) passes the
 * socket's error on unchanged.
 */
const CLOSED_SOCKET_CODES: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET']);

/**
 * For a bulk write the driver (7.8.0) wraps the connection error and keeps only its message. An error without a code
 * therefore does not come from a server.
 */
const isUnsentBulk = (error: unknown) =>
  error instanceof mongoose.mongo.MongoBulkWriteError && error.code === undefined;

/**
 * Whether an operation failed because the database cannot be used. Such an error is worth a retry, unlike an error of
 * the request.
 */
export function isDatabaseDown(error: unknown): boolean {
  return (
    error instanceof mongoose.mongo.MongoNetworkError ||
    error instanceof mongoose.mongo.MongoServerSelectionError ||
    error instanceof mongoose.mongo.MongoNotConnectedError ||
    error instanceof mongoose.mongo.MongoTopologyClosedError ||
    // The pool has no free connection for this operation. The driver (7.8.0) does not export this error's class.
    (error as Partial<Error> | null | undefined)?.name === 'MongoWaitQueueTimeoutError' ||
    (error instanceof mongoose.mongo.MongoServerError && UNAVAILABLE_CODES.has(error.code)) ||
    isBeforeFirstConnection(error) ||
    isUnsentBulk(error) ||
    CLOSED_SOCKET_CODES.has((error as Partial<NodeJS.ErrnoException> | null | undefined)?.code)
  );
}

/**
 * A process that opens its database in the background has no connection at first. Mongoose (9.12.1) has no class for
 * this error.
 */
const isBeforeFirstConnection = (error: unknown) =>
  error instanceof mongoose.MongooseError && error.message.includes('before initial connection');
