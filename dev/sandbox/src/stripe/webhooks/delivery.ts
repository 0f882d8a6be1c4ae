import type { Scope } from '../objects/types.ts';

export interface Delivery extends Scope {
  id: string;
  event: string;
  eventType: string;
  endpoint: string;
  url: string;
  /** `held` waits for other deliveries, to be sent in another order. `dropped` is sent only by a replay. */
  status: 'waiting' | 'held' | 'delivered' | 'failed' | 'dropped';
  /** In ms since 1970. */
  nextAttemptAt: number;
  isDuplicate: boolean;
  isWronglySigned: boolean;
  /** The pretended age of the signature's timestamp. */
  signedSecondsAgo: number;
  attempts: DeliveryAttempt[];
}

export interface DeliveryAttempt {
  at: string;
  durationMs: number;
  /** The reply's status. Null if there was no reply. */
  status: number | null;
  error: string | null;
  response: string;
}
