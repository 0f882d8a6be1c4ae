import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const Kept = z.object({ state: z.string(), signature: z.string() });
export type SignedState = z.infer<typeof Kept>;

/**
 * The last release document that this instance saw, stored on its disk. It is served while the database is
 * unavailable.
 */
export interface LastGood {
  read: () => Promise<SignedState | null>;
  write: (kept: SignedState) => Promise<void>;
}

export function lastGoodFile(folder: string): LastGood {
  const file = path.join(folder, 'release.json');
  const replace = async (kept: SignedState) => {
    await mkdir(folder, { recursive: true });
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, JSON.stringify(kept));
    await rename(draft, file);
  };
  // Sequential, because concurrent writes could leave the older document.
  let last: Promise<void> = Promise.resolve();
  return {
    read: async () => {
      try {
        return Kept.parse(JSON.parse(await readFile(file, 'utf8')));
      } catch {
        return null;
      }
    },
    write: (kept) => {
      const writing = last.then(() => replace(kept));
      last = writing.catch(() => {});
      return writing;
    },
  };
}
