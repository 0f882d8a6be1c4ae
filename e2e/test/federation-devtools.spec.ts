import type { ReleaseDocument } from '@leadping/contracts/release';
import { containerName } from '@leadping/contracts/remote';
import { expect, test } from '@playwright/test';
import { runningPlatform } from '../platform.ts';

const { publicUrl } = runningPlatform();

interface SharedPackage {
  from: string;
  useIn: string[];
  loaded?: boolean;
}

/**
 * Data that the library's Chrome extension reads from a page: `packages/chrome-devtools` of module-federation/core.
 */
interface DevtoolsMessage {
  moduleInfo: Record<
    string,
    { version: string; remoteEntry?: string; remotesInfo?: Record<string, { matchedVersion: string }> }
  >;
  /** By provider, scope, package and version. */
  share: Record<string, Record<string, Record<string, Record<string, SharedPackage>>>>;
}

test('the federation devtools list the remotes with their versions, and each shared package once', async ({
  page,
  request,
}) => {
  const released = (await (await request.get(`${publicUrl}/remotes.json`)).json()) as ReleaseDocument;
  await page.goto(`${publicUrl}/auth`);
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible();

  // The extension injects `post-message-start.ts`, which makes these two cloneable and sends them.
  const { moduleInfo, share } = await page.evaluate(() => {
    const { __FEDERATION__: federation } = globalThis as unknown as {
      __FEDERATION__: { moduleInfo: unknown; __SHARE__: unknown };
    };
    const message = { moduleInfo: federation.moduleInfo, share: federation.__SHARE__ };
    return JSON.parse(JSON.stringify(message)) as DevtoolsMessage;
  });

  // The module list and the graph: the shell as consumer, and each remote by name and version.
  const remotes = Object.entries(released.remotes);
  expect(remotes.length).toBeGreaterThan(3);
  expect(moduleInfo['shell']?.remotesInfo).toEqual(
    Object.fromEntries(
      remotes.map(([name, { version }]) => [containerName(name), { matchedVersion: version }]),
    ),
  );
  for (const [name, { version, entry }] of remotes)
    expect(moduleInfo[`${containerName(name)}:${version}`]).toEqual({ version, remoteEntry: entry });

  // The shared packages: one version of each on the page, React from the shell and used by the remote.
  const shared = new Map<string, [version: string, SharedPackage][]>();
  for (const packages of Object.values(share).flatMap((scopes) => Object.values(scopes))) {
    for (const [name, versions] of Object.entries(packages))
      shared.set(name, [...(shared.get(name) ?? []), ...Object.entries(versions)]);
  }
  for (const [name, versions] of shared) expect(versions, name).toHaveLength(1);
  const [[version, react] = []] = shared.get('react') ?? [];
  expect(version).toMatch(/^19\./);
  expect(react).toMatchObject({ from: 'shell', loaded: true, useIn: ['shell', 'mfe_account'] });
  expect(shared.get('@leadping/web-kit/ui/form')?.[0]?.[1]).toMatchObject({ loaded: true });
  expect(shared.get('@leadping/web-kit/ui/data')?.[0]?.[1].loaded).not.toBe(true);

  // The manifest can be read from any page, because a developer adds it in the extension or in another host.
  const accountVersion = released.remotes['mfe-account']?.version;
  const manifest = await request.get(`${publicUrl}/assets/mfe-account/${accountVersion}/mf-manifest.json`);
  expect(manifest.headers()).toMatchObject({ 'access-control-allow-origin': '*' });
  expect(await manifest.json()).toMatchObject({
    id: 'mfe_account',
    exposes: [{ name: 'remote', path: './remote' }],
  });
});
