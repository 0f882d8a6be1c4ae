import { actorTokens } from '@leadping/service-kit/actor-token';
import { buildApp } from '@leadping/service-kit/app';
import { openBus } from '@leadping/service-kit/bus';
import { openDatabase } from '@leadping/service-kit/database';
import { buildLog } from '@leadping/service-kit/log';
import { buildMetrics } from '@leadping/service-kit/metrics';
import type { Service } from '@leadping/service-kit/service';
import { sessionCookieName } from '@leadping/service-kit/session-cookie';
import { assetCache, type Expectation } from './assets/asset-cache.ts';
import { registerAssets } from './assets/asset-routes.ts';
import { folderStore } from './assets/folder-store.ts';
import type { GatewayConfig } from './config.ts';
import { openSessions } from './guards/sessions.ts';
import { registerPages } from './pages/page-routes.ts';
import type { ReadText } from './pages/page.ts';
import { openUpstreams } from './proxy/upstreams.ts';
import { lastGoodFile } from './releases/last-good.ts';
import { openRegistry } from './releases/registry.ts';
import { releaseModel } from './releases/release.model.ts';
import { servedBuilds } from './releases/release-state.ts';
import { seedWhenPossible } from './releases/seed.ts';
import { releaseSigner } from './releases/signature.ts';
import { stripInternalHeaders } from './routing/guard.ts';
import { hostsOf } from './routing/hosts.ts';
import { registerProxied } from './routing/proxied-routes.ts';
import { registerRefusals } from './routing/register-routes.ts';
import { ROUTES } from './routing/table.ts';

/** Builds the gateway without listening. It serves pages without any service, without NATS and without the database. */
export async function buildGateway(config: GatewayConfig): Promise<Service> {
  const isProduction = config.NODE_ENV === 'production';
  const log = buildLog({ service: 'gateway', level: config.LOG_LEVEL });
  const metrics = buildMetrics('gateway');
  const database = openDatabase({
    uri: config.MONGODB_URI,
    name: `${config.DATABASE_PREFIX}gateway`,
    log,
    patienceMs: 1500,
  });
  const bus = openBus({ service: 'gateway', url: config.NATS_URL, prefix: config.NATS_PREFIX, log, metrics });
  const tokens = actorTokens(config.INTERNAL_TOKEN_SECRET);
  const hosts = hostsOf(config.PUBLIC_URL);
  const sessions = openSessions({ bus, tokens, cookieName: sessionCookieName(config.NODE_ENV) });
  const upstreams = openUpstreams(config);
  const store = folderStore(config.ASSETS_FOLDER);
  const registry = await openRegistry({
    releases: releaseModel(database),
    signer: releaseSigner(config.RELEASE_SIGNING_SEED),
    lastGood: lastGoodFile(config.STATE_FOLDER),
    bus,
    log,
  });
  let open = true;

  const app = buildApp({
    log,
    metrics,
    trustProxy: config.TRUST_PROXY,
    readiness: () => {
      const hasPages = registry.current().revision > 0;
      return Promise.resolve({
        ready: open && hasPages,
        checks: { open, pages: hasPages, database: database.readyState === 1, nats: bus.isConnected() },
      });
    },
  });
  app.addHook('onRequest', (request, _reply, done) => {
    stripInternalHeaders(request);
    done();
  });

  const guards = { database, hosts, sessions };
  for (const contract of ROUTES) {
    if (contract.service !== 'gateway')
      registerProxied(app, contract, { ...guards, upstreams, isProduction });
  }
  registerRefusals(app, ROUTES);

  const expectationOf = (key: string): Expectation => {
    const [name, version, ...rest] = key.split('/');
    const build = servedBuilds(registry.current()).find(
      (one) => one.name === name && one.version === version,
    );
    return build && (build.files.find(({ path }) => path === rest.join('/')) ?? null);
  };
  const cache = assetCache({ store, expectationOf, log });
  registerAssets(app, { cache, isProduction });
  const readText: ReadText = async (build, path) => {
    const asset = await cache.find(`${build.name}/${build.version}/${path}`, 'identity');
    return asset ? asset.bytes.toString('utf8') : null;
  };
  registerPages(app, { registry, readText, hosts, isProduction });

  const seeding = seedWhenPossible({ folders: config.SEED_RELEASES, registry, store, isProduction, log });
  await app.ready();

  return {
    app,
    listen: () => app.listen({ host: config.HOST, port: config.PORT }),
    close: async () => {
      open = false;
      seeding.stop();
      registry.close();
      await app.close();
      await upstreams.close();
      await bus.close();
      await database.close();
    },
  };
}
