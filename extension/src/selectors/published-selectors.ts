import type { SelectorSet } from '@leadping/contracts/licensing/selector-grammar';
import { readStored, store } from '../storage.ts';

/** The set that the platform published last. */
export interface PublishedSelectors {
  /** Of its text; a new set is tried before it is used. */
  hash: string;
  /** The platform's number for it. */
  version: number;
  /** What of it keeps the grammar; the worker checked it before it stored it. */
  set: SelectorSet;
}

/** The first use of a set on a page. One that began and never finished may have taken the tab with it. */
export interface Trial {
  hash: string;
  finished: boolean;
  /** How often it began; absent once it finished. */
  begun?: number;
}

/** So often a set may begin: a tab that was closed leaves the mark of one that froze, three in a row are no accident. */
const MAX_TRIALS = 3;

/**
 * The published set for a page that shows a profile. A new one runs once under a mark in storage. Where three of its runs
 * left the mark behind, that set is never run again and the built-in one serves.
 */
export async function openPublished(tryOut: (set: SelectorSet) => void): Promise<SelectorSet> {
  const { selectors, trial } = await readStored('selectors', 'trial');
  if (!selectors) return {};
  const { hash, set } = selectors;
  const { finished, begun = 0 }: Partial<Trial> = trial?.hash === hash ? trial : {};
  if (finished) return set;
  if (begun >= MAX_TRIALS) return {};
  await store({ trial: { hash, finished: false, begun: begun + 1 } });
  tryOut(set);
  await store({ trial: { hash, finished: true } });
  return set;
}
