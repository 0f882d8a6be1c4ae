import type { ReleasedRemote } from '@leadping/contracts/release';

/** One release of a remote, as the page needs it to load. */
export interface Loadable {
  version: string;
  entry: string;
  integrity: string;
  /** Absent where the entry is a script. */
  format?: ReleasedRemote['format'];
}

/** How the versions of builds begin that are shown to their developer alone. */
const PREVIEW = '0.0.0-';

/** Whether it is of this remote, on our own origin, and for everybody. */
export const isReleased = (name: string, { version, entry }: Loadable) =>
  entry.startsWith(`/assets/${name}/`) && !version.startsWith(PREVIEW);

const keyOf = (name: string) => `last-good:${name}`;

/** Keeps the release of a remote that loaded well here, to fall back to; its files stay on the server for days. */
export function rememberLastGood(name: string, loaded: Loadable): void {
  if (!isReleased(name, loaded)) return;
  const { version, entry, integrity, format } = loaded;
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ version, entry, integrity, format }));
  } catch {
    // Without storage there is no fall-back, and nothing else changes.
  }
}

export function findLastGood(name: string): Loadable | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(name)) ?? '') as Loadable;
    return isReleased(name, kept) && kept.integrity ? kept : undefined;
  } catch {
    // Nothing is kept, or nothing of ours.
    return undefined;
  }
}
