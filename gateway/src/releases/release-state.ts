import { BuildManifest } from '@leadping/contracts/release';
import { z } from 'zod';

export const SHELL = 'shell';

const Canary = z.object({
  build: BuildManifest,
  /** Percentage of visitors, to two decimals. */
  percent: z.number().min(0.01).max(100),
  /** Canaries that are tried together share a group: a visitor gets all of it or none. */
  group: z.string(),
  /** When the latest release gave the canary to visitors or to more of them. */
  since: z.iso.datetime(),
});

const AppRelease = z.object({
  stable: BuildManifest,
  /** When the build became stable. */
  since: z.iso.datetime(),
  canary: Canary.nullable(),
  /** The previous stable build, which a rollback restores. Null after a rollback. */
  lastGood: BuildManifest.nullable(),
});
export type AppRelease = z.infer<typeof AppRelease>;

/** All releases at one revision. Each revision is stored completely, so later ones never change it. */
export const ReleaseState = z.object({
  schema: z.literal(1),
  revision: z.int().nonnegative(),
  apps: z.record(z.string(), AppRelease),
  /**
   * Builds that were rolled back, as `name@version`. A rollback never restores them until they are published again.
   */
  withdrawn: z.array(z.string()).default([]),
});
export type ReleaseState = z.infer<typeof ReleaseState>;

export const NOTHING_RELEASED: ReleaseState = { schema: 1, revision: 0, apps: {}, withdrawn: [] };

/** How long a release is watched, in ms. Later errors do not count against it. */
const PROBATION_MS = 30 * 60 * 1000;

/** When the stable release can no longer be rolled back automatically. Null if it cannot now. */
export function probationEnd({ since, lastGood }: AppRelease): Date | null {
  return lastGood && isOnProbation(since) ? new Date(Date.parse(since) + PROBATION_MS) : null;
}

/** @param since when a release gave the build to its visitors */
export const isOnProbation = (since: string) => Date.parse(since) + PROBATION_MS > Date.now();

export const buildId = (build: { name: string; version: string }) => `${build.name}@${build.version}`;

/** Publishing a build ends its withdrawal. */
export function withoutBuilds(withdrawn: string[], published: readonly BuildManifest[]): string[] {
  const ids = new Set(published.map(buildId));
  return withdrawn.filter((id) => !ids.has(id));
}

/** Every build that visitors may be served at this revision. */
export function servedBuilds(state: ReleaseState): BuildManifest[] {
  return Object.values(state.apps).flatMap(({ stable, canary, lastGood }) =>
    [stable, canary?.build, lastGood].filter((build) => build !== null && build !== undefined),
  );
}

/** @param build `address` is the origin of a developer's machine, in previews only */
export const assetHref = (build: { name: string; version: string; address?: string }, file: string) =>
  `${build.address ?? ''}/assets/${build.name}/${build.version}/${file}`;

/** The groups of the current canaries. */
export const groupsIn = (state: ReleaseState) =>
  new Set(Object.values(state.apps).flatMap(({ canary }) => (canary ? [canary.group] : [])));
