import type { Scope } from '../objects/types.ts';

/** One event on its way to one webhook endpoint. */
export interface Delivery extends Scope {
  id: string;
  event: string;
  eventType: string;
  endpoint: string;
  url: string;
  /** `held` waits for others to be sent in another order; `dropped` is never sent unless replayed. */
  status: 'waiting' | 'held' | 'delivered' | 'failed' | 'dropped';
  /** Milliseconds since 1970. */
  nextAttemptAt: number;
  isDuplicate: boolean;
  isWronglySigned: boolean;
  /** How old the signature's timestamp pretends to be. */
  signedSecondsAgo: number;
  attempts: DeliveryAttempt[];
}

export interface DeliveryAttempt {
  at: string;
  durationMs: number;
  /** The answer's status; null where none came. */
  status: number | null;
  error: string | null;
  /** The beginning of the answer. */
  response: string;
}
