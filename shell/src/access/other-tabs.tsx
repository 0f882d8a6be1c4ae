import { forgetOthersOwn } from '@leadping/web-kit/session/own-storage';
import { useOtherUser } from '@leadping/web-kit/session/other-tabs';

/** Begins anew as the person whose session this tab now shares: no question about what the one before has not saved. */
function beginAnew(userId: string | null): void {
  forgetOthersOwn(userId);
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.reload();
}

/** Keeps a tab from going on in the name of somebody else, who signed in in another one. */
export function OtherTabs(): null {
  useOtherUser(beginAnew);
  return null;
}
