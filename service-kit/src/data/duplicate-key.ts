import { mongo } from 'mongoose';

const DUPLICATE_KEY = 11_000;

/** Whether a write failed because a unique index already has its value: somebody else was first. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

/** For many writes at once: those that somebody else was first with are well. @throws what else failed */
export function ignoreDuplicateKeys(error: unknown): void {
  const writeErrors = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (isDuplicateKey(error) && writeErrors.every(({ code }) => code === DUPLICATE_KEY)) return;
  throw error;
}
