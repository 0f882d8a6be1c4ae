export interface Outcome {
  /** For machines. */
  result: object;
  /** For people. */
  text: string;
}

/** What one app's visitors had, and what they get: a canary's visitors where a canary is promoted or taken back. */
export interface VersionChange {
  name: string;
  /** null where it was not released. */
  from: string | null;
  /** null where it was retired. */
  to: string | null;
}
