import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { releasePublished, releaseRolledBack } from '@leadping/contracts/gateway/release-events';
import { resolveSession } from '@leadping/contracts/identity/requests';
import { findReseller, notificationSettings } from '@leadping/contracts/commerce/requests';
import { getLicenseEmail, getStoreUrl } from '@leadping/contracts/licensing/requests';
import { mailStatus, ticketCustomer } from '@leadping/contracts/support/requests';
import { SERVICES, type ServiceName } from '@leadping/contracts/services';
import type { Service } from '@leadping/service-kit/process/service';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { dropStack } from '@leadping/test-kit/drop-stack';
import { testConfig } from '@leadping/test-kit/environment';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { until } from '@leadping/test-kit/until';
import { startOwnNats, type OwnNats } from '@leadping/test-kit/own-nats';
import { buildCommerce } from '../../../svc-commerce/src/app.ts';
import { CommerceConfig } from '../../../svc-commerce/src/config.ts';
import { buildIdentity } from '../../../svc-identity/src/app.ts';
import { IdentityConfig } from '../../../svc-identity/src/config.ts';
import { buildLicensing } from '../../../svc-licensing/src/app.ts';
import { LicensingConfig } from '../../../svc-licensing/src/config.ts';
import { buildSupport } from '../../../svc-support/src/app.ts';
import { SupportConfig } from '../../../svc-support/src/config.ts';
import { ROOT } from '../src/root.ts';
import { localSecrets, natsPassword, natsPasswords, type LocalSecrets } from '../src/secrets.ts';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';

