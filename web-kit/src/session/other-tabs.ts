import type { User } from '@leadping/contracts/identity/session-routes';
import { useQuery, useQueryClient } from '@leadping/web-kit/query';
import { useEffect, useEffectEvent } from 'react';
import { sessionQuery } from './session.ts';

/** Shell and remotes of other releases speak on it, too: the id of a user, null for nobody. */
const CHANNEL = 'leadping:session-user';

/** Tells the browser's other tabs who is signed in now; they share the session's cookie. */
export function announceUser(user: User | null): void {
  const channel = new BroadcastChannel(CHANNEL);
  // A channel reaches its own origin alone, and takes no other.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(user?.id ?? null);
  channel.close();
}

/**
 * Runs when another tab has signed in somebody else than this one shows, or has signed out: what is sent from here
 * would be sent as that other person. Listens only while somebody is shown: browsers keep fewer pages that listen.
 */
export function useOtherUser(onOther: (userId: string | null) => void): void {
  const queryClient = useQueryClient();
  const { data: shown } = useQuery({ ...sessionQuery, enabled: false });
  const receive = useEffectEvent((userId: unknown) => {
    // Of the cache, not of the last render: our own sign-in comes here as well.
    const now = queryClient.getQueryData(sessionQuery.queryKey);
    if (now && now.id !== userId) onOther(typeof userId === 'string' ? userId : null);
  });
  const isListening = Boolean(shown);
  useEffect(() => {
    if (!isListening) return undefined;
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }) => receive(data));
    return () => channel.close();
  }, [isListening]);
}
