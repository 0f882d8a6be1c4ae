import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { PayloadOf } from '@leadping/contracts/event';
import { releaseRolledBack } from '@leadping/contracts/gateway/release-events';
import { ReleaseDocument } from '@leadping/contracts/release';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { providerOf } from '@leadping/service-kit/http/network';
import { openStore } from '@leadping/service-kit/storage/open-store';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import { captureLog } from '@leadping/test-kit/captured-log';
import { until } from '@leadping/test-kit/until';
import mongoose from 'mongoose';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BUCKETS } from '../src/releases/canary.ts';
import { openEvidence } from '../src/releases/evidence.ts';
import { failureModel, type FailureModel } from '../src/releases/failure.model.ts';
import { healthModel, type HealthModel } from '../src/releases/health.model.ts';
import { knownNetworkModel } from '../src/releases/known-network.model.ts';
import { openKnownNetworks, type KnownNetworks } from '../src/releases/known-networks.ts';
import { openHealth } from '../src/releases/health.ts';
import { lastGoodFile } from '../src/releases/last-good.ts';
import { openRegistry, type Registry } from '../src/releases/registry.ts';
import { releaseModel, type ReleaseModel } from '../src/releases/release.model.ts';
import { rollback } from '../src/releases/rollback.ts';
import { seedReleases } from '../src/releases/seed.ts';
import { NOTHING_RELEASED } from '../src/releases/release-state.ts';
import { releaseSigner } from '../src/releases/signature.ts';
import { watchHealth } from '../src/releases/watch-health.ts';
import { aBuild, aShell, writeBuild, type Build } from './builds.ts';
import { FAST_PACE, startGateway, type GatewayUnderTest, type StackUnderTest } from './gateway.ts';
import { appAt, checkedAt, pageTokenFor, release, reportFailure, visitFrom } from './release-calls.ts';

const log = buildLog({ service: 'gateway', level: 'silent' });

let folder: string;
let gateway: StackUnderTest;
let other: GatewayUnderTest;
let both: GatewayUnderTest[];
let metricsPorts: number[];
let connection: mongoose.Connection;
let releases: ReleaseModel;
let minutes: HealthModel;
let failures: FailureModel;
let networks: KnownNetworks;
let announced: PayloadOf<typeof releaseRolledBack>[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'two-gateways-'));
  metricsPorts = [await findFreePort(), await findFreePort()];
  gateway = await startGateway({
    env: { TRUST_PROXY: '127.0.0.1', METRICS_PORT: String(metricsPorts[0]) },
    pace: FAST_PACE,
    builds: [
      aShell(),
      aBuild({ name: 'mfe-storefront', routes: ['/'] }),
      aBuild({ name: 'mfe-support', routes: ['/support'] }),
      aBuild({ name: 'mfe-admin', routes: ['/admin'] }),
    ],
  });
  other = await gateway.another({ METRICS_PORT: metricsPorts[1]! });
  both = [gateway, other];
  announced = await gateway.identity.collect(releaseRolledBack);
  const dbName = `${gateway.config.DATABASE_PREFIX}gateway`;
  connection = await mongoose.createConnection(gateway.config.MONGODB_URI, { dbName }).asPromise();
  releases = releaseModel(connection);
  minutes = healthModel(connection);
  failures = failureModel(connection);
  const known = knownNetworkModel(connection);
  networks = openKnownNetworks(known, gateway.config.PAGE_TOKEN_SECRET, log);
  await visitFrom(
    gateway,
    Array.from({ length: 12 }, (_, nth) => addressOf(nth)),
  );
  await until(async () => (await known.countDocuments()) === 12);
  // Before each release of these tests, even before those that are moved back.
  await known.updateMany({}, { $set: { firstSeenAt: new Date(Date.now() - 3_600_000) } });
});
afterAll(async () => {
  await connection.close();
  await gateway.close();
  await rm(folder, { recursive: true, force: true });
});

