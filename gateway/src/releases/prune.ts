import type { Log } from '@leadping/service-kit/telemetry/log';
import type { FileStore } from '@leadping/service-kit/storage/file-store';
import type { ReleaseModel } from './release.model.ts';
import { buildId, servedBuilds, type ReleaseState } from './release-state.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Removes the files of builds that have not been served for `keepDays`, because open tabs may need them until then.
 * Uploaded builds that were never released are removed after the same time.
 * @returns the removed builds, as `name@version`.
 */
export async function pruneReleases(options: {
  store: FileStore;
  releases: ReleaseModel;
  state: ReleaseState;
  keepDays: number;
  log: Log;
}): Promise<string[]> {
  const { store, releases, log } = options;
  const served = new Set(servedBuilds(options.state).map(buildId));
  const oldest = new Date(Date.now() - options.keepDays * DAY_MS);
  const filesOf = new Map<string, { keys: string[]; storedAt: Date }>();
  for (const { key, storedAt } of await store.list('')) {
    const [name = '', version = ''] = key.split('/');
    const id = buildId({ name, version });
    const files = filesOf.get(id) ?? { keys: [], storedAt };
    files.keys.push(key);
    if (storedAt > files.storedAt) files.storedAt = storedAt;
    filesOf.set(id, files);
  }
  const removed: string[] = [];
  for (const [id, { keys, storedAt }] of filesOf) {
    if (served.has(id)) continue;
    const retiredAt = await whenRetired(releases, id);
    if ((retiredAt ?? storedAt) > oldest || storedAt > oldest) continue;
    for (const key of keys) await store.remove(key);
    removed.push(id);
  }
  if (removed.length > 0) log.info({ builds: removed }, 'old builds removed');
  return removed;
}

/**
 * The time of the first revision without the build. If the newest revision has the build, even one that this instance
 * has not read yet, the time is now. Null for a build that was never served.
 */
async function whenRetired(releases: ReleaseModel, id: string): Promise<Date | null> {
  const last = await releases.findOne({ builds: id }, { _id: 1 }).sort({ _id: -1 }).lean();
  const next = last && (await releases.findById(last._id + 1, { at: 1 }).lean());
  return last && (next?.at ?? new Date());
}
