import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { providerOf } from '@leadping/service-kit/http/network';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import { until } from '@leadping/test-kit/until';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEvidence } from '../src/releases/evidence.ts';
import { openHealth } from '../src/releases/health.ts';
import { lastGoodFile } from '../src/releases/last-good.ts';
import { openRegistry, type Registry } from '../src/releases/registry.ts';
import { rollback } from '../src/releases/rollback.ts';
import { releaseSigner } from '../src/releases/signature.ts';
import { watchHealth } from '../src/releases/watch-health.ts';
import type { Build } from './builds.ts';
import { FAST_PACE } from './gateway.ts';
import { appAt, release } from './release-calls.ts';
import { addressOf, next, startTwoGateways, type TwoGateways } from './two-gateways.ts';

const log = buildLog({ service: 'gateway', level: 'silent' });

let folder: string;
let two: TwoGateways;
let gateway: TwoGateways['gateway'];
let releases: TwoGateways['releases'];
let minutes: TwoGateways['minutes'];
let failures: TwoGateways['failures'];
let networks: TwoGateways['networks'];
let announced: TwoGateways['announced'];
let followed: TwoGateways['followed'];
let watched: TwoGateways['watched'];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'release-decisions-'));
  two = await startTwoGateways();
  ({ gateway, releases, minutes, failures, networks, announced, followed, watched } = two);
});
afterAll(async () => {
  await two.close();
  await rm(folder, { recursive: true, force: true });
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
