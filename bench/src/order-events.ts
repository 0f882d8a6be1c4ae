/** The subject on which the consumer replies to pings. */
export const PING = 'bench.ping';

/** The producer's report of one run. Times use the clock that all processes share. */
export interface ProducerReport {
  /** When the database had written each order to disk. */
  paidAt: [orderId: string, at: number][];
  /** Time to store an order, in ms. */
  writes: number[];
  failures: number;
  pings: number[];
}

/** Every delivery, including repeated ones. */
export type ConsumerReport = [orderId: string, at: number][];
