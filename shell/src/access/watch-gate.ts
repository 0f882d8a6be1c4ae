import { recoverReads } from '@leadping/web-kit/api/recover-reads';
import type { QueryClient } from '@leadping/web-kit/query';
import { watchOtherUser } from '@leadping/web-kit/session/other-tabs';
import { forgetOthersOwn } from '@leadping/web-kit/session/own-storage';
import { REPLACED_SESSION } from './replaced-session.ts';

const watched = new WeakSet<QueryClient>();
let shownGates = 0;

/** Begins anew as the person whose session this tab now shares: no question about what the one before has not saved. */
function beginAnew(): void {
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.reload();
}

/** Keeps a tab from continuing as somebody else than the browser's session. A public page is left alone until a gate. */
function watchOtherTabs(queryClient: QueryClient): void {
  if (watched.has(queryClient)) return;
  watched.add(queryClient);
  queryClient.setQueryDefaults(REPLACED_SESSION, { gcTime: Infinity });
  watchOtherUser(queryClient, (userId) => {
    forgetOthersOwn(userId);
    if (shownGates > 0) beginAnew();
    else queryClient.setQueryData(REPLACED_SESSION, true);
  });
}

/**
 * Watches over a page behind the gate: reads that failed are made again, and it goes when its session is replaced.
 * @returns what ends it
 */
export function watchGate(queryClient: QueryClient): () => void {
  watchOtherTabs(queryClient);
  if (queryClient.getQueryData(REPLACED_SESSION)) beginAnew();
  shownGates += 1;
  const stopRecovery = recoverReads(queryClient);
  return () => {
    shownGates -= 1;
    stopRecovery();
  };
}
