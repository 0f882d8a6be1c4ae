import { findExecutable } from '@leadping/dev-machine/find-executable';
import type { Provider } from '../provider.ts';
import { startReplicaSet } from './replica-set.ts';

/** The installed mongod. */
export const mongodOnPath: Provider = {
  name: 'mongod on the PATH',
  folder: 'mongod',
  remedy: 'install MongoDB Community Server, so that `mongod` is on the PATH',
  async start(settings) {
    const systemBinary = await findExecutable('mongod');
    if (!systemBinary) return { unavailable: 'not found' };
    process.env.MONGOMS_SYSTEM_BINARY_VERSION_CHECK = 'false'; // accept any version
    return startReplicaSet(settings, { systemBinary });
  },
};
