import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ensureCompleteFolder } from '../complete-folder.ts';
import { installPackage } from './install-package.ts';

export interface TakenFiles {
  /** The destination folder. Files keep their base names. */
  folder: string;
  /** A folder of another version is refilled. */
  version: string;
  /**
   * The files to take from each Debian 12 package, as paths like `usr/bin/prometheus`. `usr/lib/*` is the folder
   * of this machine's architecture.
   */
  packages: Record<string, readonly string[]>;
  onProgress: (line: string) => void;
}

/**
 * Takes programs and their libraries out of Debian packages, without root. Installed packages might start as
 * services.
 */
export async function takeFiles({ folder, version, packages, onProgress }: TakenFiles): Promise<void> {
  await ensureCompleteFolder({
    folder,
    version,
    onProgress,
    async build(emptyFolder) {
      for (const [name, files] of Object.entries(packages)) {
        const tree = join(emptyFolder, 'unpacked');
        await mkdir(tree);
        const downloads = `${folder}-downloads`;
        const request = {
          name,
          suites: ['bookworm'],
          withDependencies: false,
          folder: downloads,
          onProgress,
        };
        await installPackage(request, tree);
        for (const file of files) {
          const folderOf = dirname(file).replace('*', await architectureOf(tree));
          // The name of a library is a link to the real file.
          await copyFile(join(tree, folderOf, basename(file)), join(emptyFolder, basename(file)));
        }
        await rm(tree, { recursive: true });
      }
    },
  });
}

/** For example `x86_64-linux-gnu`. */
async function architectureOf(tree: string): Promise<string> {
  const folders = await readdir(join(tree, 'usr/lib')).catch(() => []);
  return folders.find((name) => name.endsWith('-linux-gnu')) ?? '';
}
