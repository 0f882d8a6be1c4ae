import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditRecorded } from '@leadping/contracts/support/audit-events';
import { until } from '@leadping/test-kit/until';
import { aBuild } from './builds.ts';
import { OWN_ORIGIN, errorOf, RELEASE_TOKEN, type GatewayUnderTest, type StackUnderTest } from './gateway.ts';
import { releaseBearer, RELEASES } from './release-calls.ts';
import { documentAt, nextVersion, releaseCalls, startReleased, storefront } from './released-storefront.ts';

const supportBearer = { authorization: `Bearer ${'b'.repeat(40)}` };

let gateway: StackUnderTest;
let other: GatewayUnderTest;
beforeAll(async () => {
  ({ gateway, other } = await startReleased());
});
afterAll(() => gateway.close());
const storefrontAt = async (at: GatewayUnderTest) =>
  (await documentAt(at)).remotes['mfe-storefront']?.version;
const { upload, publish, act } = releaseCalls(() => gateway);

describe('publishing', () => {
  it('reaches every instance within two seconds and changes no other app', async () => {
    const before = await documentAt(gateway);
    const build = storefront();
    await upload(build);
    const reply = await publish(build);
    expect(reply.status).toBe(201);
    const publishedAt = Date.now();
    await until(async () => (await storefrontAt(other)) === build.manifest.version);
    expect(Date.now() - publishedAt).toBeLessThan(2000);
    expect((await gateway.call('/')).text).toContain(`mfe-storefront/${build.manifest.version}/`);
    const after = await documentAt(gateway);
    expect(after.revision).toBe(before.revision + 1);
    expect(after.remotes['mfe-support']).toEqual(before.remotes['mfe-support']);
  });

  it('reaches every instance within two seconds even without NATS', async () => {
    const silent = await gateway.another({ NATS_URL: 'nats://127.0.0.1:9', SEED_RELEASES: [] });
    const build = storefront();
    await upload(build);
    await publish(build);
    const publishedAt = Date.now();
    await until(async () => (await storefrontAt(silent)) === build.manifest.version);
    expect(Date.now() - publishedAt).toBeLessThan(2000);
    await silent.close();
  });

  it('keeps the files of the previous version for open tabs', async () => {
    const old = storefront();
    await upload(old);
    await publish(old);
    for (let nth = 0; nth < 2; nth += 1) {
      const next = storefront();
      await upload(next);
      await publish(next);
    }
    expect(
      (await gateway.call(`/assets/mfe-storefront/${old.manifest.version}/${old.manifest.entry}`)).status,
    ).toBe(200);
  });

  it('accepts an older build without views', async () => {
    const build = storefront();
    const manifest: Partial<typeof build.manifest> = { ...build.manifest };
    delete manifest.views;
    await upload(build);
    const reply = await gateway.call(RELEASES, { json: { builds: [manifest] }, headers: releaseBearer });
    expect(reply.status).toBe(201);
    expect((await documentAt(gateway)).remotes['mfe-storefront']).toMatchObject({
      version: build.manifest.version,
      contract: 1,
      views: [],
    });
  });

  it('changes several apps at once or none', async () => {
    const one = storefront();
    const two = aBuild({
      name: 'mfe-support',
      version: nextVersion(),
      routes: ['/support', '/support/track'],
    });
    await upload(one);
    const before = await documentAt(gateway);
    expect(errorOf(await publish([one, two]))).toBe('409 RELEASE_REFUSED');
    expect(await documentAt(gateway)).toEqual(before);
    await upload(two);
    expect((await publish([one, two])).status).toBe(201);
    const after = await documentAt(gateway);
    expect(after.revision).toBe(before.revision + 1);
    expect(after.remotes['mfe-support']?.version).toBe(two.manifest.version);
  });
});

