import type { VersionHealth } from '@leadping/contracts/gateway/release-routes';
import type { BuildManifest } from '@leadping/contracts/release';
import { setTimeout as pause } from 'node:timers/promises';
import type { Evidence } from './evidence.ts';
import type { Health } from './health.ts';
import type { RollbackEvidence } from './release.model.ts';
import type { ReleaseState } from './release-state.ts';
import type { Trial } from './trials.ts';

const MINUTE_MS = 60 * 1000;
/** Minimum number of visitors for a decision. Visitors who are not signed in count once per network. */
const MIN_VISITORS = 10;
const TOLERATED_FACTOR = 2;
const TOLERATED_RATE = 0.05;

/** Number of visitors who saw a version fail, and number of page loads. */
interface Outcome {
  visitors: number;
  loads: number;
}

const failureRate = ({ visitors, loads }: Outcome) => visitors / Math.max(loads, 1);

/** Whether a version fails for significantly more visitors than its baseline. */
export function isFailing(candidate: Outcome, baseline: Outcome): boolean {
  const tolerated = TOLERATED_FACTOR * failureRate(baseline) + TOLERATED_RATE;
  return candidate.visitors >= MIN_VISITORS && failureRate(candidate) > tolerated;
}

interface Counts {
  evidence: Evidence;
  health: Health;
  /**
   * Wait between reading failures and loads. Longer than the interval at which gateways write loads, so that the
   * loads of all gateways are complete.
   */
  countedMs: number;
}

/** @returns the evidence if the build fails, otherwise null */
export async function judgeTrial(
  { evidence, health, countedMs }: Counts,
  state: ReleaseState,
  { build, since, baseline }: Trial,
): Promise<RollbackEvidence | null> {
  const found = await evidence.read(build, { since, releasedAt: since });
  if (found.visitors < MIN_VISITORS) return null;
  const before = await evidence.read(baseline, { releasedAt: since });
  await pause(countedMs, undefined, { ref: false });
  const [counted] = await health.read(pickApp(state, build.name));
  const versions = counted?.versions ?? [];
  const seen = { ...found, loads: sumLoads(build, versions, since) };
  return isFailing(seen, { ...before, loads: sumLoads(baseline, versions) }) ? seen : null;
}

/** Sums the page loads of a build over the minutes that had not ended at `since`. */
function sumLoads({ version }: BuildManifest, versions: readonly VersionHealth[], since = 0): number {
  const minutes = versions.find((each) => each.version === version)?.minutes ?? [];
  return minutes
    .filter(({ at }) => Date.parse(at) + MINUTE_MS > since)
    .reduce((sum, { loads }) => sum + loads, 0);
}

function pickApp(state: ReleaseState, name: string): ReleaseState {
  const app = state.apps[name];
  return { ...state, apps: app ? { [name]: app } : {} };
}
