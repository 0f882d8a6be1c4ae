import type { Collection } from '../state/collection.ts';
import { noSuch } from './errors.ts';
import { belongsTo } from './list.ts';
import type { Owned, Scope } from './objects/types.ts';

/** @throws StripeError 404 if the object does not exist or belongs to another account or mode */
export function getOwned<T extends { id: string }>(
  collection: Collection<Owned<T>>,
  scope: Scope,
  id: string,
  kind: string,
): Owned<T> {
  const owned = collection.find(id);
  if (owned === undefined || !belongsTo(scope)(owned)) throw noSuch(kind, id);
  return owned;
}
