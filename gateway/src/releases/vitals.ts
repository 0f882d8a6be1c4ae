export const VITALS = ['LCP', 'INP', 'TTFB', 'CLS'] as const;
export type VitalName = (typeof VITALS)[number];

/** Buckets per doubling of the value. With twelve, a percentile is accurate to 6 %. */
const STEPS = 12;
/** A layout shift is a small fraction. Scaled by 1000, it spreads over the buckets as milliseconds do. */
const scaleOf = (vital: VitalName) => (vital === 'CLS' ? 1000 : 1);

export const isVital = (name: string | undefined): name is VitalName =>
  VITALS.some((vital) => vital === name);

export function bucketOf(vital: VitalName, value: number): number {
  const scaled = Math.min(Math.max(value, 0) * scaleOf(vital), 600_000);
  return Math.round(STEPS * Math.log2(scaled + 1));
}

/** The 75th percentile, computed from counts per bucket. */
export function percentile75(
  vital: VitalName,
  counts: Record<string, number>,
): { p75: number; samples: number } {
  const buckets = Object.entries(counts)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((a, b) => a.bucket - b.bucket);
  const samples = buckets.reduce((sum, { count }) => sum + count, 0);
  let left = samples * 0.75;
  const found = buckets.find(({ count }) => (left -= count) <= 0);
  const value = found ? (2 ** (found.bucket / STEPS) - 1) / scaleOf(vital) : 0;
  return { p75: Math.round(value * 1000) / 1000, samples };
}
