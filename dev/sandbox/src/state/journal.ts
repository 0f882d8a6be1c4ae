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

/** One line of the journal: a record as it now is, or (without `record`) the news that it is gone. */
export interface JournalLine {
  collection: string;
  id: string;
  record?: unknown;
}

export interface Journal {
  append(line: JournalLine): void;
  close(): void;
}

/** What is written when nothing is to be kept. */
export const noJournal: Journal = { append() {}, close() {} };

/** The lines of an earlier run. A last line that a kill cut short is left out. */
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

/** Starts the journal anew with `lines`, so that it does not grow from run to run, and appends from there. */
export function openJournal(folder: string, lines: Iterable<JournalLine>): Journal {
  mkdirSync(folder, { recursive: true });
  const file = fileIn(folder);
  const compacted = `${file}.new`;
  writeFileSync(compacted, [...lines].map((line) => JSON.stringify(line) + '\n').join(''));
  renameSync(compacted, file);
  const descriptor = openSync(file, 'a');
  return {
    // Synchronous: an answer that was given survives the kill of this process.
    append: (line) => void writeSync(descriptor, JSON.stringify(line) + '\n'),
    close: () => closeSync(descriptor),
  };
}

const fileIn = (folder: string) => join(folder, 'sandbox.jsonl');
