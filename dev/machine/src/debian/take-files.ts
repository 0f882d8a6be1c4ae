import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureCompleteFolder } from '../complete-folder.ts';
import { installPackage } from './install-package.ts';

export interface TakenFiles {
  /** Where the files are kept, by their names. */
  folder: string;
  /** A folder of another version is filled again. */
  version: string;
  /** The names of the files that are taken, by the package of Debian 12 that has them. */
  packages: Record<string, readonly string[]>;
  onProgress: (line: string) => void;
}

/** Takes programs and their libraries out of Debian's packages, without root. Installed as packages, some would start as services. */
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
        const found = await readdir(tree, { recursive: true, withFileTypes: true });
        for (const file of files) {
          const entry = found.find((each) => each.name === file && !each.isDirectory());
          if (!entry) throw new Error(`${name} has no ${file}`);
          // A library's name is a link to it.
          await copyFile(join(entry.parentPath, file), join(emptyFolder, file));
        }
        await rm(tree, { recursive: true });
      }
    },
  });
}
