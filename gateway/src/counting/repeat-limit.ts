const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

/** Says yes the first `most` times in a minute that a key is asked about. */
export function repeatLimit(most: number): (key: string) => boolean {
  let counts = new Map<string, number>();
  let minute = 0;
  return (key) => {
    const now = Math.floor(Date.now() / MINUTE_MS);
    if (now !== minute || counts.size > MAX_KEYS) counts = new Map();
    minute = now;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= most;
  };
}
