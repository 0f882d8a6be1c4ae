import { appendFile, readFile } from 'node:fs/promises';
import type { CellReport } from './run-cell.ts';

/** Finished runs. */
export interface RunRecord {
  reports: () => Promise<readonly CellReport[]>;
  add: (report: CellReport) => Promise<void>;
}

/**
 * @param file one JSON line per run. It survives the command, so a matrix of half a day can be stopped, continued,
 * and shared by several commands.
 */
export function openRecord(file?: string): RunRecord {
  if (file === undefined) {
    const reports: CellReport[] = [];
    return { reports: () => Promise.resolve(reports), add: async (report) => void reports.push(report) };
  }
  return {
    reports: async () => {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as CellReport]));
    },
    // A single small append, so that two commands do not mix their lines.
    add: async (report) => appendFile(file, `${JSON.stringify(report)}\n`),
  };
}

/**
 * A random title among those with the fewest runs, so that the order of faults varies and commands with a shared
 * record rarely choose the same one.
 * @returns undefined once each title has `wanted` runs.
 */
export function nextTitle(
  titles: readonly string[],
  reports: readonly Pick<CellReport, 'title'>[],
  wanted: number,
): string | undefined {
  const runs = new Map(titles.map((title) => [title, 0]));
  for (const { title } of reports) {
    const count = runs.get(title);
    if (count !== undefined) runs.set(title, count + 1);
  }
  const fewest = Math.min(wanted, ...runs.values());
  if (fewest === wanted) return undefined;
  const behind = titles.filter((title) => runs.get(title) === fewest);
  return behind[Math.floor(Math.random() * behind.length)];
}
