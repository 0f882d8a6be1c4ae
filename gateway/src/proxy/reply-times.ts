/** Far above what a call takes when nothing is in its way. */
const SLOW_TIMES = 8;
/** Each call moves the middle by so much towards itself; a few that are very slow, as of a frozen service, move it no further. */
const STEP = 1.1;
/** So much a call, the usual time follows one that has grown for good: it doubles in 700 calls. */
const DRIFT = 1.001;

/**
 * How long services take to reply, as the middle of the last calls, beside what they take when nothing is in their way. What has
 * fewer processors than work is slow everywhere and nowhere late: only the calls themselves tell.
 */
export class ReplyTimes {
  #middle: number | undefined;
  #usual = Infinity;

  /** @param isBusy many calls are under way: then their time says nothing about the usual one, unless it is shorter. */
  record(ms: number, isBusy: boolean): void {
    const middle = (this.#middle ?? ms) * (ms > (this.#middle ?? ms) ? STEP : 1 / STEP);
    this.#middle = middle;
    this.#usual = Math.min(middle, isBusy ? this.#usual : this.#usual * DRIFT);
  }

  /** @param leastMs below that nobody waits for long, whatever is usual. */
  isSlow(leastMs: number): boolean {
    return (this.#middle ?? 0) > Math.max(leastMs, SLOW_TIMES * this.#usual);
  }
}
