import mongoose, { type Connection } from 'mongoose';
import type { Log } from './log.ts';

mongoose.set('strictQuery', 'throw');
mongoose.set('sanitizeFilter', true);

/**
 * Connects with the options that a promise of durability needs: every write waits for the majority's journal.
 * Filters are sanitised: an operator in a filter must be wrapped in `mongoose.trusted()`.
 */
export async function connectDatabase(options: { uri: string; name: string; log: Log }): Promise<Connection> {
  const connection = mongoose.createConnection(options.uri, {
    dbName: options.name,
    writeConcern: { w: 'majority', j: true },
    readConcern: { level: 'majority' },
    retryWrites: true,
    retryReads: true,
    serverSelectionTimeoutMS: 5000,
    socketTimeoutMS: 20_000,
    maxPoolSize: 50,
  });
  connection.on('error', (err) => options.log.error({ err }, 'database error'));
  await connection.asPromise();
  return connection;
}
