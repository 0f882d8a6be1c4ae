import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureCompleteFolder } from '@leadping/dev-machine/complete-folder';
import { installPackage } from '@leadping/dev-machine/debian/install-package';

/** This release of Debian first: its program fits the libraries that are here. */
async function listSuites(): Promise<string[]> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const own = /^VERSION_CODENAME=(\w+)/m.exec(release)?.[1];
  return [...new Set([...(own ? [own] : []), 'bookworm'])];
}

/** `nats-server` from Debian's package, fetched once without root. */
export async function ensureNatsServer(
  cacheFolder: string,
  onProgress: (line: string) => void,
): Promise<string> {
  const folder = join(cacheFolder, 'nats-server');
  await ensureCompleteFolder({
    folder,
    version: '1',
    onProgress,
    async build(emptyFolder) {
      const unpacked = join(emptyFolder, 'unpacked');
      const request = {
        name: 'nats-server',
        suites: await listSuites(),
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
