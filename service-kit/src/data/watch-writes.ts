import { AsyncLocalStorage } from 'node:async_hooks';
import mongoose, { type Schema } from 'mongoose';

/** Whether a piece of work has changed a document. */
export interface Writes {
  hasWritten: boolean;
}

const storage = new AsyncLocalStorage<Writes | undefined>();

/** Runs `work` and sets `writes` if it changes a document, even if it fails later. */
export function watchWrites<T>(writes: Writes, work: () => T): T {
  return storage.run(writes, work);
}

/** Does work that changes nothing if the call is refused: its writes count attempts, or are taken back. */
export function unwatched<T>(work: () => T): T {
  return storage.run(undefined, work);
}

const UPDATES = ['updateOne', 'updateMany', 'replaceOne'] as const;
const CHANGES_OF_ONE = ['findOneAndUpdate', 'findOneAndReplace', 'findOneAndDelete'] as const;
const DELETIONS = ['deleteOne', 'deleteMany'] as const;

interface UpdateCounts {
  modifiedCount: number;
  upsertedCount: number;
}

function noteWrites(schema: Schema): void {
  // Counters, challenges and sessions expire automatically and are also written for refused calls, so they are ignored.
  if (schema.indexes().some(([, options]) => options.expireAfterSeconds !== undefined)) return;
  const note = (isWritten: boolean) => {
    const writes = storage.getStore();
    if (writes && isWritten) writes.hasWritten = true;
  };
  schema.post('save', () => note(true));
  schema.post(['insertMany', 'bulkWrite'] as never, () => note(true));
  schema.post(UPDATES as never, ({ modifiedCount, upsertedCount }: UpdateCounts) =>
    note(modifiedCount + upsertedCount > 0),
  );
  schema.post(CHANGES_OF_ONE as never, (found: unknown) => note(found !== null));
  schema.post(DELETIONS as never, ({ deletedCount }: { deletedCount: number }) => note(deletedCount > 0));
}

mongoose.plugin(noteWrites);
