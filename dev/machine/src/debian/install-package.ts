import { rm } from 'node:fs/promises';
import { downloadPackages, type PackageRequest } from './download-packages.ts';
import { unpackPackages } from './unpack-packages.ts';

/**
 * Installs a Debian package into its own tree, without root. A damaged archive of an interrupted download is
 * detected during unpacking, and everything is downloaded once more.
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
