import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** Opens a database at the first call and keeps it open. */
export function databaseOpener<Schema extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const open = () =>
    openDB<Schema>(name, 1, {
      upgrade: create,
      // A newer version of the extension waits until this one closes the database.
      blocking: (_old, _new, event) => {
        opened = undefined;
        (event.target as IDBDatabase).close();
      },
      terminated: () => (opened = undefined),
    }).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
  return () => (opened ??= open());
}
