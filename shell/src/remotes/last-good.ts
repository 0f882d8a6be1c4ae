import type { ReleasedRemote } from '@leadping/contracts/release';

/** One release of a remote, as the page needs it to load. */
export interface Loadable {
  version: string;
  entry: string;
  integrity: string;
  /** Absent where the entry is a script. */
  format?: ReleasedRemote['format'];
}

const keyOf = (name: string) => `last-good:${name}`;

function isLoadable(value: unknown): value is Loadable {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['version', 'entry', 'integrity'].every((field) => field in value)
  );
}

/** Keeps the release of a remote that loaded well here, to fall back to; its files stay on the server for days. */
export function rememberLastGood(name: string, { version, entry, integrity, format }: Loadable): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ version, entry, integrity, format }));
  } catch {
    // Without storage there is no fall-back, and nothing else changes.
  }
}

/** Only files of this remote on our own origin are taken from storage. */
export function findLastGood(name: string): Loadable | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null');
    if (!isLoadable(kept)) return undefined;
    return kept.entry.startsWith(`/assets/${name}/`) && kept.integrity ? kept : undefined;
  } catch {
    return undefined;
  }
}
