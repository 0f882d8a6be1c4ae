import type { SelectorSet } from '@leadping/contracts/licensing/selector-grammar';
import { readStored, store } from '../storage.ts';

export interface PublishedSelectors {
  /** The hash of the set's text. A new set is tried before it is used. */
  hash: string;
  /** The platform's version number of the set. */
  version: number;
  /** The valid part of the set. The worker checks it before storing it. */
  set: SelectorSet;
}

/** The first use of a set on a page. A trial that never finished may have crashed the tab. */
export interface Trial {
  hash: string;
  finished: boolean;
  /** The number of starts. Absent once the trial finished. */
  begun?: number;
}

/**
 * Maximum starts of a set. A closed tab leaves the same mark as a frozen tab, but three in a row are no
 * accident.
 */
const MAX_TRIALS = 3;

/**
 * Opens the published set for a page that shows a profile. A new set runs once under a mark in storage. After
 * three unfinished runs the set is never run again and the built-in one is used.
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
