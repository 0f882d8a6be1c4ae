// Preloaded into a process, it makes the machine's clock wrong by CLOCK_SHIFT_SECONDS: `Date` is the only one that tells the
// time of day to what runs there. Timers go on as they do when a clock is wrong.
const shiftMs = Number(process.env.CLOCK_SHIFT_SECONDS ?? 0) * 1000;
const RightDate = Date;

globalThis.Date = class Date extends RightDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RightDate.now() + shiftMs] : given));
  }

  static now() {
    return RightDate.now() + shiftMs;
  }
};