let version = 0;
const next = (name: string, routes: string[]) => aBuild({ name, routes, version: `2.0.${(version += 1)}` });

/** Returns the release document of a gateway for a visitor with this cookie, and the cookie that the reply sets. */
async function visit(at: GatewayUnderTest, cookie?: string) {
  const reply = await at.call('/remotes.json', cookie ? { headers: { cookie } } : {});
  const given = [reply.headers['set-cookie']].flat()[0]?.split(';')[0];
  return { given, document: ReleaseDocument.parse(reply.json()) };
}

/** Resolves once both gateways serve the newest revision. */
async function followed(): Promise<void> {
  const newest = await releases.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean();
  for (const at of both) await until(async () => (await visit(at)).document.revision === newest?._id);
}

/** Resolves after health checks of both gateways that began now or later. */
async function watched(): Promise<void> {
  const since = Date.now() / 1000;
  for (const port of metricsPorts) await until(async () => (await checkedAt(port)) >= since);
}

const addressOf = (nth: number) => `203.0.${nth}.7`;

describe('a canary at two gateways', () => {
  it('stays with each of its visitors at either gateway', async () => {
    await release(gateway, [next('mfe-storefront', ['/'])], 50);
    await followed();
    const served = new Set<string | undefined>();
    for (let nth = 0; nth < 40; nth += 1) {
      const [first, second] = nth % 2 ? [gateway, other] : [other, gateway];
      const { given, document } = await visit(first);
      const again = await visit(second, given);
      expect(again.given).toBeUndefined();
      expect(again.document).toEqual(document);
      served.add(document.remotes['mfe-storefront']?.version);
    }
    expect(served.size).toBe(2);
  });

  it('is rolled back and announced once after reports to both, and is gone from both', async () => {
    const before = await appAt(gateway, 'mfe-admin');
    const bad = next('mfe-admin', ['/admin']);
    await release(gateway, [bad], 50);
    await followed();
    const { revision } = (await visit(gateway)).document;
    for (let bucket = 0; bucket < BUCKETS; bucket += 500)
      for (const at of both) await at.call('/admin', { headers: { cookie: `release-bucket=${bucket}` } });
    // Five visitors report to each gateway, and all ten are needed.
    for (let nth = 0; nth < 10; nth += 1) {
      const [servedBy, reportedTo] = nth % 2 ? [gateway, other] : [other, gateway];
      const pageToken = await pageTokenFor(servedBy, addressOf(nth));
      const { version } = bad.manifest;
      await reportFailure(reportedTo, { app: 'mfe-admin', version, address: addressOf(nth), pageToken });
    }
    await until(async () => (await visit(other)).document.revision > revision);
    await until(() => announced.length > 0);
    await watched();
    await followed();
    for (const at of both) {
      expect(await appAt(at, 'mfe-admin')).toEqual(before);
      for (let bucket = 0; bucket < BUCKETS; bucket += 2500) {
        const { remotes } = (await visit(at, `release-bucket=${bucket}`)).document;
        expect(remotes['mfe-admin']?.version).toBe(before.stable);
      }
    }
    const made = await releases.find({ _id: mongoose.trusted({ $gt: revision }) }).lean();
    expect(made).toMatchObject([{ action: 'automatic-rollback', announcedAt: expect.any(Date) }]);
    // Both may publish it. The event id is the revision, so NATS deduplicates it.
    for (const rolledBack of announced)
      expect(rolledBack).toMatchObject({ revision: revision + 1, visitors: 10, networks: 10 });
  });

  it('counts a visitor once if their page fails at both', async () => {
    const { stable } = await appAt(gateway, 'mfe-support');
    const address = addressOf(50);
    const pageToken = await pageTokenFor(gateway, address);
    const build = `mfe-support@${stable}`;
    const writtenAt = async () => (await failures.findOne({ build }).lean())?.at.getTime() ?? 0;
    let last = 0;
    for (const at of both) {
      await reportFailure(at, { app: 'mfe-support', version: stable, address, pageToken });
      await until(async () => (await writtenAt()) > last);
      last = await writtenAt();
    }
    expect(await failures.countDocuments({ build })).toBe(1);
  });
});

