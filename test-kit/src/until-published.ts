import { until } from './until.ts';

interface Collection {
  countDocuments: (filter: object) => Promise<number>;
}

/**
 * Resolves once no document in these collections has pending events. A relay removes events shortly after NATS has
 * stored them, so wait for it before you compare documents.
 */
export async function untilPublished(...collections: Collection[]): Promise<void> {
  for (const collection of collections) {
    await until(async () => (await collection.countDocuments({ 'outbox.at': { $gt: new Date(0) } })) === 0);
  }
}
