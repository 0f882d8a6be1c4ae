export interface Outcome {
  /** For programs. */
  result: object;
  /** For people. */
  text: string;
}

/** The version of an app before and after, for the canary's visitors if a canary is promoted or rolled back. */
export interface VersionChange {
  name: string;
  /** Null if it was not released. */
  from: string | null;
  /** Null if it was retired. */
  to: string | null;
}
