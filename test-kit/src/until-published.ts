import { until } from './until.ts';

interface Collection {
  countDocuments: (filter: object) => Promise<number>;
}

/**
 * Resolves once no event waits in documents of these collections. A relay takes events out some moments after NATS has them: whoever
 * compares documents before and after something waits for that first.
 */
export async function untilPublished(...collections: Collection[]): Promise<void> {
  for (const collection of collections) {
    await until(async () => (await collection.countDocuments({ 'outbox.at': { $gt: new Date(0) } })) === 0);
  }
}
