import type { User } from '@leadping/contracts/identity/session-routes';
import type { QueryClient } from '@leadping/web-kit/query';
import { sessionQuery } from './session.ts';

/**
 * The channel is shared with shells and remotes of other releases. Messages are a user id, or null if nobody is
 * signed in.
 */
const CHANNEL = 'leadping:session-user';

/** Notifies the browser's other tabs of the signed-in user, because they share the session's cookie. */
export function announceUser(user: User | null): void {
  const channel = new BroadcastChannel(CHANNEL);
  // A channel reaches only its own origin and accepts no target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(user?.id ?? null);
  channel.close();
}

/**
 * Calls `onOther` when another tab has signed in a different user than the cached one, or has signed out. Requests
 * from this tab would otherwise run as that user. Subscribes only while a user is cached, because browsers put
 * fewer subscribed pages into the back/forward cache.
 */
export function watchOtherUser(queryClient: QueryClient, onOther: (userId: string | null) => void): void {
  const findUser = () => queryClient.getQueryData(sessionQuery.queryKey);
  let channel: BroadcastChannel | undefined;
  const receive = (userId: unknown) => {
    // Reads the cache instead of its last event, because our own sign-in arrives here as well.
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
