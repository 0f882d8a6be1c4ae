import { BRAND } from '@leadping/contracts/brand';

/** On a reply of a service: how late its event loop is, where that is worth a word. */
export const LATE_HEADER = `${BRAND.headerPrefix}late`;

/** Less is a pause for garbage, or a busy machine. */
const WORTH_A_WORD_MS = 20;
const SAMPLE_MS = 20;

export interface Lateness {
  /** Milliseconds that the event loop comes late, half of it the past: one pause counts for little and not for long. */
  ms: () => number;
  /** For `LATE_HEADER`; nothing while it is in time. */
  worthAWord: () => string | undefined;
  close: () => void;
}

export function watchLateness(): Lateness {
  let lateMs = 0;
  let last = performance.now();
  // Not `monitorEventLoopDelay`: after a reset it leaves the first delay out, and a loop that is always late has no second.
  const timer = setInterval(() => {
    const now = performance.now();
    lateMs = (lateMs + Math.max(0, now - last - SAMPLE_MS)) / 2;
    last = now;
  }, SAMPLE_MS);
  timer.unref();
  return {
    ms: () => lateMs,
    worthAWord: () => (lateMs < WORTH_A_WORD_MS ? undefined : lateMs.toFixed()),
    close: () => clearInterval(timer),
  };
}
