import type { CaptureCount } from '@leadping/contracts/licensing/capture-report-routes';
import type { Validation } from '@leadping/contracts/licensing/device-routes';
import type { SelectorSet } from '@leadping/contracts/licensing/selector-grammar';
import type { LeadField } from './capture/lead.ts';
import type { PresetId } from './configurations/presets.ts';
import type { TokenKey } from './license/verify-token.ts';

export interface Configuration {
  id: string;
  name: string;
  url: string;
  preset: PresetId;
  chosen: boolean;
  /**
   * The JSON name of each field. An empty name leaves the field out, and a missing one keeps the default
   * name.
   */
  mapping: Partial<Record<LeadField, string>>;
}

export interface StoredLicense {
  key: string;
  /** The newest token. It is kept while the platform is unreachable. */
  token: string | null;
  keys: TokenKey[];
  /** The platform's reason for rejecting the key at the last contact. */
  refusal: { code: Validation['code']; detail: string } | null;
  checkedAt: number;
  /** When the trial ends, in ms. Only shown: the signed token ends with it. Absent for all other licenses. */
  trialEndsAt?: number;
}

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

export interface WaitingReports {
  sentAt: number;
  captures: CaptureCount[];
}

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
