import { readOwn, saveOwn } from '@leadping/web-kit/session/own-storage';
import { useSession } from '@leadping/web-kit/session/session';
import { useState } from 'react';

const nameOf = (ticketId: string) => `reply-${ticketId}`;

/**
 * An unsent reply. It survives other tickets, other tabs of the dashboard and a reload, but not a sign-out.
 * @param sent the last sent reply, if any. When it changes, the stored draft is read again
 */
export function useDraft(ticketId: string, sent: number | undefined) {
  const userId = useSession().user?.id ?? '';
  const [typed, setTyped] = useState<{ text: string; sent: number | undefined }>();
  return {
    draft: typed && typed.sent === sent ? typed.text : readOwn(userId, nameOf(ticketId)),
    save: (text: string) => {
      setTyped({ text, sent });
      saveOwn(userId, nameOf(ticketId), text);
    },
  };
}

/** Deletes a sent draft, even after its author opened another page. A changed draft stays. */
export function useForgetDraft() {
  const userId = useSession().user?.id ?? '';
  return (ticketId: string, sent: string) => {
    const name = nameOf(ticketId);
    if (readOwn(userId, name).trim() === sent.trim()) saveOwn(userId, name, '');
  };
}
