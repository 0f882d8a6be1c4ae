import * as contracts from '@leadping/contracts/gateway/release-routes';
import type { Actor } from '@leadping/contracts/actor';
import type { BuildManifest } from '@leadping/contracts/release';
import { recordChange } from '@leadping/service-kit/audit/record-change';
import { DomainError } from '@leadping/service-kit/domain-error';
import type { RegisterRoute } from '@leadping/service-kit/http/routes';
import type { FastifyRequest } from 'fastify';
import { isDeepStrictEqual } from 'node:util';
import type { FileStore } from '@leadping/service-kit/storage/file-store';
import { readRollbackSwitch, setRollbackSwitch, type RollbackSwitchModel } from './rollback-switch.model.ts';
import { checkFiles, checkManifest, warningsOf } from './check-build.ts';
import type { Health } from './health.ts';
import { findReleasedBuild, getReleasedBuild, readHistory, type SignedHistory } from './history.ts';
import { integrityOf } from '../storage/integrity.ts';
import { promote, withGroup } from './promote.ts';
import { publish } from './publish.ts';
import type { Registry, ReleaseResult } from './registry.ts';
import { requireApps, requireVersion, type Publisher, type Publishers } from './release-tokens.ts';
import { buildId } from './release-state.ts';
import { retire } from './retire.ts';
import { rollback, severalApps } from './rollback.ts';
import { storeFile } from '../storage/store-file.ts';

interface ReleaseParts {
  registry: Registry;
  history: SignedHistory;
  store: FileStore;
  health: Health;
  publishers: Publishers;
  rollbackSwitch: RollbackSwitchModel;
}

/** The registry's routes, for admins and release tokens. */
export function registerReleaseRoutes(route: RegisterRoute, parts: ReleaseParts): void {
  registerLookups(route, parts);
  registerRollbackSwitch(route, parts);
  registerPublishing(route, parts);
  registerMoves(route, parts);
}

const publisherOf = (publishers: Publishers, request: FastifyRequest, actor: Actor): Publisher =>
  publishers.bearerOf(request) ?? { name: actor.username, app: null, previewsOnly: false };

function registerLookups(route: RegisterRoute, { registry, history, health }: ReleaseParts): void {
  route(contracts.listReleases, async () => {
    const { revision, apps } = await registry.refresh();
    return {
      revision,
      apps: Object.entries(apps).map(([name, { stable, canary, lastGood }]) => ({
        name,
        stable: stable.version,
        lastGood: lastGood?.version ?? null,
        canary: canary && { version: canary.build.version, percent: canary.percent, group: canary.group },
        routes: stable.routes.map(({ path }) => path),
      })),
    };
  });

  route(contracts.listReleaseHistory, ({ query }) => readHistory(history.releases, query));

  route(contracts.getReleasedBuild, ({ params }) => getReleasedBuild(history, params.app, params.version));

  route(contracts.getReleaseStatus, async () => {
    const state = await registry.refresh();
    return { revision: state.revision, apps: await health.read(state) };
  });
}

function registerRollbackSwitch(route: RegisterRoute, { publishers, rollbackSwitch }: ReleaseParts): void {
  route(contracts.getAutomaticRollback, () => readRollbackSwitch(rollbackSwitch));

  route(contracts.setAutomaticRollback, async ({ body, request, actor }) => {
    const publisher = publisherOf(publishers, request, actor);
    // The switch affects every app, so the token of one app is not enough.
    if (publisher.app !== null)
      throw new DomainError('FORBIDDEN', `This token releases ${publisher.app} only.`);
    const { paused: wasPaused } = await readRollbackSwitch(rollbackSwitch);
    await setRollbackSwitch(rollbackSwitch, body.paused, publisher.name);
    recordChange({
      target: 'automatic-rollback',
      before: { paused: wasPaused },
      after: { paused: body.paused },
    });
    return readRollbackSwitch(rollbackSwitch);
  });
}

