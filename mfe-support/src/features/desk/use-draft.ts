import { readOwn, saveOwn } from '@leadping/web-kit/session/own-storage';
import { useSession } from '@leadping/web-kit/session/session';
import { useState } from 'react';

/** A reply that is not sent yet: it survives other tickets, other tabs of the dashboard and a reload, but no sign-out. */
export function useDraft(ticketId: string) {
  const userId = useSession().user?.id ?? '';
  const name = `reply-${ticketId}`;
  const [draft, setDraft] = useState(() => readOwn(userId, name));
  return {
    draft,
    save: (text: string) => {
      setDraft(text);
      saveOwn(userId, name, text);
    },
  };
}
