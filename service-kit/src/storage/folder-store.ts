import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from './file-store.ts';

const DRAFT = '.draft-';

/** Keeps files in a folder; the path below it is the key. */
export function folderStore(folder: string): FileStore {
  const root = path.resolve(folder);
  const fileOf = (key: string) => {
    const file = path.resolve(root, key);
    if (!file.startsWith(`${root}${path.sep}`)) throw new Error(`the key ${key} leaves the store`);
    return file;
  };
  return {
    read: async (key) => {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
    write: async (key, bytes) => {
      const file = fileOf(key);
      const draft = path.join(path.dirname(file), `${DRAFT}${randomUUID()}`);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(draft, bytes);
      await rename(draft, file);
    },
    list: async (prefix) => {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(
        (error: unknown) => {
          if (isAbsent(error)) return [];
          throw error;
        },
      );
      const keys = entries
        .filter((entry) => entry.isFile() && !entry.name.startsWith(DRAFT))
        .map((entry) =>
          path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
        )
        .filter((key) => key.startsWith(prefix));
      return Promise.all(keys.map(async (key) => ({ key, storedAt: (await stat(fileOf(key))).mtime })));
    },
    remove: (key) => rm(fileOf(key), { force: true }),
  };
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR';
}
