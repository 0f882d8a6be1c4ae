import { mongo } from 'mongoose';

const DUPLICATE_KEY = 11_000;

/** Whether a write failed because a unique index already contains its value. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Ignores duplicate keys in a bulk write.
 * @throws any other error
 */
export function ignoreDuplicateKeys(error: unknown): void {
  const writeErrors = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (isDuplicateKey(error) && writeErrors.every(({ code }) => code === DUPLICATE_KEY)) return;
  throw error;
}
