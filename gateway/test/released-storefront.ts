import { ReleaseDocument } from '@leadping/contracts/release';
import { aBuild, aShell, type Build } from './builds.ts';
import { startGateway, type GatewayUnderTest, type StackUnderTest } from './gateway.ts';
import { publish, releaseBearer, RELEASES, upload } from './release-calls.ts';

/** A gateway with a shell, a storefront and support, and another one that follows it. */
export async function startReleased(): Promise<{ gateway: StackUnderTest; other: GatewayUnderTest }> {
  const gateway = await startGateway({
    builds: [
      aShell('1.0.0', { provides: { ui: ['ui.js'] }, files: { 'ui.js': 'export {}' } }),
      aBuild({ name: 'mfe-storefront', routes: ['/'] }),
      aBuild({ name: 'mfe-support', routes: ['/support'] }),
    ],
  });
  return { gateway, other: await gateway.another({ SEED_RELEASES: [] }) };
}

/** Calls with a release token. @param running the gateway, once it runs */
export const releaseCalls = (running: () => StackUnderTest) => ({
  upload: (build: Build, headers?: Record<string, string>) => upload(running(), build, headers),
  publish: (build: Build | Build[], more?: object, headers?: Record<string, string>) =>
    publish(running(), build, more, headers),
  act: (what: 'promote' | 'rollback', body: object) =>
    running().call(`${RELEASES}/${what}`, { json: body, headers: releaseBearer }),
});

let version = 0;
export const nextVersion = () => `2.0.${(version += 1)}`;

/** The next version of the storefront. */
export const storefront = (facts: Parameters<typeof aBuild>[0] = {}) =>
  aBuild({ name: 'mfe-storefront', routes: ['/'], version: nextVersion(), ...facts });

export async function documentAt(
  at: GatewayUnderTest,
  headers: Record<string, string> = {},
): Promise<ReleaseDocument> {
  return ReleaseDocument.parse((await at.call('/remotes.json', { headers })).json());
}
