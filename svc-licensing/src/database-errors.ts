import mongoose from 'mongoose';

/** Whether a write broke a unique index: somebody else was first. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === 11000;
}
