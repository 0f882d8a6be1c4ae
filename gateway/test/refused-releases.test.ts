import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReleaseDocument } from '@leadping/contracts/release';
import { aBuild, aShell, type Build } from './builds.ts';
import { errorOf, startGateway, type StackUnderTest } from './gateway.ts';
import { publish as publishAt, releaseBearer, RELEASES, upload as uploadAt } from './release-calls.ts';

let gateway: StackUnderTest;
beforeAll(async () => {
  gateway = await startGateway({
    builds: [
      aShell('1.0.0', { provides: { ui: ['ui.js'] }, files: { 'ui.js': 'export {}' } }),
      aBuild({ name: 'mfe-storefront', routes: ['/'] }),
      aBuild({ name: 'mfe-support', routes: ['/support'] }),
    ],
  });
});
afterAll(() => gateway.close());

let version = 0;
const nextVersion = () => `2.0.${(version += 1)}`;
const storefront = (facts: Parameters<typeof aBuild>[0] = {}) =>
  aBuild({ name: 'mfe-storefront', routes: ['/'], version: nextVersion(), ...facts });
const upload = (build: Build) => uploadAt(gateway, build);
const publish = (build: Build, more?: object) => publishAt(gateway, build, more);

describe('the registry refuses', () => {
  it('a build with a file that was not uploaded', async () => {
    const reply = await publish(storefront());
    expect(errorOf(reply)).toBe('409 RELEASE_REFUSED');
    expect(reply.json().message).toMatch(/was not uploaded/);
  });

  it('a build whose uploaded file differs from the built one', async () => {
    const build = storefront();
    await upload({ ...build, files: { ...build.files, [build.manifest.entry]: 'changed' } });
    const reply = await publish(build);
    expect(errorOf(reply)).toBe('409 RELEASE_REFUSED');
    expect(reply.json().message).toMatch(/is not the file that was built/);
  });

  it('different content under an existing path', async () => {
    const build = storefront();
    await upload(build);
    const change = { ...build, files: { [build.manifest.entry]: 'changed' } };
    await expect(upload(change)).rejects.toThrow(/RELEASE_REFUSED/);
    await expect(upload(build)).resolves.toBeUndefined();
  });

  it('a route that another app has', async () => {
    const build = aBuild({ name: 'mfe-support', version: nextVersion(), routes: ['/support', '/'] });
    await upload(build);
    const reply = await publish(build);
    expect(errorOf(reply)).toBe('409 RELEASE_REFUSED');
    expect(reply.json().message).toMatch(/\/ already belongs to|already belongs to/);
  });

  it("a view's place that another app has", async () => {
    const shown = {
      slot: 'admin',
      slug: 'tickets',
      label: 'Support Tickets',
      roles: ['admin' as const],
    };
    const desk = { ...shown, page: 'desk' };
    const version = nextVersion();
    const owner = aBuild({ name: 'mfe-support', version, routes: ['/support'], views: [desk] });
    await upload(owner);
    expect((await publish(owner)).status).toBe(201);
    const document = ReleaseDocument.parse((await gateway.call('/remotes.json')).json());
    expect(document.remotes['mfe-support']?.views).toEqual([shown]);

    const second = storefront({ views: [{ ...desk, label: 'Another desk' }] });
    await upload(second);
    const reply = await publish(second);
    expect(errorOf(reply)).toBe('409 RELEASE_REFUSED');
    expect(reply.json().message).toMatch(/tickets in admin already belongs to/);

    const elsewhere = storefront({ views: [{ ...desk, slot: 'reseller' }] });
    await upload(elsewhere);
    expect((await publish(elsewhere)).status).toBe(201);
  });

  it('a contract that the shell does not accept', async () => {
    const build = storefront({ contract: 2 });
    await upload(build);
    const reply = await publish(build);
    expect(errorOf(reply)).toBe('409 RELEASE_REFUSED');
    expect(reply.json().message).toMatch(/speaks contract 2/);
  });

  it('a shared package in a version that the shell does not provide, naming both', async () => {
    const shell = aShell(nextVersion(), { provides: { ui: [] }, shared: { react: '19.3.1' } });
    await upload(shell);
    expect((await publish(shell)).status).toBe(201);
    const met = storefront({ shared: { react: '^19.2.0', lodash: '^4.0.0' } });
    await upload(met);
    expect((await publish(met)).status).toBe(201);
    const unmet = storefront({ shared: { react: '^20.0.0' } });
    await upload(unmet);
    const reply = await publish(unmet);
    expect(errorOf(reply)).toBe('409 RELEASE_REFUSED');
    expect(reply.json().message).toMatch(/needs react \^20\.0\.0, shell@\d+\.\d+\.\d+ provides 19\.3\.1/);
  });

  it('a need that the shell does not meet', async () => {
    const met = storefront({ needs: ['ui'] });
    await upload(met);
    expect((await publish(met)).status).toBe(201);
    const unmet = storefront({ needs: ['charts'] });
    await upload(unmet);
    const reply = await publish(unmet);
    expect(errorOf(reply)).toBe('409 RELEASE_REFUSED');
    expect(reply.json().message).toMatch(/needs charts/);
  });

  it('a shell that no longer provides what a remote needs', async () => {
    const shell = aShell('1.0.1');
    await upload(shell);
    expect(errorOf(await publish(shell))).toBe('409 RELEASE_REFUSED');
  });

  it('a different build under a released version', async () => {
    const build = storefront();
    await upload(build);
    await publish(build);
    const changed = { ...build, manifest: { ...build.manifest, needs: ['ui'] } };
    expect(errorOf(await publish(changed))).toBe('409 RELEASE_REFUSED');
  });

  it('a different build under a version that was released before, as a canary or to everybody', async () => {
    const builds = [storefront(), storefront(), storefront()];
    for (const build of builds) await upload(build);
    const [first, canary, last] = builds as [Build, Build, Build];
    for (const [build, more] of [
      [first, {}],
      [canary, { canary: 10 }],
      [last, {}],
    ] as const)
      expect((await publish(build, more)).status).toBe(201);
    for (const { manifest, files } of [first, canary]) {
      const rebuilt = { files, manifest: { ...manifest, views: [], preload: [] } };
      const reply = await publish(rebuilt, { canary: 10 });
      expect(errorOf(reply)).toBe('409 RELEASE_REFUSED');
      expect(reply.json().message).toMatch(/was released already, with other files. Give the build a new/);
    }
    expect((await publish(first, { canary: 10 })).status).toBe(201);
  });

  it.each(['../../x.js', 'a/../../x.js', '/etc/passwd', 'a//b.js', 'a\\b.js', '', 'x'.repeat(300)])(
    'the path %s',
    async (file) => {
      const reply = await gateway.call(
        `${RELEASES}/mfe-storefront/9.9.9/files?path=${encodeURIComponent(file)}`,
        {
          method: 'PUT',
          body: 'x',
          headers: { ...releaseBearer, 'content-type': 'application/octet-stream' },
        },
      );
      expect(errorOf(reply)).toBe('400 VALIDATION_FAILED');
    },
  );

  it('broken manifests', async () => {
    const { manifest } = storefront();
    for (const broken of [
      { name: 'svc-identity' },
      { version: 'new' },
      { routes: [{ path: 'javascript:' }] },
      { files: 7 },
    ]) {
      const reply = await gateway.call(RELEASES, {
        json: { builds: [{ ...manifest, ...broken }] },
        headers: releaseBearer,
      });
      expect(errorOf(reply)).toBe('400 VALIDATION_FAILED');
    }
  });
});