describe('two teams at once', () => {
  it('both succeed if neither names a base revision', async () => {
    const one = storefront();
    const two = aBuild({ name: 'mfe-support', version: nextVersion(), routes: ['/support'] });
    await Promise.all([upload(one), upload(two)]);
    const { revision } = await documentAt(gateway);
    const replies = await Promise.all([publish(one), publish(two)]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    const after = await documentAt(gateway);
    expect(after.revision).toBe(revision + 2);
    expect(after.remotes['mfe-storefront']?.version).toBe(one.manifest.version);
    expect(after.remotes['mfe-support']?.version).toBe(two.manifest.version);
  });

  it('only one succeeds if both name the same base revision', async () => {
    const one = storefront();
    const two = aBuild({ name: 'mfe-support', version: nextVersion(), routes: ['/support'] });
    await Promise.all([upload(one), upload(two)]);
    const { revision } = await documentAt(gateway);
    const replies = await Promise.all([publish(one, { revision }), publish(two, { revision })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    const published = replies.find(({ status }) => status === 409)!;
    expect(errorOf(published)).toBe('409 RELEASE_CONFLICT');
    expect((await documentAt(gateway)).revision).toBe(revision + 1);
  });

  it('only one succeeds with two builds of one version', async () => {
    const build = storefront();
    const twin = storefront({ version: build.manifest.version, files: { 'other.js': 'x' } });
    for (const each of [build, twin]) await upload(each);
    const replies = await Promise.all([build, twin].map((each) => publish(each, { canary: 10 })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('permission to release', () => {
  it('belongs only to an admin on the product’s own pages and to a release token', async () => {
    const list = (options: object) => gateway.call(RELEASES, options);
    expect((await list({ session: gateway.signIn({ role: 'admin' }) })).status).toBe(200);
    expect((await list({ headers: releaseBearer })).status).toBe(200);
    expect(errorOf(await list({}))).toBe('401 UNAUTHENTICATED');
    for (const role of ['reseller', 'support', 'other'] as const) {
      expect(errorOf(await list({ session: gateway.signIn({ role }) }))).toBe('403 FORBIDDEN');
    }
    for (const token of ['', 'x'.repeat(40), `${RELEASE_TOKEN}x`]) {
      expect(errorOf(await list({ headers: { authorization: `Bearer ${token}` } }))).toBe(
        '401 UNAUTHENTICATED',
      );
    }
    const foreign = await gateway.call(`${RELEASES}/rollback`, {
      json: { apps: ['mfe-storefront'] },
      session: gateway.signIn({ role: 'admin' }),
      headers: { origin: 'https://evil.example' },
    });
    expect(errorOf(foreign)).toBe('403 ORIGIN_REFUSED');
  });

  it('is limited to one app for a token of that app', async () => {
    const own = aBuild({ name: 'mfe-support', version: nextVersion(), routes: ['/support'] });
    await upload(own, supportBearer);
    expect((await publish(own, {}, supportBearer)).status).toBe(201);
    const foreign = storefront();
    await expect(upload(foreign, supportBearer)).rejects.toThrow(/FORBIDDEN/);
    await upload(foreign);
    expect(errorOf(await publish(foreign, {}, supportBearer))).toBe('403 FORBIDDEN');
    expect(errorOf(await publish([own, foreign], {}, supportBearer))).toBe('403 FORBIDDEN');
    const rollback = await gateway.call(`${RELEASES}/rollback`, {
      json: { apps: ['mfe-storefront'] },
      headers: supportBearer,
    });
    expect(errorOf(rollback)).toBe('403 FORBIDDEN');
  });

  it('does not give a release token access beyond the registry', async () => {
    const before = gateway.upstream.received.length;
    expect(errorOf(await gateway.call('/api/admin/settings', { headers: releaseBearer }))).toBe(
      '401 UNAUTHENTICATED',
    );
    expect(gateway.upstream.received).toHaveLength(before);
  });
});

describe('a rollback', () => {
  it('takes one call to restore the previous stable release', async () => {
    const [good, bad] = [storefront(), storefront()];
    for (const build of [good, bad]) {
      await upload(build);
      await publish(build);
    }
    const reply = await act('rollback', { apps: ['mfe-storefront'], note: 'buttons are gone' });
    expect(reply.status).toBe(200);
    expect(await storefrontAt(gateway)).toBe(good.manifest.version);
    expect(errorOf(await act('rollback', { apps: ['mfe-storefront'] }))).toBe('409 RELEASE_REFUSED');
  });

  it('can restore any version that was released before', async () => {
    const builds = [storefront(), storefront(), storefront()];
    for (const build of builds) {
      await upload(build);
      await publish(build);
    }
    const wanted = builds[0]!.manifest.version;
    expect((await act('rollback', { apps: ['mfe-storefront'], version: wanted })).status).toBe(200);
    expect(await storefrontAt(gateway)).toBe(wanted);
    const unknown = await act('rollback', { apps: ['mfe-storefront'], version: '99.0.0' });
    expect(errorOf(unknown)).toBe('404 NOT_FOUND');
  });

  it('is in the history, like every release', async () => {
    const build = storefront();
    await upload(build);
    await publish(build, { note: 'new hero' });
    await act('rollback', { apps: ['mfe-storefront'], note: 'the hero is too tall' });
    const history = await gateway.call(`${RELEASES}/history?app=mfe-storefront&limit=2`, {
      session: gateway.signIn({ role: 'admin' }),
      headers: { origin: OWN_ORIGIN },
    });
    expect(history.json().entries).toMatchObject([
      { action: 'rollback', by: 'release token', apps: ['mfe-storefront'], note: 'the hero is too tall' },
      {
        action: 'publish',
        note: 'new hero',
        builds: expect.arrayContaining([`mfe-storefront@${build.manifest.version}`]),
      },
    ]);
  });
});

describe('the audit log', () => {
  it('has an entry for every release with author, address and changes, and none for uploads', async () => {
    const collected = await gateway.identity.collect(auditRecorded('gateway'));
    const since = Date.now();
    // Entries of earlier tests may arrive late on a busy machine, and one may be published twice with the same id,
    // which NATS deduplicates.
    const entriesOfThis = () => {
      const distinct = new Map(collected.map((entry) => [JSON.stringify(entry), entry]));
      return [...distinct.values()].filter(({ at }) => Date.parse(at) >= since);
    };
    const build = storefront();
    await upload(build);
    await publish(build, { canary: 10, note: 'a tenth' });
    await act('promote', { apps: ['mfe-storefront'] });
    await act('rollback', { apps: ['mfe-storefront'] });
    await gateway.call(`${RELEASES}/preview`, { json: { build: build.manifest }, headers: releaseBearer });
    await act('rollback', { apps: ['no-such-app'] });

    await until(() => entriesOfThis().length >= 4);

    const entries = entriesOfThis();
    expect(entries.map(({ action }) => action)).toEqual([
      `POST ${RELEASES}`,
      `POST ${RELEASES}/promote`,
      `POST ${RELEASES}/rollback`,
      `POST ${RELEASES}/preview`,
    ]);
    expect(entries[0]).toMatchObject({
      actor: { username: 'release token', role: 'admin' },
      address: expect.stringMatching(/127\.0\.0\.1|::1/),
      target: 'mfe-storefront',
      changes: expect.arrayContaining([
        { field: 'revision', before: expect.any(Number), after: expect.any(Number) },
        { field: 'note', before: null, after: 'a tenth' },
      ]),
    });
  });
});
