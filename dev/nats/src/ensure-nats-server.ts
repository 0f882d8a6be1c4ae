import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureCompleteFolder } from '@leadping/dev-machine/complete-folder';
import { installPackage } from '@leadping/dev-machine/debian/install-package';

/**
 * Debian's next release has 2.15, which runs on every release with its libraries (such as 12). 2.9 of Debian 12 and
 * 2.10 of Debian 13 can lose a stream or forget a server (docs/operating/faults.md).
 */
const SUITES = ['forky', 'sid'];

/** `nats-server` from Debian's package, downloaded once without root. */
export async function ensureNatsServer(
  cacheFolder: string,
  onProgress: (line: string) => void,
): Promise<string> {
  const folder = join(cacheFolder, 'nats-server');
  await ensureCompleteFolder({
    folder,
    version: '3',
    onProgress,
    async build(emptyFolder) {
      const unpacked = join(emptyFolder, 'unpacked');
      const request = {
        name: 'nats-server',
        suites: SUITES,
        withDependencies: false,
        folder: join(cacheFolder, 'nats-downloads'),
        onProgress,
      };
      await mkdir(unpacked);
      await installPackage(request, unpacked);
      await rename(join(unpacked, 'usr/sbin/nats-server'), join(emptyFolder, 'nats-server'));
      await rm(unpacked, { recursive: true });
    },
  });
  return join(folder, 'nats-server');
}
