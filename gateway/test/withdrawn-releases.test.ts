import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { until } from '@leadping/test-kit/until';
import { aBuild, aShell, type Build } from './builds.ts';
import { FAST_PACE, errorOf, startGateway, type StackUnderTest } from './gateway.ts';
import {
  appAt,
  checkedAt,
  pageTokenFor,
  publish,
  release,
  releaseBearer as headers,
  RELEASES,
  reportFailure,
  visitFrom,
} from './release-calls.ts';

const APP = 'mfe-admin';
/** Addresses in networks that were served pages before every release of the tests, so that their reports count. */
const KNOWN = Array.from({ length: 12 }, (_, nth) => `203.0.${nth}.7`);

let gateway: StackUnderTest;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await findFreePort();
  gateway = await startGateway({
    env: { TRUST_PROXY: '127.0.0.1', METRICS_PORT: String(metricsPort) },
    pace: FAST_PACE,
    builds: [
      aShell(),
      aBuild({ name: 'mfe-support', routes: ['/support'] }),
      aBuild({ name: APP, routes: ['/admin'] }),
    ],
  });
  await visitFrom(gateway, KNOWN);
});
afterAll(() => gateway.close());

let version = 0;
const next = () => aBuild({ name: APP, routes: ['/admin'], version: `2.0.${(version += 1)}` });

const rollBack = (to?: Build) =>
  gateway.call(`${RELEASES}/rollback`, {
    json: { apps: [APP], ...(to ? { version: to.manifest.version } : {}) },
    headers,
  });
const served = async () => (await appAt(gateway, APP)).stable;

let earlier: Build;
let good: Build;
let bad: Build;
beforeEach(async () => {
  [earlier, good, bad] = [next(), next(), next()];
  for (const build of [earlier, good, bad]) await release(gateway, [build]);
});

describe('a release that was rolled back', () => {
  it.each<[string, () => Build | undefined]>([
    ['to the release before', () => undefined],
    ['to a version', () => good],
  ])('%s is no target of a rollback until it is published again', async (_how, target) => {
    expect((await rollBack(target())).status).toBe(200);
    expect(await appAt(gateway, APP)).toMatchObject({ stable: good.manifest.version, lastGood: null });
    expect(errorOf(await rollBack())).toBe('409 RELEASE_REFUSED');
    const byVersion = await rollBack(bad);
    expect(errorOf(byVersion)).toBe('409 RELEASE_REFUSED');
    expect(byVersion.json().message).toContain(`${APP}@${bad.manifest.version} was rolled back`);
    expect(await served()).toBe(good.manifest.version);

    expect((await publish(gateway, bad)).status).toBe(201);
    expect((await rollBack(earlier)).status).toBe(200);
    expect((await publish(gateway, bad)).status).toBe(201);
    expect(await served()).toBe(bad.manifest.version);
    expect((await rollBack()).status).toBe(200);
    expect(await served()).toBe(earlier.manifest.version);
  });

  it('is not restored when visitors of twelve networks report its replacement', async () => {
    expect((await rollBack(good)).status).toBe(200);
    for (const address of KNOWN) {
      const pageToken = await pageTokenFor(gateway, address);
      await reportFailure(gateway, { app: APP, version: good.manifest.version, address, pageToken });
    }
    const since = Date.now() / 1000;
    await until(async () => (await checkedAt(metricsPort)) >= since);
    expect(await served()).toBe(good.manifest.version);
  });

  it('is withdrawn if it was a canary, even one that was stable before', async () => {
    const canary = next();
    await release(gateway, [canary], 10);
    expect((await rollBack()).status).toBe(200);
    expect(errorOf(await rollBack(canary))).toBe('409 RELEASE_REFUSED');

    await release(gateway, [good], 10);
    expect((await rollBack()).status).toBe(200);
    expect(await appAt(gateway, APP)).toMatchObject({ stable: bad.manifest.version, lastGood: null });
    expect(errorOf(await rollBack(good))).toBe('409 RELEASE_REFUSED');
    expect((await rollBack(earlier)).status).toBe(200);
  });

  it('stays withdrawn while its app is retired', async () => {
    expect((await rollBack()).status).toBe(200);
    const retired = await gateway.call(`${RELEASES}/retire`, { json: { apps: [APP] }, headers });
    expect(retired.status).toBe(200);
    expect(errorOf(await rollBack(bad))).toBe('409 RELEASE_REFUSED');
    expect((await rollBack(good)).status).toBe(200);
    expect(await served()).toBe(good.manifest.version);
  });
});
