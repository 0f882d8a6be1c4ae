import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PayloadOf } from '@leadping/contracts/event';
import { releaseRolledBack } from '@leadping/contracts/gateway/release-events';
import mongoose from 'mongoose';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { until } from '@leadping/test-kit/until';
import { BUCKETS } from '../src/releases/canary.ts';
import { failureModel, type FailureModel } from '../src/releases/failure.model.ts';
import { isFailing } from '../src/releases/judge-trial.ts';
import { aBuild, aShell, type Build } from './builds.ts';
import { FAST_PACE, errorOf, startGateway, type StackUnderTest } from './gateway.ts';
import {
  appAt,
  checkedAt,
  pageTokenFor,
  release,
  releaseBearer as headers,
  RELEASES as ADMIN,
  reportFailure,
  visitFrom,
} from './release-calls.ts';

/** Visitors of networks that were served pages before the tests. */
const addressOf = (nth: number) => `203.0.${nth}.7`;

let gateway: StackUnderTest;
let connection: mongoose.Connection;
let failures: FailureModel;
let metricsPort: number;
let announced: PayloadOf<typeof releaseRolledBack>[];
beforeAll(async () => {
  metricsPort = await findFreePort();
  gateway = await startGateway({
    env: { TRUST_PROXY: '127.0.0.1', METRICS_PORT: String(metricsPort) },
    pace: FAST_PACE,
    builds: [
      aShell(),
      aBuild({ name: 'mfe-support', routes: ['/support'] }),
      aBuild({ name: 'mfe-admin', routes: ['/admin'] }),
    ],
  });
  announced = await gateway.identity.collect(releaseRolledBack);
  await visitFrom(
    gateway,
    Array.from({ length: 256 }, (_, nth) => addressOf(nth)),
  );
  const dbName = `${gateway.config.DATABASE_PREFIX}gateway`;
  connection = await mongoose.createConnection(gateway.config.MONGODB_URI, { dbName }).asPromise();
  failures = failureModel(connection);
});
afterAll(async () => {
  await connection.close();
  await gateway.close();
});

let version = 0;
const next = (name: string, routes: string[]) => aBuild({ name, routes, version: `2.0.${(version += 1)}` });

/** Resolves after a health check that began now or later. */
async function watched(): Promise<void> {
  const since = Date.now() / 1000;
  await until(async () => (await checkedAt(metricsPort)) >= since);
}

