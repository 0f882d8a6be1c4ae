import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { mkdir, readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { until } from '@leadping/test-kit/until';
import { pruneReleases } from '../src/releases/prune.ts';
import { openStore } from '@leadping/service-kit/storage/open-store';
import { releaseModel } from '../src/releases/release.model.ts';
import { NOTHING_RELEASED, ReleaseState } from '../src/releases/release-state.ts';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import { aBuild } from './builds.ts';
import { errorOf, type GatewayUnderTest, type StackUnderTest } from './gateway.ts';
import { releaseBearer, RELEASES } from './release-calls.ts';
import { documentAt, nextVersion, releaseCalls, startReleased, storefront } from './released-storefront.ts';

let gateway: StackUnderTest;
let other: GatewayUnderTest;
beforeAll(async () => {
  ({ gateway, other } = await startReleased());
});
afterAll(() => gateway.close());
const { upload, publish, act } = releaseCalls(() => gateway);

describe('the registry itself', () => {
  const model = async () => {
    const connection = await mongoose
      .createConnection(gateway.config.MONGODB_URI, { dbName: `${gateway.config.DATABASE_PREFIX}gateway` })
      .asPromise();
    return { releases: releaseModel(connection), close: () => connection.close() };
  };

  it('serves no revision with a foreign signature in the database', async () => {
    const { releases, close } = await model();
    const newest = await releases.findOne().sort({ _id: -1 }).lean();
    const state = ReleaseState.parse(JSON.parse(newest!.state));
    const forged = JSON.stringify({ ...state, revision: state.revision + 1 }).replaceAll(
      'mfe-storefront',
      'mfe-evil',
    );
    await releases.create({ ...newest!, _id: state.revision + 1, state: forged });
    const build = aBuild({ name: 'mfe-support', version: nextVersion(), routes: ['/support'] });
    await upload(build);
    expect((await documentAt(gateway)).revision).toBe(state.revision);
    // It must not block a release. Revisions signed by a former key do not either.
    expect((await publish(build)).status).toBe(201);
    expect((await documentAt(gateway)).revision).toBe(state.revision + 2);
    for (const each of [gateway, other]) {
      await until(async () => (await documentAt(each)).revision === state.revision + 2);
      expect((await each.call('/')).text).not.toContain('mfe-evil');
    }
    await releases.deleteOne({ _id: state.revision + 1 });
    await close();
  });

  it('restores no build of a revision with a foreign signature, which does not block our own either', async () => {
    const { releases, close } = await model();
    const [old, current] = [storefront(), storefront()];
    for (const build of [old, current]) {
      await upload(build);
      await publish(build);
    }
    const newest = (await releases.findOne().sort({ _id: -1 }).lean())!;
    const { version: unknown } = storefront().manifest;
    const forge = (_id: number, from: string, to: string) =>
      releases.create({
        ...newest,
        _id,
        builds: newest.builds.map((build) => build.replace(from, to)),
        state: newest.state.replaceAll(from, to),
      });
    await forge(-1, current.manifest.version, unknown);
    await forge(newest._id - 0.5, '"page":"page"', '"page":"evil"');
    expect(errorOf(await act('rollback', { apps: ['mfe-storefront'], version: unknown }))).toBe(
      '404 NOT_FOUND',
    );
    const { version } = old.manifest;
    const kept = await gateway.call(`${RELEASES}/mfe-storefront/${version}/build`, {
      headers: releaseBearer,
    });
    expect(kept.json()).toEqual(old.manifest);
    expect((await act('rollback', { apps: ['mfe-storefront'], version })).status).toBe(200);
    // The version number is still available for a real release.
    const real = storefront({ version: unknown });
    await upload(real);
    expect((await publish(real)).status).toBe(201);
    await releases.deleteMany({ _id: mongoose.trusted({ $in: [-1, newest._id - 0.5] }) });
    await close();
  });

  it('serves nothing stale after twenty releases', async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      const build = storefront();
      await upload(build);
      const reply = await publish(build);
      expect(reply.status).toBe(201);
      expect((await gateway.call('/')).text).toContain(`mfe-storefront/${build.manifest.version}/`);
    }
    const { revision, remotes } = await documentAt(gateway);
    await until(async () => (await documentAt(other)).revision === revision);
    expect((await documentAt(other)).remotes).toEqual(remotes);
  }, 120_000);

  it('removes only the files of builds that were replaced long ago', async () => {
    const { releases, close } = await model();
    const store = openStore(gateway.config, { bucket: undefined, folder: gateway.config.ASSETS_FOLDER });
    const folder = path.join(gateway.config.ASSETS_FOLDER, 'mfe-storefront');
    const state = ReleaseState.parse(JSON.parse((await releases.findOne().sort({ _id: -1 }).lean())!.state));
    const log = buildLog({ service: 'gateway', level: 'silent' });
    expect(await pruneReleases({ store, releases, state, keepDays: 1, log })).toEqual([]);

    const long = new Date(Date.now() - 3 * 24 * 3600 * 1000);
    const kept = state.apps['mfe-storefront']!;
    const versions = await readdir(folder);
    for (const each of versions) {
      for (const file of await readdir(path.join(folder, each)))
        await utimes(path.join(folder, each, file), long, long);
    }
    await releases.collection.updateMany({}, { $set: { at: long } });
    // Pruning uses the newest revision, even if this instance knows of no release.
    const removed = await pruneReleases({ store, releases, state: NOTHING_RELEASED, keepDays: 1, log });
    expect(removed.length).toBeGreaterThan(20);
    expect(removed).not.toContain(`mfe-storefront@${kept.stable.version}`);
    expect(removed).not.toContain(`mfe-storefront@${kept.lastGood?.version}`);
    await mkdir(folder, { recursive: true });
    expect(
      (await gateway.call(`/assets/mfe-storefront/${kept.stable.version}/${kept.stable.entry}`)).status,
    ).toBe(200);
    await close();
  });
});
