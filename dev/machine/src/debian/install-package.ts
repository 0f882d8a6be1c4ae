import { rm } from 'node:fs/promises';
import { downloadPackages, type PackageRequest } from './download-packages.ts';
import { unpackPackages } from './unpack-packages.ts';

/**
 * Puts a package of Debian's into a tree of its own, without root. An archive that an interrupted download left
 * damaged is found when it is unpacked; then everything is downloaded once more.
 */
export async function installPackage(request: PackageRequest, tree: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const archives = await downloadPackages(request);
    try {
      await unpackPackages(archives, tree, request.onProgress);
      await rm(request.folder, { recursive: true, force: true });
      return;
    } catch (error) {
      await rm(request.folder, { recursive: true, force: true });
      await rm(tree, { recursive: true, force: true });
      if (attempt === 2) throw error;
      request.onProgress(`${request.name}: a downloaded archive is damaged, downloading again`);
    }
  }
}
