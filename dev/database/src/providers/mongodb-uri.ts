import type { Provider } from '../provider.ts';

/** An external database. */
export const mongodbUri: Provider = {
  name: 'MONGODB_URI',
  folder: 'external',
  remedy: 'set MONGODB_URI to a MongoDB replica set that is running',
  async start() {
    const uri = process.env.MONGODB_URI;
    if (!uri) return { unavailable: 'not set' };
    return { uri, pids: () => ({}), stop: async () => undefined };
  },
};
