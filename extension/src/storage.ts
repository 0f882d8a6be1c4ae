import type { Configuration } from './configurations/configuration.ts';
import type { StoredLicense } from './license/license-state.ts';
import type { ReportedFailures } from './selectors/report-failures.ts';
import type { PublishedSelectors, Trial } from './selectors/published-selectors.ts';

/** Everything that `chrome.storage.local` holds. Captures are in the outbox, an IndexedDB. */
export interface Stored {
  deviceId: string;
  license: StoredLicense;
  /** The latest time that this browser has seen, so that a clock that was set back gives no more days. */
  latestTime: number;
  configurations: Configuration[];
  selectors: PublishedSelectors;
  trial: Trial;
  /** Whether sent captures stay in the history; by default they do, for 30 days. */
  keepsHistory: boolean;
  reported: ReportedFailures;
}

// With callbacks: promises of chrome.storage are Chrome 95.
function promised<T>(call: (done: (result: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    call((result) => {
      const { lastError } = chrome.runtime;
      if (lastError) reject(new Error(lastError.message));
      else resolve(result);
    });
  });
}

export function readStored<K extends keyof Stored>(...keys: K[]): Promise<Partial<Pick<Stored, K>>> {
  return promised((done) => chrome.storage.local.get(keys, done));
}

export function store(items: Partial<Stored>): Promise<void> {
  return promised((done) => chrome.storage.local.set(items, done));
}

export function removeStored(...keys: (keyof Stored)[]): Promise<void> {
  return promised((done) => chrome.storage.local.remove(keys, done));
}
