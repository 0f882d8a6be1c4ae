import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { NewRemote } from './arguments.ts';

const TEMPLATE = path.join(import.meta.dirname, '../template');
const SUFFIX = '.template';

/** Placeholders between percent signs, and their values. */
export type Marks = Record<string, string>;

/** The placeholders of every new remote. */
export function marksOf({ name, route }: NewRemote): Marks {
  const words = name.slice('mfe-'.length).replaceAll('-', ' ');
  return {
    NAME: name,
    ROUTE: route,
    TITLE: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
  };
}

/**
 * Fills in the templates of a folder and writes them to `to`.
 *
 * @returns their paths
 */
export async function writeTemplates(folder: string, to: string, marks: Marks): Promise<string[]> {
  const entries = await readdir(path.join(TEMPLATE, folder), { recursive: true });
  const files = entries.filter((entry) => entry.endsWith(SUFFIX));
  return Promise.all(
    files.map((file) =>
      writeTemplate(path.join(folder, file), path.join(to, file.slice(0, -SUFFIX.length)), marks),
    ),
  );
}

/** @returns `to` */
async function writeTemplate(file: string, to: string, marks: Marks): Promise<string> {
  const text = await readFile(path.join(TEMPLATE, file), 'utf8');
  await mkdir(path.dirname(to), { recursive: true });
  await writeFile(
    to,
    text.replaceAll(/%([A-Z]+)%/g, (mark, key: string) => marks[key] ?? mark),
  );
  return to;
}
