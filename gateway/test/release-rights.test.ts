import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { promoteRelease, rollbackRelease } from '@leadping/contracts/gateway/release-routes';
import type { Handler, RegisterRoute } from '@leadping/service-kit/http/routes';
import { openStore } from '@leadping/service-kit/storage/open-store';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import { testActor } from '@leadping/test-kit/people';
import mongoose from 'mongoose';
import { publish } from '../src/releases/publish.ts';
import { signedReader } from '../src/releases/read-signed.ts';
import { openRegistry, type Registry } from '../src/releases/registry.ts';
import { releaseModel, type ReleaseModel } from '../src/releases/release.model.ts';
import { NOTHING_RELEASED, type ReleaseState } from '../src/releases/release-state.ts';
import { releaseTokens } from '../src/releases/release-tokens.ts';
import { rollback } from '../src/releases/rollback.ts';
import { registerReleaseRoutes } from '../src/releases/routes.ts';
import { releaseSigner } from '../src/releases/signature.ts';
import { aBuild, aShell } from './builds.ts';
import { startGateway, type StackUnderTest } from './gateway.ts';
import { appAt, release } from './release-calls.ts';

const log = buildLog({ service: 'gateway', level: 'silent' });
const TEAM = { app: 'mfe-support', token: 'c'.repeat(40), previewsOnly: false };

let gateway: StackUnderTest;
let connection: mongoose.Connection;
let releases: ReleaseModel;
let registry: Registry;
beforeAll(async () => {
  gateway = await startGateway({
    builds: [
      aShell(),
      aBuild({ name: 'mfe-support', routes: ['/support'] }),
      aBuild({ name: 'mfe-admin', routes: ['/admin'] }),
    ],
  });
  const dbName = `${gateway.config.DATABASE_PREFIX}gateway`;
  connection = await mongoose.createConnection(gateway.config.MONGODB_URI, { dbName }).asPromise();
  releases = releaseModel(connection);
  registry = await openRegistry({
    releases,
    signer: releaseSigner(gateway.config.RELEASE_SIGNING_SEED),
    lastGood: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
    bus: gateway.identity.bus,
    log,
  });
});
afterAll(async () => {
  registry.close();
  await connection.close();
  await gateway.close();
});

let version = 0;
const next = (name: string, routes: string[]) => aBuild({ name, routes, version: `2.0.${(version += 1)}` });

/**
 * Calls with the team's token at a gateway where `before` runs after the call is read and before anything is
 * released.
 */
function callsOvertakenBy(before: () => Promise<unknown>) {
  const handlers = new Map<unknown, Handler<typeof promoteRelease>>();
  const route: RegisterRoute = (contract, handler) =>
    void handlers.set(contract, handler as unknown as Handler<typeof promoteRelease>);
  const overtaken: Registry['release'] = (change) => before().then(() => registry.release(change));
  registerReleaseRoutes(route, {
    registry: { ...registry, release: overtaken },
    history: { releases, readSigned: signedReader(releaseSigner(gateway.config.RELEASE_SIGNING_SEED), log) },
    store: openStore(gateway.config, { bucket: undefined, folder: gateway.config.ASSETS_FOLDER }),
    publishers: releaseTokens([TEAM]),
    // The tested calls do not use these parts.
    health: undefined as never,
    rollbackSwitch: undefined as never,
  });
  return async (contract: typeof promoteRelease | typeof rollbackRelease) =>
    handlers.get(contract)?.({
      body: { apps: [TEAM.app], note: '' },
      request: { headers: { authorization: `Bearer ${TEAM.token}` } },
      actor: testActor({ role: 'admin' }),
    } as never);
}

describe('a canary that is widened to another team’s app', () => {
  it.each([
    ['promoted', promoteRelease],
    ['taken back', rollbackRelease],
  ] as const)('is %s by no token of one of the two, however late it was widened', async (_what, contract) => {
    const own = next('mfe-support', ['/support']);
    const others = next('mfe-admin', ['/admin']);
    await release(gateway, [own], 10);
    const call = callsOvertakenBy(() => release(gateway, [own, others], 10));
    await expect(call(contract)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await appAt(gateway, 'mfe-admin')).canary?.version).toBe(others.manifest.version);
    expect((await appAt(gateway, 'mfe-support')).canary?.version).toBe(own.manifest.version);
  });

  it('cannot replace a version of the other app', () => {
    const first = {
      'mfe-support': next('mfe-support', ['/support']),
      'mfe-admin': next('mfe-admin', ['/admin']),
    };
    const since = new Date().toISOString();
    const apps = Object.fromEntries(
      Object.entries(first).map(([name, { manifest: stable }]) => [
        name,
        { stable, since, canary: null, lastGood: null },
      ]),
    );
    const state: ReleaseState = { ...NOTHING_RELEASED, apps };
    const pair = [next('mfe-support', ['/support']), next('mfe-admin', ['/admin'])];
    const trying = publish(state, { builds: pair.map(({ manifest }) => manifest), canary: 10 });
    expect(() => rollback(trying, ['mfe-support'], first['mfe-support'].manifest)).toThrow(
      'these go back together',
    );
  });
});
