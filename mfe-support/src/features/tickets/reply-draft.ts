import { readOwn, saveOwn } from '@leadping/web-kit/session/own-storage';

/** Of whoever is at this browser tab: customers have no account. */
const OWNER = '';
const nameOf = (ticketNumber: string) => `ticket-reply-${ticketNumber}`;

/** What is written and not sent yet: it survives other pages and a reload, but not the browser tab. */
export const readReply = (ticketNumber: string) => readOwn(OWNER, nameOf(ticketNumber));

export const saveReply = (ticketNumber: string, text: string) => saveOwn(OWNER, nameOf(ticketNumber), text);

/** What is left to send of a draft: nothing, unless something else was written meanwhile. */
export const afterSending = (sent: string, draft: string) => (draft.trim() === sent.trim() ? '' : draft);
