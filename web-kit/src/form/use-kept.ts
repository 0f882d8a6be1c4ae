import { useQueryClient } from '@leadping/web-kit/query';
import { useEffect, useEffectEvent, useState } from 'react';
import { onSessionEnd } from '../session/session-end.ts';
import { sessionQuery } from '../session/session.ts';

type Values = Record<string, unknown>;

/** By person, page and form. Kept in memory only, because the input may contain a key or a password. */
const kept = new Map<string, Values>();

/** Removes other people's input, so that nobody finds it. */
function forgetOthers(userId: string): void {
  for (const key of kept.keys()) if (!key.startsWith(`${userId} `)) kept.delete(key);
}

/**
 * The unsaved input at the end of the session, restored once the same person has signed in again.
 * @param unsaved the input to keep, if there is any
 */
export function useKept<V extends Values>(label: string, initial: V, unsaved: V | undefined): V | undefined {
  const queryClient = useQueryClient();
  const [userId] = useState(() => queryClient.getQueryData(sessionQuery.queryKey)?.id);
  const [place] = useState(() => `${userId} ${location.pathname} ${label}`);
  // The same form for another object has other initial values.
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
