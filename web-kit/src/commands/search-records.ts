import type { Command } from './command.ts';

/** Records of one kind, which the command palette finds by what was typed. */
export interface RecordSource {
  /** The heading that they stand under: `Orders`. */
  group: string;
  /** Called when the typing rests; the signal ends a search that is outdated. */
  find: (text: string, signal: AbortSignal) => Promise<readonly Omit<Command, 'group'>[]>;
}

export interface FoundRecords {
  /** As they came: what is listed already stays where it is. */
  found: readonly Command[];
  /** The groups whose service did not reply. */
  missing: readonly string[];
}

/**
 * Searches all sources at once, so that none waits for another.
 *
 * @param onProgress called with what is there by then, as each source replies
 * @throws what the first one failed with, where none replies
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
