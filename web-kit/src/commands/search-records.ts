import type { Command } from './command.ts';

/** A searchable kind of records for the command palette. */
export interface RecordSource {
  /** The heading of its group: `Orders`. */
  group: string;
  /** Called when the typing pauses. The signal aborts outdated searches. */
  find: (text: string, signal: AbortSignal) => Promise<readonly Omit<Command, 'group'>[]>;
}

export interface FoundRecords {
  /** In order of arrival, so that listed results keep their place. */
  found: readonly Command[];
  /** The groups whose service did not reply. */
  missing: readonly string[];
}

/**
 * Searches all sources concurrently.
 * @param onProgress called with the results so far after each reply
 * @throws the first error if every source fails
 */
export async function searchRecords(
  sources: readonly RecordSource[],
  { text, signal, onProgress }: { text: string; signal: AbortSignal; onProgress: (by: FoundRecords) => void },
): Promise<FoundRecords> {
  let result: FoundRecords = { found: [], missing: [] };
  const failures: Error[] = [];
  const search = async ({ group, find }: RecordSource) => {
    try {
      const records = await find(text, signal);
      result = { ...result, found: [...result.found, ...records.map((record) => ({ ...record, group }))] };
    } catch (error) {
      failures.push(error as Error);
      result = { ...result, missing: [...result.missing, group] };
    }
    if (!signal.aborted) onProgress(result);
  };
  await Promise.all(sources.map(search));
  if (failures[0] && failures.length === sources.length) throw failures[0];
  return result;
}
