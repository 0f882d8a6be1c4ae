import type { BuildManifest } from '@leadping/contracts/release';
import { isOnProbation, probationEnd, type ReleaseState } from './release-state.ts';

/** A build that can be rolled back, and its baseline. */
export interface Trial {
  build: BuildManifest;
  /** When a release gave the build to its visitors. Earlier failures are not counted. */
  since: number;
  baseline: BuildManifest;
  isCanary: boolean;
}

/** Only releases of the last 30 minutes are on trial. A rollback sets no `lastGood`, so it starts no trial. */
export function listTrials(state: ReleaseState, name: string): Trial[] {
  const app = state.apps[name];
  if (!app) return [];
  const { stable, canary, lastGood } = app;
  const trials: Trial[] = [];
  if (canary && isOnProbation(canary.since))
    trials.push({ build: canary.build, since: Date.parse(canary.since), baseline: stable, isCanary: true });
  if (lastGood && probationEnd(app))
    trials.push({ build: stable, since: Date.parse(app.since), baseline: lastGood, isCanary: false });
  return trials;
}
