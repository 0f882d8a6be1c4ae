import type { Lead } from '../capture/lead.ts';

/** How one attempt ended; `text` is in the words of the guides. */
export interface Outcome {
  kind: 'sent' | 'unconfirmed' | 'retry' | 'failed';
  text: string;
  /** Milliseconds that the receiver wants to be left alone. */
  retryAfterMs?: number;
  /** The cause is in this browser: nobody was called. */
  isLocal?: true;
}

/** One row for each capture and each configuration: attempted, counted and given up on its own. */
export interface Delivery {
  /** `<press>/<configuration>` */
  id: string;
  /** The press; also the Idempotency-Key of every attempt. */
  pressId: string;
  configurationId: string;
  /** As they were at the press, for the history. */
  configurationName: string;
  host: string;
  lead: Lead;
  /** From an incognito window: not in the history. */
  isPrivate?: true;
  capturedAt: number;
  state: 'waiting' | 'sent' | 'unconfirmed' | 'failed';
  attempts: number;
  nextAttemptAt: number;
  /** The worker that sends it, and until when; only one worker lives at a time, so that another one's lease is void. */
  leasedBy: string;
  leaseUntil: number;
  finishedAt: number | null;
  /** What the last attempt ended with. */
  lastText: string;
}

export const isSent = ({ state }: Delivery) => state === 'sent' || state === 'unconfirmed';

export const DAY_MS = 24 * 3600_000;
/** What is older is deleted, sent or not. */
export const MAX_AGE_MS = 30 * DAY_MS;
