/** The subject that the consumer responds to, beside its events. */
export const PING = 'bench.ping';

/** What the producer reports of one run; times are of the clock that all processes share. */
export interface ProducerReport {
  /** When the database had each order on disk. */
  paidAt: [orderId: string, at: number][];
  /** Milliseconds that keeping an order took. */
  writes: number[];
  failures: number;
  pings: number[];
}

/** Every delivery, repeated ones too. */
export type ConsumerReport = [orderId: string, at: number][];