describe('the users of deploy/nats.conf', () => {
  let nats: OwnNats;
  let secrets: LocalSecrets;
  let services: Service[];
  let gateway: FakeService;
  let overrides: (user: ServiceName) => Record<string, string>;
  const databases = `t${randomBytes(5).toString('hex')}-`;
  const violations: string[] = [];
  const connections: NatsConnection[] = [];

  const as = async (user: ServiceName | 'operator' | 'system') => {
    const pass = natsPassword(secrets, user);
    const connection = await connect({ servers: nats.url, user, pass, inboxPrefix: `_INBOX.${user}` });
    connections.push(connection);
    return connection;
  };

  beforeAll(async () => {
    secrets = await localSecrets(await mkdtemp(join(tmpdir(), 'nats-users-')));
    nats = await startOwnNats({
      users: { configFile: join(ROOT, 'deploy/nats-compose.conf'), env: natsPasswords(secrets) },
      onProgress: (line) => line.includes('Violation') && violations.push(line),
    });
    overrides = (user) => ({
      NATS_URL: nats.url,
      NATS_USER: user,
      NATS_PASSWORD: natsPassword(secrets, user),
      NATS_PREFIX: '',
      DATABASE_PREFIX: databases,
    });
    // One after the other: together they wait for the database longer than it takes.
    const builds = [
      () => buildIdentity(testConfig(IdentityConfig, overrides('svc-identity'))),
      () => buildCommerce(testConfig(CommerceConfig, overrides('svc-commerce'))),
      () =>
        buildLicensing(
          testConfig(LicensingConfig, {
            ...overrides('svc-licensing'),
            LICENSE_SIGNING_SEED: randomBytes(32).toString('hex'),
            LICENSE_INDEX_SECRET: randomBytes(32).toString('hex'),
          }),
        ),
      () =>
        buildSupport(
          testConfig(SupportConfig, {
            ...overrides('svc-support'),
            POSTMARK_SERVER_TOKEN: randomBytes(16).toString('hex'),
            // Nothing listens there: no mail leaves.
            POSTMARK_API_BASE: 'http://127.0.0.1:9',
            MAIL_FROM: 'hello@shop.example',
          }),
        ),
    ];
    services = [];
    for (const build of builds) services.push(await build());
    gateway = await openFakeService(testConfig(IdentityConfig, overrides('gateway')), 'gateway');
  });

  afterAll(async () => {
    await gateway?.close();
    await Promise.all((services ?? []).map((service) => service.close()));
    await Promise.all(connections.map((connection) => connection.close()));
    await dropStack(testConfig(IdentityConfig, { DATABASE_PREFIX: databases, NATS_PREFIX: '' }));
    await nats?.stop();
  });

  it('let every process publish, consume, request and reply what it needs', async () => {
    await gateway.publish(releaseRolledBack, {
      revision: 2,
      apps: ['mfe-admin'],
      note: 'rolled back',
      at: new Date().toISOString(),
      visitors: 10,
      networks: 5,
      loads: 100,
      messages: [],
    });
    gateway.bus.broadcast(releasePublished, { revision: 2 });
    expect(await gateway.bus.request(resolveSession, { token: 'nobody' })).toEqual({ session: null });
    const pairs = [
      ['svc-licensing', findReseller, { idOrSlug: 'nobody' }],
      ['svc-support', notificationSettings, {}],
      ['svc-support', getStoreUrl, {}],
      ['svc-support', getLicenseEmail, { licenseId: '0'.repeat(24) }],
      ['svc-commerce', getStoreUrl, {}],
      ['svc-commerce', mailStatus, {}],
      ['svc-commerce', ticketCustomer, { ticketId: 'none' }],
      ['svc-licensing', ticketCustomer, { ticketId: 'none' }],
    ] as const;
    for (const [from, contract, request] of pairs) {
      const asker = await openFakeService(testConfig(IdentityConfig, overrides(from)), from);
      await asker.bus.request(contract as typeof getStoreUrl, request as never);
      await asker.close();
    }
    // Every durable consumer that the file names is there, of five streams, and no service was refused another.
    const named = (await readFile(join(ROOT, 'deploy/nats.conf'), 'utf8')).match(/"\$JS\.ACK\./g) ?? [];
    const manager = await jetstreamManager(await as('svc-support'), { checkAPI: false });
    const count = async () => {
      let consumers = 0;
      for (const stream of ['gateway', 'svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support']) {
        const info = await manager.streams.info(stream).catch(() => null);
        consumers += info?.state.consumer_count ?? 0;
      }
      return consumers;
    };
    await until(async () => (await count()) >= named.length);
    expect(named.length).toBeGreaterThan(50);
    expect(violations).toEqual([]);
  });

  it('are in docker compose those of a server that writes an event to its disk before it acknowledges it', async () => {
    const system = await as('system');
    const reply = await system.request('$SYS.REQ.SERVER.PING.JSZ', '{"config":true}');
    expect(reply.json()).toMatchObject({ data: { config: { sync_always: true } } });
  });

  /** What is one process's right, or nobody's, and an attack by all others. */
  const ATTACKS: [string, ServiceName | null, (nc: NatsConnection) => unknown][] = [
    ['publishes a paid order', 'svc-commerce', (nc) => nc.publish('commerce.order.paid', '{}')],
    ['ends sessions', 'svc-identity', (nc) => nc.publish('now.identity.session.ended', '{}')],
    [
      'replies in the place of identity',
      'svc-identity',
      (nc) => nc.subscribe('rpc.identity.resolve-session'),
    ],
    [
      'requests what only the gateway may',
      'gateway',
      (nc) => nc.publish('rpc.identity.resolve-session', '{}'),
    ],
    ['reads all there is', null, (nc) => nc.subscribe('>')],
    ["reads another's replies", 'gateway', (nc) => nc.subscribe('_INBOX.gateway.>')],
    ['deletes a stream', null, (nc) => nc.publish('$JS.API.STREAM.DELETE.svc-commerce', '')],
    [
      "acknowledges another's message",
      'svc-licensing',
      (nc) => nc.publish('$JS.ACK.svc-commerce.svc-licensing-commerce-order-paid.1.1.1.1.0', '+ACK'),
    ],
    [
      "terminates another's message",
      'svc-identity',
      (nc) => nc.publish('$JS.ACK.svc-commerce.svc-identity-commerce-order-paid.1.1.1.1.0', '+TERM'),
    ],
    [
      "pulls another's messages",
      'svc-licensing',
      (nc) => nc.publish('$JS.API.CONSUMER.MSG.NEXT.svc-commerce.svc-licensing-commerce-order-paid', '1'),
    ],
    [
      "changes another's consumer",
      'svc-licensing',
      (nc) =>
        nc.publish(
          '$JS.API.CONSUMER.CREATE.svc-commerce.svc-licensing-commerce-order-paid.commerce.order.none',
          '{}',
        ),
    ],
    [
      "empties another's stream",
      'svc-commerce',
      (nc) => nc.publish('$JS.API.STREAM.PURGE.svc-commerce', '{}'),
    ],
  ];

  it.each(ATTACKS)('stop a process that an attacker controls and that %s', async (_name, owner, attack) => {
    for (const attacker of SERVICES.filter((each) => each !== owner)) {
      const connection = await as(attacker);
      violations.length = 0;
      await attack(connection);
      await until(() => violations.some((line) => line.includes(attacker)));
    }
  });

  it('let an operator look at streams, make a leader step down, and remove a stream that the services make anew', async () => {
    const operator = await as('operator');
    const manager = await jetstreamManager(operator, { checkAPI: false });
    violations.length = 0;
    const { created, state } = await manager.streams.info('svc-support');
    expect(await manager.streams.names().next()).toContain('svc-support');
    expect(await manager.consumers.list('svc-support').next()).toHaveLength(state.consumer_count);
    // One server alone always leads, and says so.
    const stepDown = await operator.request('$JS.API.STREAM.LEADER.STEPDOWN.svc-support');
    expect(stepDown.json()).toMatchObject({ error: { description: expect.stringContaining('cluster') } });
    expect(await manager.streams.delete('svc-support')).toBe(true);
    await until(async () => {
      const anew = await manager.streams.info('svc-support').catch(() => null);
      return anew !== null && anew.created !== created && anew.state.consumer_count === state.consumer_count;
    });
    expect(violations).toEqual([]);
  });

  it("let nobody but the system's user see and remove servers", async () => {
    const system = await as('system');
    const reply = await system.request('$SYS.REQ.SERVER.PING.JSZ');
    expect(reply.json()).toMatchObject({ data: { streams: 5 } });
    violations.length = 0;
    system.publish('$SYS.REQ.SERVER.NAME.RELOAD');
    await until(() => violations.some((line) => line.includes('system')));
    for (const user of ['operator', ...SERVICES] as const) {
      (await as(user)).publish('$JS.API.SERVER.REMOVE', '{}');
      await until(() => violations.some((line) => line.includes(user)));
    }
  });

  it.each<[string, (nc: NatsConnection) => unknown]>([
    ['publishes an event', (nc) => nc.publish('commerce.order.paid', '{}')],
    ['reads events as they come', (nc) => nc.subscribe('commerce.>')],
    ['reads an event of a stream', (nc) => nc.publish('$JS.API.STREAM.MSG.GET.svc-commerce', '{"seq":1}')],
    ['reads it directly', (nc) => nc.publish('$JS.API.DIRECT.GET.svc-commerce', '{"seq":1}')],
    ['makes a consumer', (nc) => nc.publish('$JS.API.CONSUMER.CREATE.svc-commerce', '{}')],
    ['copies a stream', (nc) => nc.publish('$JS.API.STREAM.SNAPSHOT.svc-commerce', '{}')],
    ['makes a stream that copies another', (nc) => nc.publish('$JS.API.STREAM.CREATE.mirror', '{}')],
    ["reads another's replies", (nc) => nc.subscribe('_INBOX.gateway.>')],
  ])('stop an operator who %s', async (_name, attack) => {
    const connection = await as('operator');
    violations.length = 0;
    await attack(connection);
    await until(() => violations.some((line) => line.includes('operator')));
  });

  it('let nobody in without a password, or with that of another', async () => {
    await expect(connect({ servers: nats.url, maxReconnectAttempts: 0 })).rejects.toThrow(/authorization/i);
    const pass = natsPassword(secrets, 'svc-support');
    await expect(
      connect({ servers: nats.url, user: 'svc-commerce', pass, maxReconnectAttempts: 0 }),
    ).rejects.toThrow(/authorization/i);
  });
});
