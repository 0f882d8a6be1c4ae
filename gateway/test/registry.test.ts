import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openStore } from '@leadping/service-kit/storage/open-store';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import { captureLog } from '@leadping/test-kit/captured-log';
import { until } from '@leadping/test-kit/until';
import mongoose from 'mongoose';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lastGoodFile } from '../src/releases/last-good.ts';
import { openRegistry } from '../src/releases/registry.ts';
import { releaseModel, type ReleaseModel } from '../src/releases/release.model.ts';
import { seedReleases } from '../src/releases/seed.ts';
import { NOTHING_RELEASED } from '../src/releases/release-state.ts';
import { releaseSigner } from '../src/releases/signature.ts';
import { aShell, writeBuild } from './builds.ts';
import { startGateway, type StackUnderTest } from './gateway.ts';

const log = buildLog({ service: 'gateway', level: 'silent' });

let folder: string;
let gateway: StackUnderTest;
let connection: mongoose.Connection;
let releases: ReleaseModel;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'registry-'));
  gateway = await startGateway({ builds: [aShell()] });
  const dbName = `${gateway.config.DATABASE_PREFIX}gateway`;
  connection = await mongoose.createConnection(gateway.config.MONGODB_URI, { dbName }).asPromise();
  releases = releaseModel(connection);
});
afterAll(async () => {
  await connection.close();
  await gateway.close();
  await rm(folder, { recursive: true, force: true });
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