function registerPublishing(
  route: RegisterRoute,
  { registry, history, store, publishers }: ReleaseParts,
): void {
  route(contracts.uploadReleaseFile, async ({ params, query, rawBody, request, actor }) => {
    const publisher = publisherOf(publishers, request, actor);
    requireApps(publisher, [params.app]);
    requireVersion(publisher, params.version);
    const key = `${params.app}/${params.version}/${query.path}`;
    const integrity = integrityOf(rawBody);
    const kept = await store.read(key);
    if (kept && integrityOf(kept) !== integrity) {
      throw new DomainError(
        'RELEASE_REFUSED',
        `${key} is kept already, with another content. Give the build a new version.`,
      );
    }
    if (!kept) await storeFile(store, { key, bytes: rawBody });
    return { integrity, isNew: !kept };
  });

  route(contracts.publishRelease, async ({ body, request, actor }) => {
    const { builds, canary, revision, note } = body;
    const names = builds.map(({ name }) => name);
    const publisher = publisherOf(publishers, request, actor);
    requireApps(publisher, names);
    for (const build of builds) {
      checkManifest(build);
      await checkFiles(store, build);
    }
    const released = await registry.release({
      action: canary === undefined ? 'publish' : 'canary',
      by: publisher.name,
      apps: names,
      note,
      revision,
      change: async (current) => {
        // Checked inside the change, so that a concurrent release of another instance is seen.
        for (const build of builds) await requireNew(history, build);
        return publish(current, { builds, canary });
      },
    });
    const versions = builds.map(({ name, version }) => `${name} ${version}`);
    return recorded(released, { note, canary, versions });
  });
}

/** Registers promotion, rollback and retirement, which change only builds that were already released. */
function registerMoves(route: RegisterRoute, { registry, history, store, publishers }: ReleaseParts): void {
  route(contracts.promoteRelease, async ({ body, request, actor }) => {
    const publisher = publisherOf(publishers, request, actor);
    const released = await registry.release({
      ...body,
      action: 'promote',
      by: publisher.name,
      change: (current) => {
        // Checked inside the change, so that a concurrent extension of the canary to another app is seen.
        requireApps(publisher, withGroup(current, body.apps));
        return promote(current, body.apps);
      },
    });
    return recorded(released, { note: body.note });
  });

  route(contracts.rollbackRelease, async ({ body, request, actor }) => {
    const { version, ...rest } = body;
    const publisher = publisherOf(publishers, request, actor);
    requireApps(publisher, body.apps);
    const build = await earlierBuild(history, body.apps, version);
    if (build) await checkFiles(store, build);
    const released = await registry.release({
      ...rest,
      action: 'rollback',
      by: publisher.name,
      change: (current) => {
        requireApps(publisher, withGroup(current, body.apps));
        return rollback(current, body.apps, build);
      },
    });
    return recorded(released, { note: body.note, version });
  });

  route(contracts.retireRelease, async ({ body, request, actor }) => {
    const publisher = publisherOf(publishers, request, actor);
    requireApps(publisher, body.apps);
    const released = await registry.release({
      ...body,
      action: 'retire',
      by: publisher.name,
      change: (current) => retire(current, body.apps),
    });
    return recorded(released, { note: body.note, retired: body.apps });
  });
}

/** The reply to a release, with the details for the audit log. */
function recorded({ state, apps }: ReleaseResult, what: object) {
  const { revision } = state;
  recordChange({ target: apps.join(', '), before: { revision: revision - 1 }, after: { revision, ...what } });
  return { revision, apps, warnings: warningsOf(state, apps) };
}

async function earlierBuild(history: SignedHistory, apps: string[], version: string | undefined) {
  const [name, ...others] = apps;
  if (version === undefined || name === undefined) return undefined;
  if (others.length > 0) throw severalApps();
  return getReleasedBuild(history, name, version);
}

/**
 * Open tabs load files by version, so a version can be released again, but never with other content.
 * @throws {DomainError} RELEASE_REFUSED
 */
async function requireNew(history: SignedHistory, build: BuildManifest): Promise<void> {
  const released = await findReleasedBuild(history, build.name, build.version);
  if (released === null || isDeepStrictEqual(released, build)) return;
  throw new DomainError(
    'RELEASE_REFUSED',
    `${buildId(build)} was released already, with other files. Give the build a new version.`,
  );
}
