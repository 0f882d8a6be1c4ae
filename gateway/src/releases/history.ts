import type { ParsedReplyOf, RequestOf } from '@leadping/contracts/route';
import type { listReleaseHistory } from '@leadping/contracts/gateway/release-routes';
import type { BuildManifest } from '@leadping/contracts/release';
import { DomainError } from '@leadping/service-kit/domain-error';
import mongoose from 'mongoose';
import type { ReleaseModel } from './release.model.ts';
import { buildId, ReleaseState, servedBuilds } from './release-state.ts';

export async function readHistory(
  releases: ReleaseModel,
  { app, before, limit }: RequestOf<typeof listReleaseHistory>['query'],
): Promise<ParsedReplyOf<typeof listReleaseHistory>> {
  const records = await releases
    .find({
      ...(app === undefined ? {} : { apps: app }),
      ...(before === undefined ? {} : { _id: mongoose.trusted({ $lt: before }) }),
    })
    .sort({ _id: -1 })
    .limit(limit)
    .select('-state -signature -announcedAt')
    .lean();
  return {
    entries: records.map(({ _id, at, evidence, ...record }) => ({
      ...record,
      revision: _id,
      at: at.toISOString(),
      ...(evidence ? { evidence } : {}),
    })),
  };
}

/** A build that was served before, as its own revision tells it; null where there was none. */
export async function findReleasedBuild(
  releases: ReleaseModel,
  name: string,
  version: string,
): Promise<BuildManifest | null> {
  const id = buildId({ name, version });
  const record = await releases.findOne({ builds: id }).sort({ _id: -1 }).lean();
  const state = record && ReleaseState.parse(JSON.parse(record.state));
  return (state && servedBuilds(state).find((one) => buildId(one) === id)) ?? null;
}

/** @throws {DomainError} NOT_FOUND where it was never released. */
export async function getReleasedBuild(
  releases: ReleaseModel,
  name: string,
  version: string,
): Promise<BuildManifest> {
  const build = await findReleasedBuild(releases, name, version);
  if (!build) throw new DomainError('NOT_FOUND', `${buildId({ name, version })} was never released.`);
  return build;
}
