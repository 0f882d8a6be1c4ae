import type { Configuration } from './configurations/configuration.ts';
import type { StoredLicense } from './license/license-state.ts';
import type { WaitingReports } from './selectors/report-failures.ts';
import type { PublishedSelectors, Trial } from './selectors/published-selectors.ts';

/** The content of `chrome.storage.local`. Captures are in the outbox, which is an IndexedDB. */
export interface Stored {
  deviceId: string;
  license: StoredLicense;
  /**
   * The latest time seen by this browser, in ms, so that setting the clock back does not extend the offline
   * period.
   */
  latestTime: number;
  configurations: Configuration[];
  selectors: PublishedSelectors;
  trial: Trial;
  /** Whether sent captures stay in the history for 30 days. Defaults to true. */
  keepsHistory: boolean;
  /** Whether the button remembers sent people. Defaults to true. */
  remembersPeople: boolean;
  elementName: string;
  /** Whether quiet mode is on: pages stay untouched and the toolbar button captures. */
  isQuiet: boolean;
  /** Counts of presses that the platform has not received yet. */
  reports: WaitingReports;
  /** The time of the user's consent in ms. Null if the user withdrew it. */
  consentedAt: number | null;
}

// Uses callbacks, because promises of chrome.storage need Chrome 95.
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
