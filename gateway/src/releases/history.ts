import type { ParsedReplyOf, RequestOf } from '@leadping/contracts/route';
import type { listReleaseHistory } from '@leadping/contracts/gateway/release-routes';
import type { BuildManifest } from '@leadping/contracts/release';
import { DomainError } from '@leadping/service-kit/domain-error';
import mongoose from 'mongoose';
import type { ReadSigned } from './read-signed.ts';
import type { ReleaseModel } from './release.model.ts';
import { buildId, servedBuilds } from './release-state.ts';

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

export interface SignedHistory {
  releases: ReleaseModel;
  readSigned: ReadSigned;
}

/** Finds a build that was served before, in the latest revision with a valid signature. Null if no revision has it. */
export async function findReleasedBuild(
  { releases, readSigned }: SignedHistory,
  name: string,
  version: string,
): Promise<BuildManifest | null> {
  const id = buildId({ name, version });
  for await (const record of releases
    .find({ builds: id }, { state: 1, signature: 1 })
    .sort({ _id: -1 })
    .lean()) {
    const state = readSigned(record, 'the database');
    const build = state && servedBuilds(state).find((one) => buildId(one) === id);
    if (build) return build;
  }
  return null;
}

/** @throws {DomainError} NOT_FOUND if it was never released. */
export async function getReleasedBuild(
  history: SignedHistory,
  name: string,
  version: string,
): Promise<BuildManifest> {
  const build = await findReleasedBuild(history, name, version);
  if (!build) throw new DomainError('NOT_FOUND', `${buildId({ name, version })} was never released.`);
  return build;
}