describe('a decision about a release', () => {
  let registry: Registry;
  beforeAll(async () => {
    registry = await openRegistry({
      releases,
      signer: releaseSigner(gateway.config.RELEASE_SIGNING_SEED),
      lastGood: lastGoodFile(path.join(folder, 'state')),
      bus: gateway.identity.bus,
      log,
    });
  });
  afterAll(() => registry.close());
  // Failing releases keep failing until their evidence is deleted.
  afterEach(() => failures.deleteMany({}));

  /**
   * The health watch of a third gateway, with the counts that it has not written yet.
   * @param beforeDeciding awaited by each check that has found evidence
   */
  const openWatch = (beforeDeciding: () => Promise<void> = () => Promise.resolve()) => {
    const counted = openHealth(minutes, log, FAST_PACE.writeMs);
    const read: typeof counted.read = (state) => beforeDeciding().then(() => counted.read(state));
    const health = { ...counted, read };
    const evidence = openEvidence(failures, networks, log);
    const isPaused = () => Promise.resolve(false);
    const announce = () => Promise.resolve();
    const watch = watchHealth({
      registry,
      health,
      evidence,
      isPaused,
      announce,
      onChecked: () => {},
      pace: FAST_PACE,
      log,
    });
    const close = async () => {
      watch.close();
      await health.close();
    };
    return { check: watch.check, health, close };
  };

  /** Twelve visitors in different networks see the build fail, with one page load counted so far. */
  const failTwelve = async ({ manifest }: Build) => {
    const build = `${manifest.name}@${manifest.version}`;
    const at = new Date();
    const minute = new Date(at.getTime() - (at.getTime() % 60_000));
    await minutes.create({ _id: `${build} counted`, build, minute, loads: 1, failures: 1 });
    const seen = Array.from({ length: 12 }, (_, nth) => providerOf(addressOf(nth)));
    await failures.insertMany(
      seen.map((site) => ({ _id: `${build} ${site} 0`, build, site, message: 'x', at })),
    );
  };

  const failTwelveAgain = ({ manifest }: Build) =>
    failures.updateMany({ build: `${manifest.name}@${manifest.version}` }, { at: new Date() });

  it('waits for page loads that other gateways have not written yet', async () => {
    const fine = next('mfe-admin', ['/admin']);
    await release(gateway, [fine], 50);
    await registry.refresh();
    const third = openWatch();
    for (let load = 0; load < 1000; load += 1) third.health.countLoad(fine.manifest);
    await failTwelve(fine);
    await third.check();
    expect((await appAt(gateway, 'mfe-admin')).canary?.version).toBe(fine.manifest.version);
    await third.close();
  });

  it('does not change a later release', async () => {
    const pair = [next('mfe-support', ['/support']), next('mfe-admin', ['/admin'])] as const;
    await release(gateway, [...pair], 50);
    await registry.refresh();
    const third = openWatch();
    await failTwelve(pair[1]);
    const checking = third.check().catch(() => {});
    const mended = next('mfe-support', ['/support']);
    expect((await release(gateway, [mended])).status).toBe(201);
    await checking;
    await until(async () => (await appAt(gateway, 'mfe-admin')).canary === null);
    expect((await appAt(gateway, 'mfe-support')).stable).toBe(mended.manifest.version);
    await third.close();
  });

  /** Moves the current release of the app 31 minutes into the past. */
  const moveBack = async (action: 'canary' | 'publish') => {
    const since = new Date(Date.now() - 31 * 60_000).toISOString();
    await registry.release({
      action,
      by: 'a test',
      apps: ['mfe-admin'],
      change: (current) => {
        const { canary, ...app } = current.apps['mfe-admin']!;
        const moved = { ...app, since, canary: canary && { ...canary, since } };
        return { ...current, apps: { ...current.apps, 'mfe-admin': moved } };
      },
    });
    await followed();
  };

  it('ignores a stable release half an hour after its publication', async () => {
    const stable = next('mfe-admin', ['/admin']);
    await release(gateway, [stable]);
    await moveBack('publish');
    await failTwelve(stable);
    await watched();
    expect((await appAt(gateway, 'mfe-admin')).stable).toBe(stable.manifest.version);
  });

  it('ignores a canary half an hour after its release', async () => {
    const canary = next('mfe-admin', ['/admin']);
    await release(gateway, [canary], 50);
    await moveBack('canary');
    await failTwelve(canary);
    await watched();
    const canaryOut = async () => (await appAt(gateway, 'mfe-admin')).canary?.version;
    expect(await canaryOut()).toBe(canary.manifest.version);
    // A release to fewer visitors cannot have caused the failures, so it starts no new probation.
    await release(gateway, [canary], 40);
    await followed();
    await failTwelveAgain(canary);
    await watched();
    expect(await canaryOut()).toBe(canary.manifest.version);
    await release(gateway, [canary], 60);
    await failTwelveAgain(canary);
    await until(async () => (await canaryOut()) === undefined);
  });

  it('is refused if its apps have been released since, and applied if only others have', async () => {
    await release(gateway, [next('mfe-admin', ['/admin'])], 50);
    const seen = await registry.refresh();
    await release(gateway, [next('mfe-support', ['/support'])]);
    const rollBack = (app: string) =>
      registry.release({
        action: 'rollback',
        by: 'a test',
        apps: [app],
        seen,
        change: (current) => rollback(current, [app]),
      });
    await expect(rollBack('mfe-support')).rejects.toMatchObject({ code: 'RELEASE_CONFLICT' });
    expect((await rollBack('mfe-admin')).state.apps['mfe-admin']?.canary).toBeNull();
    // Both gateways may have made the same decision.
    await expect(rollBack('mfe-admin')).rejects.toMatchObject({ code: 'RELEASE_CONFLICT' });
  });

  it('causes no error if another gateway made it at the same moment', async () => {
    const bad = next('mfe-admin', ['/admin']);
    await release(gateway, [bad], 50);
    await registry.refresh();
    await failTwelve(bad);
    const third = openWatch(() => until(async () => (await appAt(gateway, 'mfe-admin')).canary === null));
    await expect(third.check()).resolves.toBeUndefined();
    await third.close();
  });

  it('does not block other decisions if it fails', async () => {
    // The former release has a route that belongs to another app by now.
    await release(gateway, [next('mfe-storefront', ['/', '/old'])]);
    const stuck = next('mfe-storefront', ['/']);
    await release(gateway, [stuck]);
    await release(gateway, [next('mfe-support', ['/support', '/old'])]);
    const bad = next('mfe-admin', ['/admin']);
    await release(gateway, [bad], 50);
    const { length } = announced;
    await failTwelve(stuck);
    await failTwelve(bad);
    await until(async () => (await appAt(gateway, 'mfe-admin')).canary === null);
    await until(() => announced.length > length);
    expect((await appAt(gateway, 'mfe-storefront')).stable).toBe(stuck.manifest.version);
  });
});

