import type { ServiceName } from '@leadping/contracts/services';
import { findFreePort } from '@leadping/dev-machine/free-port';
import { expect, test } from '@playwright/test';
import { join } from 'node:path';
import { CELLS, titleOf } from '../faults/cells.ts';
import { tableOf } from '../faults/cell-table.ts';
import { runCell } from '../faults/run-cell.ts';
import { Buyers } from '../load/buyers.ts';
import { ShopTraffic } from '../load/shop-traffic.ts';
import { openTaxedShop, TAXED_COUNTRY } from '../load/taxed-shop.ts';
import { alertFaults } from './alert-faults.ts';
import { useOwnStack } from './own-stack.ts';
import { person } from './person.ts';
import { startPrometheus } from './prometheus.ts';
import { LICENSE_KEY, platformClient, until } from '../platform.ts';

const ADMIN = { username: 'admin', password: 'correct horse battery' };
/** About 40 requests a second on a fast machine, and never more than a gateway accepts at once. */
const VISITORS = { count: 8, pauseMs: 200 };
/** Fixed request rate during a rolling restart, independent of reply times. The requirement is 200 a second. */
const RATE = process.env.RATE;

/** Two instances of every process behind a balancer, and three NATS servers that replicate each event. */
test.describe('a cluster with two instances of every process', () => {
  const own = useOwnStack('cluster', {
    instances: 2,
    natsCluster: true,
    env: {
      // Longer than callers keep an idle connection, even with timers that are seconds late.
      gateway: { TRUST_PROXY: '127.0.0.0/8', DRAIN_SECONDS: '8' },
      'svc-identity': { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password },
    },
  });
  const { databaseOf } = own;
  test.beforeAll(async () => {
    const admin = person(own.stack);
    await admin.signIn(ADMIN.username, ADMIN.password);
    await openTaxedShop(own.stack, admin.call);
  });
  const at = (port: number | undefined, path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { origin: own.stack.publicUrl, 'content-type': 'application/json', ...init.headers },
    });

  /** Number of NATS servers that lack the latest events of svc-commerce, from the metrics of svc-licensing. */
  const replicasBehind = async () => {
    const text = await (await at(own.stack.instances['svc-licensing'][0]?.port, '/metrics')).text();
    return /^leadping_stream_replicas_behind\{.*stream="svc-commerce".*\} (\d+)$/m.exec(text)?.[1];
  };

  test('shares admin, sessions, limits, revocations and releases between its instances', async () => {
    const [first, second] = own.stack.instances.gateway.map(({ port }) => port);
    expect(await databaseOf('identity').collection('users').countDocuments()).toBe(1);

    const login = (port: number | undefined, password: string, from: string) =>
      at(port, '/api/login', {
        method: 'POST',
        headers: { 'x-forwarded-for': from },
        body: JSON.stringify({ username: ADMIN.username, password }),
      });
    // An exact limit is shared by all gateways.
    const guesses: number[] = [];
    for (const port of [first, second, first, second])
      guesses.push((await login(port, 'wrong', '10.9.9.9')).status);
    expect(guesses).toEqual([401, 401, 401, 429]);

    const signedIn = await login(first, ADMIN.password, '10.9.9.10');
    expect(signedIn.status).toBe(200);
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const settings = (port: number | undefined) => at(port, '/api/admin/settings', { headers: { cookie } });
    // Both gateways have it in their caches now.
    expect([(await settings(first)).status, (await settings(second)).status]).toEqual([200, 200]);

    const client = platformClient(own.stack);
    const email = 'one-truth@example.com';
    await client.pay(await client.startCheckout('10.9.9.11'), email, 'paid', TAXED_COUNTRY);
    const [mail] = await until('the key arrives', async () => {
      const mails = await client.mailsTo(email);
      return mails.length > 0 && mails;
    });
    const licenseKey = LICENSE_KEY.exec(mail?.textBody ?? '')?.[0] ?? '';
    const device = { licenseKey, deviceId: 'device-of-two' };
    const licensing = own.stack.instances['svc-licensing'].map(({ port }) => port);
    const onDevice = async (port: number | undefined, verb: string) => {
      const reply = await at(port, `/api/license/${verb}`, { method: 'POST', body: JSON.stringify(device) });
      return (await reply.json()) as { valid: boolean };
    };
    expect((await onDevice(licensing[0], 'activate')).valid).toBe(true);
    for (const port of licensing) expect((await onDevice(port, 'validate')).valid).toBe(true);
    const revoked = await at(first, `/api/admin/licenses/${licenseKey}/deactivate`, {
      method: 'POST',
      headers: { cookie },
      body: '{}',
    });
    expect(revoked.status, await revoked.text()).toBe(200);
    const revokedAt = performance.now();
    for (const port of licensing) {
      await until('the revocation is seen', async () => !(await onDevice(port, 'validate')).valid, 5);
    }
    // The requirement is one second. Two on a machine that runs other tests too.
    expect(performance.now() - revokedAt).toBeLessThan(2500);

    const revisions = await Promise.all(
      [first, second].map(async (port) => {
        const document = (await (await at(port, '/remotes.json')).json()) as { revision: number };
        return document.revision;
      }),
    );
    expect(revisions[0]).toBe(revisions[1]);

    expect((await at(first, '/api/logout', { method: 'POST', headers: { cookie }, body: '{}' })).ok).toBe(
      true,
    );
    await until(
      'the other gateway has dropped the session',
      async () => (await settings(second)).status === 401,
      3,
    );
  });

  test('fires each alert for its fault in the database or a stopped process, and clears it after the fault has ended', async () => {
    const faults = alertFaults(databaseOf);
    const alerts = ['ProcessDown', ...faults.map(({ alert }) => alert)].sort();
    const metricsPort = await findFreePort();
    const portsOf = (name: ServiceName) => own.stack.instances[name].map(({ port }) => port);
    const prometheus = await startPrometheus(join(own.folder, 'prometheus'), {
      gateway: [metricsPort],
      'svc-commerce': portsOf('svc-commerce'),
      'svc-licensing': portsOf('svc-licensing'),
      'svc-support': portsOf('svc-support'),
    });
    const firing = async () => {
      const names = new Set(await prometheus.firing());
      return alerts.filter((alert) => names.has(alert)).join();
    };
    try {
      // The gateway's metrics are not scraped, because it has no port for them.
      await until('only a process is away', async () => (await firing()) === 'ProcessDown');
      await Promise.all(faults.map(({ begin }) => begin()));
      await own.stack.instances.gateway[1]?.restart({ METRICS_PORT: String(metricsPort) });
      const ofFaults = alerts.filter((alert) => alert !== 'ProcessDown').join();
      await until('all faults fire, and the process is there', async () => (await firing()) === ofFaults);
      await Promise.all(faults.map(({ end }) => end()));
      await until('they clear', async () => (await firing()) === '');
    } finally {
      await Promise.all(faults.map(({ end }) => end()));
      await prometheus.stop();
    }
  });

  test('shows a lagging NATS server in the metrics until it has caught up', async () => {
    await until('all keep up', async () => (await replicasBehind()) === '0');
    const frozen = own.stack.natsNodes[2]?.pid() ?? 0;
    process.kill(frozen, 'SIGSTOP');
    try {
      await until('one does not', async () => (await replicasBehind()) === '1');
    } finally {
      process.kill(frozen, 'SIGCONT');
    }
    await until('all keep up again', async () => (await replicasBehind()) === '0');
  });

  test('loses no request and no order during a rolling restart of every process', async () => {
    const traffic = new ShopTraffic(own.stack.publicUrl);
    const buyers = new Buyers(own.stack, traffic, 'rolling', { isTaxed: true });
    const ending = new AbortController();
    const pages = ['/', '/api/pricing', '/integrations', '/api/public/selectors'];
    const visit = (index: number) => ({
      path: pages[index % pages.length] ?? '/',
      from: `10.20.${index % 250}.1`,
    });
    const running = Promise.all([
      RATE
        ? traffic.steadily(Number(RATE), visit, ending.signal)
        : traffic.byVisitors(VISITORS, visit, ending.signal),
      buyers.buyUntil(ending.signal, { concurrency: 2, pauseMs: 100 }),
    ]);
    try {
      await until('purchases are under way', async () => buyers.emails.length > 4);
      for (const index of [0, 1]) {
        const restarts = Object.values(own.stack.instances).map((all) => () => all[index]?.restart());
        if (RATE) for (const restart of restarts) await restart();
        // Restarts one instance of each process at the same time.
        else await Promise.all(restarts.map((restart) => restart()));
      }
      // Restart NATS servers one at a time. Two form a majority if both have every event.
      for (const node of own.stack.natsNodes) {
        await node.restart();
        await until('all servers keep up', async () => (await replicasBehind()) === '0');
      }
      const before = buyers.emails.length;
      await until('purchases continue', async () => buyers.emails.length > before + 4);
    } finally {
      ending.abort();
      await running;
    }
    const books = await buyers.settle(databaseOf, 60);
    await traffic.close();
    console.log(`rolling restart: ${JSON.stringify({ ...traffic.endings, ...books })}`);
    expect(traffic.examples).toEqual([]);
    const { paid } = books;
    expect(books).toEqual({
      paid,
      orders: paid,
      licenses: paid,
      mails: paid,
      lost: 0,
      doubled: 0,
      miscalculated: 0,
    });
    expect(traffic.endings.ok).toBeGreaterThan(100);
  });

  // `npm run faults` runs the whole matrix.
  for (const title of ['kill -9: every svc-licensing', 'kill -9: the majority of NATS']) {
    test(`loses and duplicates nothing after ${title}`, async () => {
      const cell = CELLS.find((each) => titleOf(each) === title);
      if (!cell) throw new Error(`there is no cell ${title}`);
      const world = { stack: own.stack, sandbox: platformClient(own.stack).sandbox };
      const mark = title.replaceAll(/\W+/g, '-').toLowerCase();
      const report = await runCell({ ...cell, seconds: 2 }, world, { databaseOf, mark, isTaxed: true });
      console.log(tableOf([report]));
      const { paid } = report;
      expect(paid).toBeGreaterThan(0);
      const none = { lost: 0, doubled: 0, miscalculated: 0 };
      expect(report).toMatchObject({ orders: paid, licenses: paid, mails: paid, ...none });
      // Visitors must see pages or a retry time.
      expect(report.examples.filter((example) => example.startsWith('GET'))).toEqual([]);
    });
  }
});
