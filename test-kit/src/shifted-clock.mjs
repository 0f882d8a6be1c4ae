// Preload this to shift a process's clock by CLOCK_SHIFT_SECONDS. `Date` is the only source of the time of day in
// such a process. Timers are unaffected, as with a wrong system clock.
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
