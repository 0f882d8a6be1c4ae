import { mongo } from 'mongoose';

/** Whether a write failed because a unique index already has its value: somebody else was first. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === 11_000;
}
