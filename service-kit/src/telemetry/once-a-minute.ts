const MINUTE_MS = 60_000;

/**
 * For what an outage repeats by the hundred: the first time is said at once, the others once a minute, together.
 * @param say gets the latest, and how many there were since it was called last
 */
export function onceAMinute<T>(say: (latest: T, count: number) => void): (each: T) => void {
  let count = 0;
  let saidAt = -Infinity;
  return (each) => {
    count += 1;
    const now = performance.now();
    if (now - saidAt < MINUTE_MS) return;
    say(each, count);
    count = 0;
    saidAt = now;
  };
}
