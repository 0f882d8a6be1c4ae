import { BuildManifest } from '@leadping/contracts/release';
import { z } from 'zod';

export const SHELL = 'shell';

const Canary = z.object({
  build: BuildManifest,
  /** Of the visitors, to a hundredth. */
  percent: z.number().min(0.01).max(100),
  /** Apps that are tried out together carry the same group: a visitor gets all of it or none. */
  group: z.string(),
  /** When the latest release brought it to visitors, or to more of them. */
  since: z.iso.datetime(),
});

const AppRelease = z.object({
  stable: BuildManifest,
  /** When the stable build became it. */
  since: z.iso.datetime(),
  canary: Canary.nullable(),
  /** The previous stable build, the target of a rollback. Null after a rollback. */
  lastGood: BuildManifest.nullable(),
});
export type AppRelease = z.infer<typeof AppRelease>;

/** All that is released, at one revision. Each revision is kept whole: a later one never changes an earlier one. */
export const ReleaseState = z.object({
  schema: z.literal(1),
  revision: z.int().nonnegative(),
  apps: z.record(z.string(), AppRelease),
  /** Builds that a rollback took away, as `name@version`. No rollback goes to them until they are published again. */
  withdrawn: z.array(z.string()).default([]),
});
export type ReleaseState = z.infer<typeof ReleaseState>;

export const NOTHING_RELEASED: ReleaseState = { schema: 1, revision: 0, apps: {}, withdrawn: [] };

/** How long a release is watched. Later errors do not count against it. */
const PROBATION_MS = 30 * 60 * 1000;

/** Until when the stable release may be rolled back automatically; null if it may not. */
export function probationEnd({ since, lastGood }: AppRelease): Date | null {
  return lastGood && isOnProbation(since) ? new Date(Date.parse(since) + PROBATION_MS) : null;
}

/** @param since when a release brought the build to its visitors */
export const isOnProbation = (since: string) => Date.parse(since) + PROBATION_MS > Date.now();

export const buildId = (build: { name: string; version: string }) => `${build.name}@${build.version}`;

/** A publication by name ends the withdrawal of its builds. */
export function withoutBuilds(withdrawn: string[], published: readonly BuildManifest[]): string[] {
  const ids = new Set(published.map(buildId));
  return withdrawn.filter((id) => !ids.has(id));
}

/** Every build that a visitor may be served at this revision. */
export function servedBuilds(state: ReleaseState): BuildManifest[] {
  return Object.values(state.apps).flatMap(({ stable, canary, lastGood }) =>
    [stable, canary?.build, lastGood].filter((build) => build !== null && build !== undefined),
  );
}

/** @param build `address` is the origin of a developer's machine, in previews only. */
export const assetHref = (build: { name: string; version: string; address?: string }, file: string) =>
  `${build.address ?? ''}/assets/${build.name}/${build.version}/${file}`;

/** The groups of canaries that are out. */
export const groupsIn = (state: ReleaseState) =>
  new Set(Object.values(state.apps).flatMap(({ canary }) => (canary ? [canary.group] : [])));
