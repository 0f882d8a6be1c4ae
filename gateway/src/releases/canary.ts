import { randomInt } from 'node:crypto';
import type { ReleaseState } from './release-state.ts';

/**
 * Visitors are dealt slots, 10,000 to a deck; a canary at 10 % takes a run of 1,000 of them. The bucket is all that the
 * visitor's cookie says, so it tells nobody apart.
 */
export const BUCKETS = 10_000;

/** Deals every bucket once before any comes again: of each 10,000 new visitors exactly the share asked for is in a canary. */
export function bucketAssigner(): () => number {
  let deck: number[] = [];
  return () => {
    if (deck.length === 0) deck = shuffled(BUCKETS);
    return deck.pop() ?? 0;
  };
}

function shuffled(count: number): number[] {
  const deck = Array.from({ length: count }, (_, index) => index);
  for (let left = count - 1; left > 0; left -= 1) {
    const other = randomInt(left + 1);
    [deck[left], deck[other]] = [deck[other] ?? 0, deck[left] ?? 0];
  }
  return deck;
}

/** The canary groups that a bucket is in. Each group's run begins elsewhere, so that not the same visitors try everything. */
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
