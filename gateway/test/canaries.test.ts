import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReleaseDocument } from '@leadping/contracts/release';
import { groupsOf, BUCKETS, bucketAssigner } from '../src/releases/canary.ts';
import { promote } from '../src/releases/promote.ts';
import { publish } from '../src/releases/publish.ts';
import { NOTHING_RELEASED, type ReleaseState } from '../src/releases/release-state.ts';
import { rollback } from '../src/releases/rollback.ts';
import { bucketOf, percentile75 } from '../src/releases/vitals.ts';
import { aBuild, aShell, type Build } from './builds.ts';
import { errorOf, startGateway, type StackUnderTest } from './gateway.ts';
import { appAt, release, releaseBearer as headers, RELEASES as ADMIN } from './release-calls.ts';

let gateway: StackUnderTest;
beforeAll(async () => {
  gateway = await startGateway({
    builds: [
      aShell(),
      aBuild({ name: 'mfe-storefront', routes: ['/'] }),
      aBuild({ name: 'mfe-support', routes: ['/support'], files: { 'public/embed.js': 'size()' } }),
      aBuild({ name: 'mfe-admin', routes: ['/admin'] }),
    ],
  });
});
afterAll(() => gateway.close());

let version = 0;
const next = (name: string, routes: string[]) => aBuild({ name, routes, version: `2.0.${(version += 1)}` });

/** Returns the release document for a visitor with this cookie, and the cookie that the reply sets. */
async function visit(cookie?: string) {
  const reply = await gateway.call('/remotes.json', cookie ? { headers: { cookie } } : {});
  const given = [reply.headers['set-cookie']].flat()[0]?.split(';')[0];
  const { remotes } = ReleaseDocument.parse(reply.json());
  return { cookie: given ?? cookie, versionOf: (app: string) => remotes[app]?.version, given };
}

describe('a canary', () => {
  it('goes to exactly its share of the buckets, and each visitor keeps it', async () => {
    const build = next('mfe-storefront', ['/']);
    expect((await release(gateway, [build], 10)).status).toBe(201);
    let inCanary = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket += 50) {
      const { versionOf } = await visit(`release-bucket=${bucket}`);
      if (versionOf('mfe-storefront') === build.manifest.version) inCanary += 1;
    }
    expect(inCanary).toBe(BUCKETS / 50 / 10);
    for (let visitor = 0; visitor < 50; visitor += 1) {
      const { cookie, given, versionOf } = await visit();
      expect(given).toMatch(/^release-bucket=\d+$/);
      const again = await visit(cookie);
      expect(again.versionOf('mfe-storefront')).toBe(versionOf('mfe-storefront'));
      expect(again.given).toBeUndefined();
    }
  });

  it('is used by the page and its preloads as the release document says', async () => {
    const { stable, canary } = await appAt(gateway, 'mfe-storefront');
    let seen = new Set<string>();
    for (let bucket = 0; bucket < BUCKETS; bucket += 250) {
      const page = await gateway.call('/', { headers: { cookie: `release-bucket=${bucket}` } });
      const document = /id="release-document">(.*?)<\/script>/.exec(page.text)?.[1] ?? '';
      const { remotes } = ReleaseDocument.parse(JSON.parse(document));
      const served = remotes['mfe-storefront']!.version;
      expect(page.text).toContain(`<link rel="preload" as="script" href="/assets/mfe-storefront/${served}/`);
      seen = seen.add(served);
    }
    expect(seen).toEqual(new Set([stable, canary!.version]));
  });

  it('sets no bucket cookie on a file that caches share', async () => {
    expect((await gateway.call('/')).headers['set-cookie']).toBeDefined();
    const file = await gateway.call('/embed.js');
    expect(file).toMatchObject({ status: 200, text: 'size()' });
    expect(file.headers['set-cookie']).toBeUndefined();
  });

  it('serves no root files of its own, because caches share these with all visitors', async () => {
    const files = { 'public/embed.js': 'grow()' };
    const build = aBuild({ name: 'mfe-support', routes: ['/support'], version: '3.0.0', files });
    expect((await release(gateway, [build], 100)).status).toBe(201);
    expect((await visit()).versionOf('mfe-support')).toBe('3.0.0');
    expect((await gateway.call('/embed.js')).text).toBe('size()');
    await gateway.call(`${ADMIN}/rollback`, { json: { apps: ['mfe-support'] }, headers });
  });

  it('keeps its visitors when its share grows, and goes to everybody once promoted', async () => {
    const { canary } = await appAt(gateway, 'mfe-storefront');
    const before: string[] = [];
    for (let bucket = 0; bucket < BUCKETS; bucket += 50) {
      const cookie = `release-bucket=${bucket}`;
      if ((await visit(cookie)).versionOf('mfe-storefront') === canary!.version) before.push(cookie);
    }
    const grown = aBuild({ name: 'mfe-storefront', routes: ['/'], version: canary!.version });
    expect((await release(gateway, [grown], 25)).status).toBe(201);
    for (const cookie of before)
      expect((await visit(cookie)).versionOf('mfe-storefront')).toBe(canary!.version);

    const promoted = await gateway.call(`${ADMIN}/promote`, { json: { apps: ['mfe-storefront'] }, headers });
    expect(promoted.status).toBe(200);
    for (const bucket of [0, 2500, 5000, 7500]) {
      expect((await visit(`release-bucket=${bucket}`)).versionOf('mfe-storefront')).toBe(canary!.version);
    }
    expect((await visit()).given).toBeUndefined();
    const again = await gateway.call(`${ADMIN}/promote`, { json: { apps: ['mfe-storefront'] }, headers });
    expect(errorOf(again)).toBe('409 RELEASE_REFUSED');
  });

  it('of several apps is released, promoted and rolled back together', async () => {
    const pair = [next('mfe-support', ['/support']), next('mfe-admin', ['/admin'])];
    await release(gateway, pair, 30);
    for (let bucket = 0; bucket < BUCKETS; bucket += 400) {
      const { versionOf } = await visit(`release-bucket=${bucket}`);
      const isSupportNew = versionOf('mfe-support') === pair[0]!.manifest.version;
      expect(versionOf('mfe-admin') === pair[1]!.manifest.version).toBe(isSupportNew);
    }
    const back = await gateway.call(`${ADMIN}/rollback`, { json: { apps: ['mfe-admin'] }, headers });
    expect(back.json().apps).toEqual(['mfe-admin', 'mfe-support']);
    expect((await appAt(gateway, 'mfe-support')).canary).toBeNull();
  });
});