describe('gateways that start together', () => {
  it('seed an empty registry once', async () => {
    const empty = await startGateway();
    const seeds = [await writeBuild(path.join(folder, 'shell'), aShell())];
    await Promise.all([
      empty.another({ SEED_RELEASES: seeds }),
      empty.another({ SEED_RELEASES: seeds, STATE_FOLDER: path.join(folder, 'state-of-another') }),
    ]).then((started) =>
      Promise.all(started.map((at) => until(async () => (await at.call('/readyz')).status === 200))),
    );
    const history = await empty.call('/api/admin/releases/history', {
      headers: { authorization: `Bearer ${'a'.repeat(40)}` },
    });
    expect(history.json().entries).toMatchObject([{ action: 'seed', revision: 1 }]);
    await empty.close();
  });
});

describe('a gateway that is closed while it seeds its registry', () => {
  it('writes and releases nothing afterwards and logs no error', async () => {
    const captured = captureLog();
    const text = 'export default 1;'.repeat(200);
    const files = Object.fromEntries(Array.from({ length: 1000 }, (_, nth) => [`chunks/${nth}.js`, text]));
    const seed = await writeBuild(path.join(folder, 'large-shell'), aShell('1.0.0', { files }));
    const assets = path.join(folder, 'assets-of-closed');
    const stored = () => readdir(assets, { recursive: true }).catch(() => []);
    const empty = await startGateway({ env: { LOG_LEVEL: 'error' } });
    const seeding = await empty.another({ SEED_RELEASES: [seed], ASSETS_FOLDER: assets });
    await until(async () => (await stored()).length > 0);
    await seeding.close();
    const atClose = await stored();
    expect(atClose).not.toContain('shell/1.0.0/chunks/999.js');
    await pause(200);
    expect(await stored()).toEqual(atClose);
    expect(await empty.service.readiness()).toMatchObject({ ready: false, checks: { pages: false } });
    expect((await empty.call('/readyz')).json()).toEqual({ status: 'not ready' });
    expect(captured.find('the registry could not be made ready, retrying')).toEqual([]);
    captured.stop();
    await empty.close();
  });
});

