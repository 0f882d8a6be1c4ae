import type { ReleasedRemote } from '@leadping/contracts/release';

/** A release of a remote, reduced to what loading needs. */
export interface Loadable {
  version: string;
  entry: string;
  integrity: string;
  /** Absent if the entry is a script. */
  format?: ReleasedRemote['format'];
}

/** Version prefix of preview builds, which only their developer sees. */
const PREVIEW = '0.0.0-';

/** Whether the release is public, from this remote and on our own origin. */
export const isReleased = (name: string, { version, entry }: Loadable) =>
  entry.startsWith(`/assets/${name}/`) && !version.startsWith(PREVIEW);

const keyOf = (name: string) => `last-good:${name}`;

/** Remembers the last release of a remote that worked here, as a fallback. The server keeps its files for days. */
export function rememberLastGood(name: string, loaded: Loadable): void {
  if (!isReleased(name, loaded)) return;
  const { version, entry, integrity, format } = loaded;
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ version, entry, integrity, format }));
  } catch {
    // Storage is blocked, so there is no fallback.
  }
}

export function findLastGood(name: string): Loadable | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(name)) ?? '') as Loadable;
    return isReleased(name, kept) && kept.integrity ? kept : undefined;
  } catch {
    // Nothing valid is stored.
    return undefined;
  }
}
