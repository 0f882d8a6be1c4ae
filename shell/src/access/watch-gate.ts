import { recoverReads } from '@leadping/web-kit/api/recover-reads';
import type { QueryClient } from '@leadping/web-kit/query';
import { watchOtherUser } from '@leadping/web-kit/session/other-tabs';
import { forgetOthersOwn } from '@leadping/web-kit/session/own-storage';
import { REPLACED_SESSION } from './replaced-session.ts';

const watched = new WeakSet<QueryClient>();
let shownGates = 0;

/** Reloads to switch this tab to the new session, without asking about unsaved changes of the old one. */
function beginAnew(): void {
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.reload();
}

/** Keeps a tab from continuing with a replaced session. A public page switches only at the next gate. */
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
 * Watches a page behind the gate: retries failed reads and reloads when its session is replaced.
 * @returns a function that stops the watch
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
