import { randomInt } from 'node:crypto';
import type { ReleaseState } from './release-state.ts';

/**
 * Each new visitor is assigned one of 10,000 buckets. A canary at 10 % takes a range of 1,000 of them. The visitor's
 * cookie contains only the bucket, so it identifies nobody.
 */
export const BUCKETS = 10_000;

/**
 * Assigns every bucket once before repeating, so that exactly the configured share of each 10,000 new visitors gets a
 * canary.
 */
export function bucketAssigner(): () => number {
  let left: number[] = [];
  return () => {
    if (left.length === 0) left = shuffled(BUCKETS);
    return left.pop() ?? 0;
  };
}

function shuffled(count: number): number[] {
  const buckets = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [buckets[last], buckets[other]] = [buckets[other] ?? 0, buckets[last] ?? 0];
  }
  return buckets;
}

/**
 * The canary groups of a bucket. Each group's range begins elsewhere, so that different visitors test different
 * canaries.
 */
export function groupsOf(state: ReleaseState, bucket: number): Set<string> {
  const groups = new Set<string>();
  for (const { canary } of Object.values(state.apps)) {
    if (!canary) continue;
    const place = (bucket - startOf(canary.group) + BUCKETS) % BUCKETS;
    if (place < Math.round((canary.percent * BUCKETS) / 100)) groups.add(canary.group);
  }
  return groups;
}

function startOf(group: string): number {
  let hash = 2_166_136_261;
  for (const letter of group) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  return (hash >>> 0) % BUCKETS;
}

export const hasCanary = (state: ReleaseState) =>
  Object.values(state.apps).some(({ canary }) => canary !== null);
