const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

/** The time zone where a day begins first, UTC+14, and the one where it ends last, UTC-12. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS;
const LATEST_ZONE_MS = -12 * HOUR_MS;

/** How far public holidays can extend a period: from Good Friday to the end of the Tuesday after Easter. */
const HOLIDAYS_MS = 4 * DAY_MS;

const [SUNDAY, SATURDAY] = [0, 6];

/**
 * When a period of days after a purchase has ended, in ms. The day of the purchase does not count, the last day runs to
 * its end, and a last day on a weekend moves to Monday (Regulation (EEC, Euratom) No 1182/71, Article 3). We do not know
 * the buyer's time zone. The purchase therefore has its latest date on earth, and the last day ends where it ends last, so
 * that no buyer is late by a clock elsewhere. Public holidays differ by country and are left out, see `mayBeInTime`.
 */
export function periodEnd(soldAt: Date, days: number): number {
  const dateOfSale = Math.floor((soldAt.getTime() + EARLIEST_ZONE_MS) / DAY_MS) * DAY_MS;
  const lastDay = dateOfSale + days * DAY_MS;
  const weekday = new Date(lastDay).getUTCDay();
  const weekendDays = weekday === SATURDAY ? 2 : weekday === SUNDAY ? 1 : 0;
  return lastDay + (weekendDays + 1) * DAY_MS - LATEST_ZONE_MS;
}

/** Whether public holidays at the buyer's home may have extended a period that ended at `end`, in ms. */
export const mayBeInTime = (receivedAt: Date, end: number) => receivedAt.getTime() < end + HOLIDAYS_MS;