describe('a gateway with another signing key', () => {
  it('does not replace a release with the builds of its image', async () => {
    const foreign = await openRegistry({
      releases,
      signer: releaseSigner('e'.repeat(64)),
      lastGood: lastGoodFile(path.join(folder, 'foreign')),
      bus: gateway.identity.bus,
      log,
    });
    const newest = () => releases.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean();
    const before = await newest();
    const store = openStore(gateway.config, {
      bucket: undefined,
      folder: path.join(folder, 'foreign-assets'),
    });
    const folders = [await writeBuild(path.join(folder, 'foreign-shell'), aShell())];
    const { signal } = new AbortController();
    await seedReleases({ folders, registry: foreign, store, isProduction: true, signal, log });
    expect(foreign.current().revision).toBe(0);
    expect(await newest()).toEqual(before);
    foreign.close();
  });

  it('logs a refused document once and reads the document that replaces it', async () => {
    const captured = captureLog();
    const signer = releaseSigner('e'.repeat(64));
    const foreign = await openRegistry({
      releases,
      signer,
      lastGood: lastGoodFile(path.join(folder, 'foreign-to-one')),
      bus: gateway.identity.bus,
      log: buildLog({ service: 'gateway', level: 'error' }),
    });
    for (let reads = 0; reads < 5; reads += 1) await foreign.refresh();
    expect(foreign.current().revision).toBe(0);
    expect(captured.find('a release document with a foreign signature was refused')).toMatchObject([
      { source: 'the database' },
    ]);
    captured.stop();

    const refused = await releases.findOne().sort({ _id: -1 }).lean();
    const state = JSON.stringify({ ...NOTHING_RELEASED, revision: refused!._id });
    await releases.updateOne({ _id: refused!._id }, { state, signature: signer.sign(state) });
    try {
      expect((await foreign.refresh()).revision).toBe(refused!._id);
    } finally {
      await releases.replaceOne({ _id: refused!._id }, refused!);
      foreign.close();
    }
  });
});

describe('the last good release on disk', () => {
  it('is the newest one even after releases in quick succession', async () => {
    const file = lastGoodFile(path.join(folder, 'quick'));
    const states = Array.from({ length: 20 }, (_, nth) => ({
      state: `${nth}`.repeat(20_000),
      signature: 's',
    }));
    await Promise.all(states.map((state) => file.write(state)));
    expect(await file.read()).toEqual(states.at(-1));
  });
});
