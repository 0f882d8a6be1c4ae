import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** One line of the journal: a record's new value, or its deletion if `record` is missing. */
export interface JournalLine {
  collection: string;
  id: string;
  record?: unknown;
}

export interface Journal {
  append(line: JournalLine): void;
  close(): void;
}

/** The journal of a run without storage. */
export const noJournal: Journal = { append() {}, close() {} };

/** The lines of an earlier run. Ignores a last line that a kill truncated. */
export function readJournal(folder: string): JournalLine[] {
  const file = fileIn(folder);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as JournalLine];
    } catch {
      return [];
    }
  });
}

/** Rewrites the journal with `lines`, so that it does not grow from run to run, and appends after them. */
export function openJournal(folder: string, lines: Iterable<JournalLine>): Journal {
  mkdirSync(folder, { recursive: true });
  const file = fileIn(folder);
  const compacted = `${file}.new`;
  writeFileSync(compacted, [...lines].map((line) => JSON.stringify(line) + '\n').join(''));
  renameSync(compacted, file);
  const descriptor = openSync(file, 'a');
  return {
    // Synchronous, so that an acknowledged change survives the kill of this process.
    append: (line) => void writeSync(descriptor, JSON.stringify(line) + '\n'),
    close: () => closeSync(descriptor),
  };
}

const fileIn = (folder: string) => join(folder, 'sandbox.jsonl');