describe('the health of releases', () => {
  /** A visitor from a network of their own sees the app fail. */
  const fail = async (app: string, of: string, nth: number, session?: string) =>
    failAt(addressOf(nth), app, of, session);
  const failAt = async (address: string, app: string, of: string, session?: string) => {
    const pageToken = await pageTokenFor(gateway, address);
    return reportFailure(gateway, { app, version: of, address, pageToken, session });
  };

  interface Status {
    apps: {
      name: string;
      versions: {
        version: string;
        channel: string;
        loads: number;
        errors: number;
        vitals: Record<string, { p75: number; samples: number }>;
      }[];
    }[];
  }
  const healthOf = async (name: string, of: string) => {
    const status = (await gateway.call(`${ADMIN}/status`, { headers })).json() as unknown as Status;
    return status.apps.find((app) => app.name === name)?.versions.find(({ version }) => version === of);
  };

  it('counts loads, errors and Web Vitals by app and version', async () => {
    const { stable } = await appAt(gateway, 'mfe-support');
    for (let nth = 0; nth < 5; nth += 1) await gateway.call('/support');
    // A monitor sends HEAD, which loads no page.
    await gateway.call('/support', { method: 'HEAD' });
    await fail('mfe-support', stable, 1);
    const vital = (name: string, value: number) => ({
      name: 'web_vital',
      category: name,
      value,
      app: 'mfe-support',
      version: stable,
      path: '/support',
      at: new Date().toISOString(),
    });
    const events = [...[900, 1000, 1100, 3000].map((value) => vital('LCP', value)), vital('CLS', 0.02)];
    expect((await gateway.call('/api/analytics/events', { json: { events } })).status).toBe(202);
    await until(async () => (await healthOf('mfe-support', stable))?.vitals.LCP?.samples === 4);
    const health = (await healthOf('mfe-support', stable))!;
    expect(health).toMatchObject({ channel: 'stable', loads: 6, errors: 1 });
    expect(health.vitals.LCP!.p75).toBeGreaterThan(1040);
    expect(health.vitals.LCP!.p75).toBeLessThan(1160);
    expect(health.vitals.CLS!.p75).toBeCloseTo(0.02, 2);
  });

  it('rolls back a failing canary automatically and announces it', async () => {
    const before = await appAt(gateway, 'mfe-admin');
    const bad = next('mfe-admin', ['/admin']);
    await release(gateway, [bad], 50);
    for (let bucket = 0; bucket < BUCKETS; bucket += 500)
      await gateway.call('/admin', { headers: { cookie: `release-bucket=${bucket}` } });
    for (let nth = 0; nth < 12; nth += 1) await fail('mfe-admin', bad.manifest.version, nth);
    await until(async () => (await appAt(gateway, 'mfe-admin')).canary === null);
    expect((await appAt(gateway, 'mfe-admin')).stable).toBe(before.stable);
    const historyBefore = async (revision?: number) => {
      const query = revision === undefined ? '' : `&before=${revision}`;
      const reply = await gateway.call(`${ADMIN}/history?limit=1${query}`, { headers });
      return reply.json() as { entries: { revision: number }[] };
    };
    const history = await historyBefore();
    expect(history.entries).toMatchObject([
      {
        action: 'automatic-rollback',
        by: 'gateway',
        note: expect.stringMatching(/errors of 1\d visitors in 1\d networks, \d+ page loads$/),
        evidence: {
          visitors: expect.any(Number),
          networks: expect.any(Number),
          loads: expect.any(Number),
          messages: ['Cannot read properties of undefined'],
        },
      },
    ]);
    const earlier = await historyBefore(history.entries[0]?.revision);
    expect(earlier.entries[0]).not.toHaveProperty('evidence');
  });

  it('rolls back a failing stable release too', async () => {
    const before = await appAt(gateway, 'mfe-admin');
    const bad = next('mfe-admin', ['/admin']);
    await release(gateway, [bad]);
    await gateway.call('/admin');
    for (let nth = 20; nth < 32; nth += 1) await fail('mfe-admin', bad.manifest.version, nth);
    await until(async () => (await appAt(gateway, 'mfe-admin')).stable === before.stable);
  });

  const stillOut = async (canary: Build) =>
    (await appAt(gateway, 'mfe-admin')).canary?.version === canary.manifest.version;

  it('ignores reports of a single network, reports without a page, and versions that are not served', async () => {
    const fine = next('mfe-admin', ['/admin']);
    await release(gateway, [fine], 50);
    const { version } = fine.manifest;
    const report = (address: string, pageToken?: string) =>
      reportFailure(gateway, { app: 'mfe-admin', version, address, pageToken });
    // Eighty page views from one /24 and one IPv6 /32, each from a different address block in it.
    for (let nth = 0; nth < 40; nth += 1) {
      for (const address of [`198.51.100.${nth}`, `2001:db8:${nth}::1`])
        await report(address, await pageTokenFor(gateway, address));
    }
    const borrowed = await pageTokenFor(gateway, '192.0.2.1');
    for (let nth = 100; nth < 130; nth += 1) {
      const address = addressOf(nth);
      await report(address);
      await report(address, 'made.up.token');
      // The token was issued to another network.
      await report(address, borrowed);
    }
    await fail('mfe-admin', '99.0.0', 131);
    const found = await failures.find({ build: `mfe-admin@${version}` }).lean();
    expect(found.map(({ site }) => site).sort()).toEqual(['198.51.100.0/24', '2001:db8::/32']);
    await watched();
    expect(await stillOut(fine)).toBe(true);
  });

  it('counts at most two signed-in people per network', async () => {
    const fine = next('mfe-admin', ['/admin']);
    await release(gateway, [fine], 50);
    const build = `mfe-admin@${fine.manifest.version}`;
    for (let nth = 0; nth < 16; nth += 1)
      await fail('mfe-admin', fine.manifest.version, 200, gateway.signIn({ userId: `admin-${nth}` }));
    await until(async () => (await failures.countDocuments({ build })) > 1);
    expect(await failures.countDocuments({ build })).toBe(2);
  });

  it('counts at most as many new networks as known ones, so that strangers alone cause no rollback', async () => {
    const bad = next('mfe-admin', ['/admin']);
    await release(gateway, [bad], 50);
    const { version } = bad.manifest;
    for (let nth = 0; nth < 30; nth += 1) await failAt(`198.18.${nth}.7`, 'mfe-admin', version);
    for (let nth = 210; nth < 214; nth += 1) await fail('mfe-admin', version, nth);
    await watched();
    expect(await stillOut(bad)).toBe(true);

    await fail('mfe-admin', version, 214);
    await until(async () => !(await stillOut(bad)));
    const history = await gateway.call(`${ADMIN}/history?limit=1`, { headers });
    expect(history.json().entries).toMatchObject([{ evidence: { visitors: 10, networks: 10 } }]);
  });

  it('ignores reports of people who cannot open a page of the app', async () => {
    const dashboard = (of: string) =>
      aBuild({ name: 'mfe-members', routes: ['/members/*'], roles: ['reseller'], version: of });
    await release(gateway, [dashboard('1.0.0')]);
    await release(gateway, [dashboard('1.1.0')]);
    const build = 'mfe-members@1.1.0';
    const supporter = gateway.signIn({ role: 'support' });
    for (let nth = 160; nth < 175; nth += 1) {
      await fail('mfe-members', '1.1.0', nth);
      await fail('mfe-members', '1.1.0', nth, supporter);
    }
    await fail('mfe-members', '1.1.0', 175, gateway.signIn({ role: 'reseller', resellerId: 'r-1' }));
    await until(async () => (await failures.countDocuments({ build })) > 0);
    await watched();
    expect(await failures.countDocuments({ build })).toBe(1);
    expect((await appAt(gateway, 'mfe-members')).stable).toBe('1.1.0');

    for (let nth = 176; nth < 190; nth += 1)
      await fail('mfe-members', '1.1.0', nth, gateway.signIn({ role: 'reseller', resellerId: `r-${nth}` }));
    await until(async () => (await appAt(gateway, 'mfe-members')).stable === '1.0.0');
  });

  it('rolls nothing back while paused by an admin or by a release token for every app', async () => {
    const canary = next('mfe-admin', ['/admin']);
    await release(gateway, [canary], 50);
    const { version: canaryVersion } = canary.manifest;
    const own = `${ADMIN}/automatic-rollback`;
    const pause = (paused: boolean, authorization = headers.authorization) =>
      gateway.call(own, { method: 'PUT', json: { paused }, headers: { authorization } });
    expect(errorOf(await pause(true, `Bearer ${'b'.repeat(40)}`))).toBe('403 FORBIDDEN');
    expect((await gateway.call(own, { headers })).json()).toEqual({ paused: false, by: null, at: null });
    expect((await pause(true)).json()).toMatchObject({ paused: true, by: 'release token' });
    for (let nth = 140; nth < 155; nth += 1) await fail('mfe-admin', canaryVersion, nth);
    await until(async () => (await failures.countDocuments({ build: `mfe-admin@${canaryVersion}` })) > 14);
    await watched();
    expect(await stillOut(canary)).toBe(true);
    expect((await pause(false)).status).toBe(200);
    await until(async () => !(await stillOut(canary)));
  });

  it('announces each rollback once with its evidence', async () => {
    const revisions: number[] = [];
    for (const firstVisitor of [40, 60]) {
      const bad = next('mfe-admin', ['/admin']);
      await release(gateway, [bad], 50);
      for (let nth = firstVisitor; nth < firstVisitor + 12; nth += 1)
        await fail('mfe-admin', bad.manifest.version, nth);
      await until(async () => !(await stillOut(bad)));
      revisions.push((await gateway.call(ADMIN, { headers })).json().revision as number);
    }
    const own = () => announced.filter(({ revision }) => revisions.includes(revision));
    await until(() => own().length >= revisions.length);
    await watched();
    expect(own().map(({ revision }) => revision)).toEqual(revisions);
    for (const rolledBack of own()) {
      expect(rolledBack).toMatchObject({
        apps: ['mfe-admin'],
        messages: ['Cannot read properties of undefined'],
      });
      expect(rolledBack.visitors).toBeGreaterThanOrEqual(10);
      expect(rolledBack.networks).toBeGreaterThanOrEqual(5);
    }
  });

  it('judges a republished build only by failures after its publication', async () => {
    const build = next('mfe-admin', ['/admin']);
    await release(gateway, [build], 50);
    for (let nth = 160; nth < 172; nth += 1) await fail('mfe-admin', build.manifest.version, nth);
    await until(async () => !(await stillOut(build)));
    expect((await release(gateway, [build], 50)).status).toBe(201);
    await watched();
    expect(await stillOut(build)).toBe(true);
  });

  it('rolls back a failing release together with its canary', async () => {
    const before = await appAt(gateway, 'mfe-admin');
    const bad = next('mfe-admin', ['/admin']);
    await release(gateway, [bad]);
    await release(gateway, [next('mfe-admin', ['/admin'])], 1);
    for (let nth = 180; nth < 192; nth += 1) await fail('mfe-admin', bad.manifest.version, nth);
    await until(async () => (await appAt(gateway, 'mfe-admin')).stable === before.stable);
    expect((await appAt(gateway, 'mfe-admin')).canary).toBeNull();
  });

  it.each([
    [{ visitors: 9, loads: 10 }, { visitors: 0, loads: 1000 }, false],
    [{ visitors: 10, loads: 100 }, { visitors: 0, loads: 1000 }, true],
    [{ visitors: 40, loads: 1000 }, { visitors: 0, loads: 1000 }, false],
    [{ visitors: 200, loads: 1000 }, { visitors: 100, loads: 1000 }, false],
    [{ visitors: 300, loads: 1000 }, { visitors: 100, loads: 1000 }, true],
  ])('judges %j beside %j: %s', (candidate, baseline, expected) => {
    expect(isFailing(candidate, baseline)).toBe(expected);
  });
});
