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

/** The first use of a set on a page. One that began and never finished took the tab with it: its set is quarantined. */
export interface Trial {
  hash: string;
  finished: boolean;
}

/**
 * The published set for a page that shows a profile. A new one runs once under a mark in storage; where the mark is still
 * there on the next page, that set is never run again and the built-in one serves.
 */
export async function openPublished(tryOut: (set: SelectorSet) => void): Promise<SelectorSet> {
  const { selectors, trial } = await readStored('selectors', 'trial');
  if (!selectors) return {};
  const { hash, set } = selectors;
  if (trial?.hash === hash) return trial.finished ? set : {};
  await store({ trial: { hash, finished: false } });
  tryOut(set);
  await store({ trial: { hash, finished: true } });
  return set;
}
