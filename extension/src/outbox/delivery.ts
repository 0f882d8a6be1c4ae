import type { Lead } from '../capture/lead.ts';

/** The result of one attempt. `text` uses the words of the guides. */
export interface Outcome {
  kind: 'sent' | 'unconfirmed' | 'retry' | 'failed';
  text: string;
  /** The pause requested by the receiver, in ms. */
  retryAfterMs?: number;
  /** The cause is in this browser, and no request was sent. */
  isLocal?: true;
}

/** One row for each capture and configuration. Each row is attempted, counted and given up independently. */
export interface Delivery {
  /** `<press>/<configuration>` */
  id: string;
  /** The id of the press, which is also the Idempotency-Key of every attempt. */
  pressId: string;
  configurationId: string;
  /** The values at the time of the press, for the history. */
  configurationName: string;
  host: string;
  lead: Lead;
  /** Captured in an incognito window, so excluded from the history. */
  isPrivate?: true;
  capturedAt: number;
  state: 'waiting' | 'sent' | 'unconfirmed' | 'failed';
  attempts: number;
  nextAttemptAt: number;
  /**
   * The worker that sends the row, and its lease's end. Only one worker lives at a time, so leases of other
   * workers are void.
   */
  leasedBy: string;
  leaseUntil: number;
  finishedAt: number | null;
  lastText: string;
}

export const isSent = ({ state }: Delivery) => state === 'sent' || state === 'unconfirmed';

export const DAY_MS = 24 * 3600_000;
/** Rows older than this are deleted, sent or not, in ms. */
export const MAX_AGE_MS = 30 * DAY_MS;
