const MINUTE_MS = 60_000;

/**
 * Limits messages that an outage repeats hundreds of times. The first is passed on at once, later ones once a minute
 * together.
 * @param say gets the latest value and the count since its last call
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
