import type { Store } from '../../store.ts';
import { noSuch } from '../errors.ts';
import { belongsTo } from '../list.ts';
import type { OwnedSession, Scope } from '../objects/types.ts';

/** @param scope omitted for payers, who need only the id */
export function getSession(store: Store, id: string, scope?: Scope): OwnedSession {
  const owned = store.sessions.find(id);
  if (owned === undefined || (scope !== undefined && !belongsTo(scope)(owned)))
    throw noSuch('checkout.session', id, 'session');
  return owned;
}
