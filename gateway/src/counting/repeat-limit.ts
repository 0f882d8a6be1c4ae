const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

/** Returns true for the first `most` calls with a key in a window (a minute by default). */
export function repeatLimit(most: number, windowMs = MINUTE_MS): (key: string) => boolean {
  let counts = new Map<string, number>();
  let current = 0;
  return (key) => {
    const window = Math.floor(Date.now() / windowMs);
    if (window !== current || counts.size > MAX_KEYS) counts = new Map();
    current = window;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= most;
  };
}
