import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureCompleteFolder } from '@leadping/dev-machine/complete-folder';
import { installPackage } from '@leadping/dev-machine/debian/install-package';
import { placeForServer } from '@leadping/dev-machine/unprivileged';
import { prepareData } from './prepare-data.ts';
import { trimTree } from './trim-tree.ts';

/** Increment when the layout of the folder or the prepared data changes. */
const layout = '2';

/**
 * Prepares the engine in `cacheFolder` once for all processes: downloads Debian's packages, trims them and creates a
 * template database. Takes about half a minute and needs `apt-get` and `dpkg-deb`, but not root.
 * @returns the engine's folder
 */
export async function ensureEngine(cacheFolder: string, onProgress: (line: string) => void): Promise<string> {
  const folder = await placeForServer(join(cacheFolder, 'documentdb'));
  await ensureCompleteFolder({
    folder,
    version: layout,
    onProgress,
    async build(emptyFolder) {
      const unpacked = join(emptyFolder, 'unpacked');
      const request = {
        name: 'postgresql-18-documentdb',
        suites: ['forky', 'sid'],
        withDependencies: true,
        folder: `${folder}-downloads`,
        onProgress,
      };
      await installPackage(request, unpacked);
      await trimTree(unpacked, emptyFolder);
      await rm(unpacked, { recursive: true, force: true });
      await chmod(emptyFolder, 0o755);
      onProgress('preparing an empty database');
      await prepareData(emptyFolder);
    },
  });
  return folder;
}
