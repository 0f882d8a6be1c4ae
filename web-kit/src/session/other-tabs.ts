import type { User } from '@leadping/contracts/identity/session-routes';
import type { QueryClient } from '@leadping/web-kit/query';
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
 * Subscribes to what other tabs announce: `onOther` runs when one has signed in somebody else than is cached here, or has
 * signed out: what is sent from here would be sent as that other person. For as long as the tab lives, but only while
 * somebody is cached: browsers keep fewer pages that subscribe.
 */
export function watchOtherUser(queryClient: QueryClient, onOther: (userId: string | null) => void): void {
  const findUser = () => queryClient.getQueryData(sessionQuery.queryKey);
  let channel: BroadcastChannel | undefined;
  const receive = (userId: unknown) => {
    // Of the cache, not of its last event: our own sign-in comes here as well.
    const now = findUser();
    if (now && now.id !== userId) onOther(typeof userId === 'string' ? userId : null);
  };
  const update = () => {
    if (Boolean(channel) === Boolean(findUser())) return;
    channel?.close();
    channel = channel ? undefined : new BroadcastChannel(CHANNEL);
    channel?.addEventListener('message', ({ data }) => receive(data));
  };
  update();
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === sessionQuery.queryKey[0]) update();
  });
}
