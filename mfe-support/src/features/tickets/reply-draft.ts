import { readOwn, saveOwn } from '@leadping/web-kit/session/own-storage';

/** Drafts belong to the browser tab, because customers have no account. */
const OWNER = '';
const nameOf = (ticketNumber: string) => `ticket-reply-${ticketNumber}`;

/** The unsent draft. It survives visits to other pages and a reload, but not the browser tab. */
export const readReply = (ticketNumber: string) => readOwn(OWNER, nameOf(ticketNumber));

export const saveReply = (ticketNumber: string, text: string) => saveOwn(OWNER, nameOf(ticketNumber), text);

/** The remaining draft after sending: empty unless it was changed meanwhile. */
export const afterSending = (sent: string, draft: string) => (draft.trim() === sent.trim() ? '' : draft);
