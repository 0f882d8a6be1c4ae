import { findExecutable } from '@leadping/dev-machine/find-executable';
import { startDocumentDb } from '@leadping/documentdb/start-documentdb';
import type { Provider } from '../provider.ts';

/** DocumentDB from Debian's packages, with MongoDB's wire protocol. */
export const documentdb: Provider = {
  name: "DocumentDB from Debian's packages",
  folder: 'documentdb',
  remedy:
    'run on Debian (or a container of it) with apt-get, dpkg-deb and a reachable mirror: no root is needed',
  async start(settings) {
    for (const tool of ['apt-get', 'dpkg-deb', 'tar']) {
      if (!(await findExecutable(tool))) return { unavailable: `${tool} is not installed` };
    }
    return startDocumentDb(settings);
  },
};
