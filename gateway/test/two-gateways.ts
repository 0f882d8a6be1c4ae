import { releaseRolledBack } from '@leadping/contracts/gateway/release-events';
import { ReleaseDocument } from '@leadping/contracts/release';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import { until } from '@leadping/test-kit/until';
import mongoose from 'mongoose';
import { failureModel } from '../src/releases/failure.model.ts';
import { healthModel } from '../src/releases/health.model.ts';
import { knownNetworkModel } from '../src/releases/known-network.model.ts';
import { openKnownNetworks } from '../src/releases/known-networks.ts';
import { releaseModel } from '../src/releases/release.model.ts';
import { aBuild, aShell } from './builds.ts';
import { FAST_PACE, startGateway, type GatewayUnderTest } from './gateway.ts';
import { checkedAt, visitFrom } from './release-calls.ts';

const VISITORS = 12;

/** The address of a visitor in a network of its own. */
export const addressOf = (nth: number) => `203.0.${nth}.7`;

let version = 0;
/** The next version of an app. */
export const next = (name: string, routes: string[]) =>
  aBuild({ name, routes, version: `2.0.${(version += 1)}` });

/** Returns the release document of a gateway for a visitor with this cookie, and the cookie that the reply sets. */
export async function visit(at: GatewayUnderTest, cookie?: string) {
  const reply = await at.call('/remotes.json', cookie ? { headers: { cookie } } : {});
  const given = [reply.headers['set-cookie']].flat()[0]?.split(';')[0];
  return { given, document: ReleaseDocument.parse(reply.json()) };
}

export type TwoGateways = Awaited<ReturnType<typeof startTwoGateways>>;

/** Two gateways with the same database, and twelve visitors whose networks were seen an hour ago, before each release. */
export async function startTwoGateways() {
  const metricsPorts = [await findFreePort(), await findFreePort()];
  const gateway = await startGateway({
    env: { TRUST_PROXY: '127.0.0.1', METRICS_PORT: String(metricsPorts[0]) },
    pace: FAST_PACE,
    builds: [
      aShell(),
      aBuild({ name: 'mfe-storefront', routes: ['/'] }),
      aBuild({ name: 'mfe-support', routes: ['/support'] }),
      aBuild({ name: 'mfe-admin', routes: ['/admin'] }),
    ],
  });
  const other = await gateway.another({ METRICS_PORT: metricsPorts[1]! });
  const both = [gateway, other];
  const announced = await gateway.identity.collect(releaseRolledBack);
  const dbName = `${gateway.config.DATABASE_PREFIX}gateway`;
  const connection = await mongoose.createConnection(gateway.config.MONGODB_URI, { dbName }).asPromise();
  const releases = releaseModel(connection);
  const known = knownNetworkModel(connection);
  const log = buildLog({ service: 'gateway', level: 'silent' });
  await visitFrom(
    gateway,
    Array.from({ length: VISITORS }, (_, nth) => addressOf(nth)),
  );
  await until(async () => (await known.countDocuments()) === VISITORS);
  await known.updateMany({}, { $set: { firstSeenAt: new Date(Date.now() - 3_600_000) } });
  return {
    gateway,
    other,
    both,
    releases,
    minutes: healthModel(connection),
    failures: failureModel(connection),
    networks: openKnownNetworks(known, gateway.config.PAGE_TOKEN_SECRET, log),
    /** The automatic rollbacks that were published. */
    announced,
    /** Resolves once both gateways serve the newest revision. */
    followed: async () => {
      const newest = await releases.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean();
      for (const at of both) await until(async () => (await visit(at)).document.revision === newest?._id);
    },
    /** Resolves after health checks of both gateways that began now or later. */
    watched: async () => {
      const since = Date.now() / 1000;
      for (const port of metricsPorts) await until(async () => (await checkedAt(port)) >= since);
    },
    close: async () => {
      await connection.close();
      await gateway.close();
    },
  };
}
