import { readOwn, saveOwn } from '@leadping/web-kit/session/own-storage';
import { useSession } from '@leadping/web-kit/session/session';
import { useState } from 'react';

const nameOf = (ticketId: string) => `reply-${ticketId}`;

/**
 * A reply that is not sent yet: it survives other tickets, other tabs of the dashboard and a reload, but no sign-out.
 * @param sent the last reply that was sent, if one was; with another one the draft is what is stored then
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

/** Forgets a draft that was sent, wherever its author is by then; what they wrote instead stays. */
export function useForgetDraft() {
  const userId = useSession().user?.id ?? '';
  return (ticketId: string, sent: string) => {
    const name = nameOf(ticketId);
    if (readOwn(userId, name).trim() === sent.trim()) saveOwn(userId, name, '');
  };
}
