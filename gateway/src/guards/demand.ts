import type { PayloadOf } from '@leadping/contracts/event';
import type { callsCounted } from '@leadping/contracts/gateway/demand-events';

/** A surge is so many times the usual rate, and so many calls a second at this gateway: fewer are no work for a process. */
const SURGE = { times: 3, perSecond: 100 };
/** What is usual is the mean of so long. What comes in a surge counts as little, so that a long one does not become usual at once. */
const USUAL_SECONDS = 3600;
/** Gateways that have all just started do not know what is usual. */
const KNOWN_AFTER_SECONDS = 30;
/** The rate of this moment is the mean of so long, taken anew each tenth of a second. */
const MOMENT_SECONDS = 0.5;
const TICK_SECONDS = 0.1;
/** A gateway that reports nothing for so long has ended, or NATS has. */
const FORGOTTEN_AFTER_MS = 3000;

export type CountedCalls = Omit<PayloadOf<typeof callsCounted>, 'gateway'>;

/**
 * How many calls come a second, beside how many usually do. It tells a flood from a machine that is slow for a reason of its
 * own, as half of all processes that restart: the first must be refused early, the second passes soon and refuses nobody. Of all
 * gateways together: one that gets the calls of another has three times its own, and no surge.
 */
export class Demand {
  #calls = 0;
  #countedAt = performance.now();
  #usualSeconds = 0;
  #perSecond = 0;
  #usual = 0;
  #isSurge = false;
  readonly #others = new Map<string, { perSecond: number; until: number }>();
  readonly #isConnected: () => boolean;

  /** @param isConnected whether the reports of other gateways arrive; without them its own calls would pass for all. */
  constructor(isConnected: () => boolean) {
    this.#isConnected = isConnected;
  }

  /** Counts a call. @returns whether it comes in a surge. */
  record(): boolean {
    this.#calls += 1;
    this.#measure();
    return this.#isSurge;
  }

  /** What this gateway counts, for the others. */
  report(): CountedCalls {
    this.#measure();
    return { perSecond: this.#perSecond, usual: this.#usual, usualSeconds: this.#usualSeconds };
  }

  /** Takes in what another one counts. The one that has counted longest knows best what is usual. */
  receive(gateway: string, { perSecond, usual, usualSeconds }: CountedCalls): void {
    this.#others.set(gateway, { perSecond, until: performance.now() + FORGOTTEN_AFTER_MS });
    if (usualSeconds <= this.#usualSeconds) return;
    this.#usual = usual;
    this.#usualSeconds = usualSeconds;
  }

  #measure(): void {
    const now = performance.now();
    const seconds = (now - this.#countedAt) / 1000;
    if (seconds < TICK_SECONDS) return;
    this.#perSecond += (this.#calls / seconds - this.#perSecond) * Math.min(1, seconds / MOMENT_SECONDS);
    this.#calls = 0;
    this.#countedAt = now;
    const all = this.#perSecond + this.#ofOthers(now);
    this.#isSurge =
      this.#usualSeconds >= KNOWN_AFTER_SECONDS &&
      this.#perSecond > SURGE.perSecond &&
      all > SURGE.times * this.#usual;
    if (!this.#isConnected()) return;
    if (!this.#isSurge) this.#usualSeconds += seconds;
    const memory = this.#isSurge ? USUAL_SECONDS : Math.min(USUAL_SECONDS, this.#usualSeconds);
    this.#usual += (all - this.#usual) * Math.min(1, seconds / memory);
  }

  #ofOthers(now: number): number {
    let sum = 0;
    for (const [gateway, { perSecond, until }] of this.#others) {
      if (until < now) this.#others.delete(gateway);
      else sum += perSecond;
    }
    return sum;
  }
}
