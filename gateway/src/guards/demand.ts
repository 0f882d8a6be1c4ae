/** A surge is so many times the usual rate, and so many calls a second at least: fewer are no work for a process. */
const SURGE = { times: 3, perSecond: 100 };
/** What is usual is the mean of so long. What comes in a surge counts as little, so that a long one does not become usual at once. */
const USUAL_SECONDS = 3600;
/** A process that has just started does not know what is usual. */
const KNOWN_AFTER_SECONDS = 30;
/** The rate of this moment is the mean of so long, taken anew each tenth of a second. */
const MOMENT_SECONDS = 0.5;
const TICK_SECONDS = 0.1;

/**
 * How many calls come a second, beside how many usually do. It tells a flood from a machine that is slow for a reason of its
 * own, as half of all processes that restart: the first must be refused early, the second passes soon and refuses nobody.
 */
export class Demand {
  #calls = 0;
  #countedAt = performance.now();
  #usualSeconds = 0;
  #perSecond = 0;
  #usual = 0;
  #isSurge = false;

  /** Counts a call. @returns whether it comes in a surge. */
  record(): boolean {
    this.#calls += 1;
    const now = performance.now();
    const seconds = (now - this.#countedAt) / 1000;
    if (seconds >= TICK_SECONDS) {
      this.#measure(this.#calls / seconds, seconds);
      this.#calls = 0;
      this.#countedAt = now;
    }
    return this.#isSurge;
  }

  #measure(perSecond: number, seconds: number): void {
    this.#perSecond += (perSecond - this.#perSecond) * Math.min(1, seconds / MOMENT_SECONDS);
    this.#isSurge =
      this.#usualSeconds >= KNOWN_AFTER_SECONDS &&
      this.#perSecond > Math.max(SURGE.perSecond, SURGE.times * this.#usual);
    if (!this.#isSurge) this.#usualSeconds += seconds;
    const memory = this.#isSurge ? USUAL_SECONDS : Math.min(USUAL_SECONDS, this.#usualSeconds);
    this.#usual += (perSecond - this.#usual) * Math.min(1, seconds / memory);
  }
}
