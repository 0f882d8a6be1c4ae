import { useQueryClient } from '@leadping/web-kit/query';
import { useEffect, useEffectEvent, useState } from 'react';
import { onSessionEnd } from '../session/session-end.ts';
import { sessionQuery } from '../session/session.ts';

type Values = Record<string, unknown>;

/** By person, page and form. In memory alone: a key or a password may be among it. */
const kept = new Map<string, Values>();

/** Nobody finds what somebody else has written, and it does not stay behind them. */
function forgetOthers(userId: string): void {
  for (const key of kept.keys()) if (!key.startsWith(`${userId} `)) kept.delete(key);
}

/**
 * What the form held when the session ended, once the same person has signed in again.
 * @param unsaved what to keep of it, if anything
 */
export function useKept<V extends Values>(label: string, initial: V, unsaved: V | undefined): V | undefined {
  const queryClient = useQueryClient();
  const [userId] = useState(() => queryClient.getQueryData(sessionQuery.queryKey)?.id);
  const [place] = useState(() => `${userId} ${location.pathname} ${label}`);
  // The same form about another thing begins with other values.
  const key = `${place} ${JSON.stringify(initial)}`;
  const [found] = useState(() => kept.get(key) as V | undefined);
  const keep = useEffectEvent(() => {
    if (userId !== undefined && unsaved) kept.set(key, unsaved);
  });
  useEffect(() => {
    kept.delete(key);
    if (userId !== undefined) forgetOthers(userId);
    return onSessionEnd(() => keep());
  }, [key, userId]);
  return found;
}