describe('the rules of canaries', () => {
  const stateWith = (...builds: Build[]): ReleaseState =>
    publish(NOTHING_RELEASED, { builds: builds.map(({ manifest }) => manifest) });

  it.each([0.01, 1, 10, 33.33, 50, 99.99, 100])('give %s %% of the buckets exactly', (percent) => {
    const state = publish(stateWith(next('mfe-a', ['/a'])), {
      builds: [next('mfe-a', ['/a']).manifest],
      canary: percent,
    });
    const assigned = Array.from({ length: BUCKETS }, bucketAssigner());
    expect(new Set(assigned).size).toBe(BUCKETS);
    expect(assigned.filter((bucket) => groupsOf(state, bucket).size > 0)).toHaveLength(
      Math.round(percent * 100),
    );
  });

  it('require a stable release of the app', () => {
    const state = stateWith(next('mfe-a', ['/a']));
    expect(() => publish(state, { builds: [next('mfe-b', ['/b']).manifest], canary: 10 })).toThrow(
      /no stable release/,
    );
    expect(() => promote(state, ['mfe-a'])).toThrow(/no canary/);
    expect(() => rollback(state, ['mfe-c'])).toThrow(/mfe-c is not released/);
  });

  it('refuse a canary that claims a route of another app, stable or canary', () => {
    const state = stateWith(next('mfe-a', ['/a']), next('mfe-b', ['/b']));
    expect(() => publish(state, { builds: [next('mfe-a', ['/a', '/b']).manifest], canary: 5 })).toThrow(
      /already belongs/,
    );
  });

  it('compute the 75th percentile from counts', () => {
    const counts: Record<string, number> = {};
    for (let value = 1; value <= 100; value += 1) {
      const bucket = bucketOf('LCP', value * 10);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    const { p75, samples } = percentile75('LCP', counts);
    expect(samples).toBe(100);
    expect(Math.abs(p75 - 750)).toBeLessThan(45);
  });
});
