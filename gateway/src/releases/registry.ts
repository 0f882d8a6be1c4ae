import { releasePublished } from '@leadping/contracts/gateway/release-events';
import type { Bus } from '@leadping/service-kit/messaging/bus';
import { DomainError } from '@leadping/service-kit/domain-error';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import type { Log } from '@leadping/service-kit/telemetry/log';
import { isDeepStrictEqual } from 'node:util';
import type { LastGood, SignedState } from './last-good.ts';
import { signedReader } from './read-signed.ts';
import type { ReleaseAction, ReleaseModel, RollbackEvidence } from './release.model.ts';
import { buildId, NOTHING_RELEASED, servedBuilds, type ReleaseState } from './release-state.ts';
import type { ReleaseSigner } from './signature.ts';

export interface ReleaseChange {
  action: ReleaseAction;
  by: string;
  apps: string[];
  note?: string;
  evidence?: RollbackEvidence;
  /** The revision that the change is based on. If absent, the change applies to the current revision. */
  revision?: number | undefined;
  /** The state that the decision was based on. If its apps have been released since, the change is refused. */
  seen?: ReleaseState;
  /** @throws {DomainError} RELEASE_REFUSED if the change cannot be applied to this state. */
  change: (current: ReleaseState) => ReleaseState | Promise<ReleaseState>;
}

export interface ReleaseResult {
  state: ReleaseState;
  /** The requested apps and those whose canaries ended. */
  apps: string[];
}

export interface Registry {
  /** The release that this instance knows. Never waits and never fails. */
  current: () => ReleaseState;
  /** Registers a listener for new revisions. */
  onChange: (listener: (state: ReleaseState) => void) => void;
  /** Whether any revision exists, including one with an invalid signature, as of the last `refresh`. */
  hasReleases: () => boolean;
  /** Reads the newest revision from the database. */
  refresh: () => Promise<ReleaseState>;
  /**
   * Adds a revision by compare-and-swap.
   * @throws {DomainError} RELEASE_CONFLICT if another revision was added first.
   */
  release: (change: ReleaseChange) => Promise<ReleaseResult>;
  close: () => void;
}

const POLL_MS = 500;
const MAX_ATTEMPTS = 6;

export interface RegistryParts {
  releases: ReleaseModel;
  signer: ReleaseSigner;
  lastGood: LastGood;
  bus: Bus;
  log: Log;
}

/** Opens the registry with the last document on disk and then follows the database. */
export async function openRegistry(parts: RegistryParts): Promise<Registry> {
  const { releases, signer, lastGood, bus, log } = parts;
  const readSigned = signedReader(signer, log);
  const listeners: ((state: ReleaseState) => void)[] = [];
  let current = NOTHING_RELEASED;
  /** The newest revision in the database, even if its signature is refused. */
  let newestRevision = 0;

  const take = (state: ReleaseState) => {
    if (state.revision <= current.revision) return;
    current = state;
    for (const listener of listeners) listener(state);
  };
  const takeSigned = async (signed: SignedState) => {
    const state = readSigned(signed, 'the database');
    if (!state || state.revision <= current.revision) return;
    take(state);
    await lastGood.write({ state: signed.state, signature: signed.signature }).catch((err: unknown) => {
      log.warn({ err }, 'last good release not saved to disk');
    });
  };
  const refresh = async () => {
    const newest = await releases.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean();
    newestRevision = newest?._id ?? 0;
    if (newestRevision > current.revision) {
      const record = await releases.findById(newestRevision).lean();
      if (record) await takeSigned(record);
    }
    return current;
  };
  const refreshQuietly = () => {
    refresh().catch((err: unknown) =>
      log.debug({ err }, 'registry read failed, serving the last good release'),
    );
  };

  const kept = await lastGood.read();
  const keptState = kept && readSigned(kept, 'the disk');
  if (keptState) take(keptState);
  bus.subscribe(releasePublished, refreshQuietly);
  const poll = setInterval(refreshQuietly, POLL_MS);

  const tryRelease = async (change: ReleaseChange) => {
    const before = await refresh();
    if (isOutdated(change, before)) throw conflict(before.revision);
    const { state, apps, signed } = await insertRevision(parts, before, { ...change, newestRevision });
    await takeSigned(signed);
    bus.broadcast(releasePublished, { revision: state.revision });
    const { action, by } = change;
    log.info({ revision: state.revision, action, apps, by }, 'released');
    return { state, apps };
  };

  return {
    current: () => current,
    onChange: (listener) => void listeners.push(listener),
    hasReleases: () => newestRevision > 0 || current.revision > 0,
    refresh,
    release: (change) => retryConflicts(change, () => tryRelease(change), refresh),
    close: () => clearInterval(poll),
  };
}

function isOutdated({ revision, seen, apps }: ReleaseChange, current: ReleaseState): boolean {
  if (revision !== undefined && revision !== current.revision) return true;
  return seen !== undefined && apps.some((name) => !isDeepStrictEqual(seen.apps[name], current.apps[name]));
}

/** Retries after a conflict if the change does not depend on a revision. Otherwise the caller has to decide. */
async function retryConflicts(
  { revision }: ReleaseChange,
  tryRelease: () => Promise<ReleaseResult>,
  refresh: () => Promise<ReleaseState>,
): Promise<ReleaseResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryRelease();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (revision !== undefined || attempt === MAX_ATTEMPTS) throw conflict((await refresh()).revision);
    }
  }
}

/** @throws a duplicate key error if another instance was first. */
async function insertRevision(
  { releases, signer }: Pick<RegistryParts, 'releases' | 'signer'>,
  before: ReleaseState,
  {
    action,
    by,
    apps: asked,
    note = '',
    evidence,
    change,
    newestRevision,
  }: ReleaseChange & { newestRevision: number },
): Promise<ReleaseResult & { signed: SignedState }> {
  const revision = Math.max(before.revision, newestRevision) + 1;
  const state = { ...(await change(before)), revision };
  // Lists apps whose canary ended, so that the history of each app shows the change.
  const apps = [...new Set([...asked, ...endedCanaries(before, state)])];
  const text = JSON.stringify(state);
  const signed = { state: text, signature: signer.sign(text) };
  const builds = servedBuilds(state).map(buildId);
  await releases.create({
    _id: state.revision,
    at: new Date(),
    by,
    action,
    apps,
    note,
    evidence: evidence ?? null,
    builds,
    ...signed,
  });
  return { state, apps, signed };
}

const endedCanaries = (before: ReleaseState, after: ReleaseState) =>
  Object.keys(before.apps).filter((name) => before.apps[name]?.canary && !after.apps[name]?.canary);

const conflict = (revision: number) =>
  new DomainError('RELEASE_CONFLICT', `Somebody released in the meantime: revision ${revision} is current.`);
