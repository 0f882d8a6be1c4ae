import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { releasePublished, releaseRolledBack } from '@leadping/contracts/gateway/release-events';
import { findSession } from '@leadping/contracts/identity/requests';
import { findReseller, notificationSettings } from '@leadping/contracts/commerce/requests';
import { getLicenseEmail, getStoreUrl } from '@leadping/contracts/licensing/requests';
import { mailStatus, ticketCustomer } from '@leadping/contracts/support/requests';
import { CONSUMED } from '@leadping/contracts/message-flow';
import { SERVICES, shortNameOf, type ServiceName } from '@leadping/contracts/services';
import { durableName } from '@leadping/service-kit/messaging/streams';
import type { Service } from '@leadping/service-kit/process/service';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
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
import { rightsOf, type NatsUser } from '../src/nats-conf.ts';
import { ROOT } from '../src/root.ts';
import { localSecrets, natsPassword, natsPasswords, type LocalSecrets } from '../src/secrets.ts';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';

describe('the users of deploy/nats.conf', () => {
  let nats: OwnNats;
  let secrets: LocalSecrets;
  let services: Service[];
  let gateway: FakeService;
  /** The process that declares the streams, as in docker compose and on Kubernetes. */
  let streams: ChildProcess;
  let overrides: (user: ServiceName) => Record<string, string>;
  const databases = `t${randomBytes(5).toString('hex')}-`;
  const violations: string[] = [];
  const connections = new Map<string, Promise<NatsConnection>>();

  const api = (action: string, request: object) => (nc: NatsConnection) =>
    nc.publish(`$JS.API.${action}`, JSON.stringify(request));
  const updatesOwn = (change: object) => (nc: NatsConnection, own: ServiceName) =>
    api(`STREAM.UPDATE.${own}`, { name: own, subjects: [`${shortNameOf(own)}.>`], ...change })(nc);
  const consumerOf = (stream: ServiceName, name: string, config: object) =>
    api(`CONSUMER.CREATE.${stream}.${name}`, { stream_name: stream, config: { name, ...config } });

  const as = (user: NatsUser | 'system') => {
    const pass = natsPassword(secrets, user);
    const connection =
      connections.get(user) ??
      connect({ servers: nats.url, user, pass, inboxPrefix: `_INBOX.${user}`, timeout: 20_000 });
    connections.set(user, connection);
    return connection;
  };

  beforeAll(async () => {
    secrets = await localSecrets(await mkdtemp(join(tmpdir(), 'nats-users-')));
    nats = await startOwnNats({
      users: { configFile: join(ROOT, 'deploy/nats-compose.conf'), env: natsPasswords(secrets) },
      onProgress: (line) => line.includes('Violation') && violations.push(line),
    });
    streams = await startStreams();
    overrides = (user) => ({
      NATS_URL: nats.url,
      NATS_USER: user,
      NATS_PASSWORD: natsPassword(secrets, user),
      NATS_PREFIX: '',
      DATABASE_PREFIX: databases,
    });
    // Sequential, because together they wait for the database longer than it takes.
    const builds = [
      () => buildIdentity(testConfig(IdentityConfig, overrides('svc-identity'))),
      () => buildCommerce(testConfig(CommerceConfig, overrides('svc-commerce'))),
      () =>
        buildLicensing(
          testConfig(LicensingConfig, {
            ...overrides('svc-licensing'),
            LICENSE_SIGNING_SEED: randomBytes(32).toString('hex'),
            LICENSE_ROOT_SEED: randomBytes(32).toString('hex'),
            LICENSE_INDEX_SECRET: randomBytes(32).toString('hex'),
          }),
        ),
      () =>
        buildSupport(
          testConfig(SupportConfig, {
            ...overrides('svc-support'),
            POSTMARK_SERVER_TOKEN: randomBytes(16).toString('hex'),
            // Nothing listens here, so no mail is sent.
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
    for (const connection of connections.values()) await (await connection).close();
    streams.kill('SIGTERM');
    expect(await once(streams, 'exit')).toEqual([0, null]);
    await dropStack(testConfig(IdentityConfig, { DATABASE_PREFIX: databases, NATS_PREFIX: '' }));
    await nats?.stop();
  });

  const startStreams = async () => {
    const child = spawn(
      process.execPath,
      ['--conditions=source', '--import', 'tsx', 'service-kit/src/streams/server.ts'],
      {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          NATS_URL: nats.url,
          NATS_USER: 'streams',
          NATS_PASSWORD: natsPassword(secrets, 'streams'),
          NATS_STREAM_MAX_MB: '16',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await until(() => output.includes('streams declared'));
    return child;
  };

  it('allow every process to publish, consume, request and reply as it needs', async () => {
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
    expect(await gateway.bus.request(findSession, { cookieHash: 'nobody' })).toEqual({ session: null });
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
    // Every service has opened its declared consumers and no others.
    const consumersOf = async ({ app }: Service) => {
      const { body } = await app.inject('/metrics');
      return [...body.matchAll(/^leadping_consumer_open\{.*consumer="([^"]+)".*\} (\d)$/gm)].map(
        ([, name, open]) => `${name} ${open}`,
      );
    };
    const declared = SERVICES.flatMap((service) =>
      CONSUMED[service].map((event) => `${durableName(service, event)} 1`),
    );
    expect(declared.length).toBeGreaterThan(50);
    const found = async () => (await Promise.all(services.map(consumersOf))).flat().toSorted();
    await until(async () => (await found()).every((consumer) => consumer.endsWith(' 1')));
    expect(await found()).toEqual(declared.toSorted());
    expect(violations).toEqual([]);
  });

  it('belong in docker compose to a server that writes an event to its disk before it acknowledges it', async () => {
    const system = await as('system');
    const reply = await system.request('$SYS.REQ.SERVER.PING.JSZ', '{"config":true}');
    expect(reply.json()).toMatchObject({ data: { config: { sync_always: true } } });
  });

  /** Actions that only one process or none may take. All others attack with them. */
  const ATTACKS: [string, ServiceName | null, (nc: NatsConnection, attacker: ServiceName) => unknown][] = [
    ['publishes a paid order', 'svc-commerce', (nc) => nc.publish('commerce.order.paid', '{}')],
    ['ends sessions', 'svc-identity', (nc) => nc.publish('now.identity.session.ended', '{}')],
    ['replies in the place of identity', 'svc-identity', (nc) => nc.subscribe('rpc.identity.find-session')],
    ['requests what only the gateway may', 'gateway', (nc) => nc.publish('rpc.identity.find-session', '{}')],
    ['sends a session cookie', null, (nc) => nc.publish('rpc.identity.resolve-session', '{}')],
    ['reads all there is', null, (nc) => nc.subscribe('>')],
    ["reads another's replies", 'gateway', (nc) => nc.subscribe('_INBOX.gateway.>')],
    ['reads what JetStream reports', null, (nc) => nc.subscribe('$JS.EVENT.ADVISORY.>')],
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
    // An own stream that captures the subjects of others or writes to them.
    ['captures the requests of others', null, updatesOwn({ subjects: ['rpc.identity.>'] })],
    [
      'captures them in a stream of its own making',
      null,
      api('STREAM.CREATE.stolen', { subjects: ['rpc.>'] }),
    ],
    ["copies another's stream into its own", null, updatesOwn({ sources: [{ name: 'svc-identity' }] })],
    ["mirrors another's stream", null, api('STREAM.CREATE.copy', { mirror: { name: 'svc-identity' } })],
    [
      'republishes as a paid order',
      null,
      updatesOwn({ republish: { src: '>', dest: 'commerce.order.paid' } }),
    ],
    [
      'republishes as the end of sessions',
      null,
      updatesOwn({ republish: { src: '>', dest: 'now.identity.session.ended' } }),
    ],
    [
      'renames its events to paid orders',
      null,
      updatesOwn({ subject_transform: { src: '>', dest: 'commerce.order.paid' } }),
    ],
    // A consumer that reads or writes for another service.
    [
      'has its events delivered as paid orders',
      null,
      (nc, own) => consumerOf(own, 'pushed', { deliver_subject: 'commerce.order.paid' })(nc),
    ],
    [
      "has another's events delivered to itself",
      null,
      (nc, own) => consumerOf('svc-identity', 'pushed', { deliver_subject: `_INBOX.${own}.stolen` })(nc),
    ],
    [
      'makes a consumer of all events of another',
      null,
      (nc, own) => consumerOf('svc-commerce', `${own}-all`, { filter_subject: 'commerce.>' })(nc),
    ],
    [
      'changes what a consumer reads',
      null,
      consumerOf('svc-commerce', 'svc-licensing-commerce-order-paid', { filter_subject: 'commerce.>' }),
    ],
    ['makes a consumer as clients before 2.9 do', null, api('CONSUMER.DURABLE.CREATE.svc-commerce.old', {})],
    ['makes one without a name', null, api('CONSUMER.CREATE.svc-commerce', {})],
    // A process that sends itself a message chooses its reply subject and could then publish there.
    [
      'replies to itself as a paid order',
      'svc-commerce',
      (nc, own) => {
        const subject = own === 'gateway' ? 'now.gateway.calls.counted' : `rpc.${shortNameOf(own)}.any`;
        nc.subscribe(subject, { callback: (err, message) => void (err ?? message.respond('{}')) });
        nc.publish(subject, '{}', { reply: 'commerce.order.paid' });
      },
    ],
    [
      'has its message traced as a paid order',
      'svc-commerce',
      (nc, own) => {
        const traced = headers();
        traced.set('Nats-Trace-Dest', 'commerce.order.paid');
        nc.publish(`${shortNameOf(own)}.any.thing`, '{}', { headers: traced });
      },
    ],
    ...[
      'STREAM.DELETE.svc-commerce',
      'STREAM.PURGE.svc-commerce',
      'STREAM.MSG.GET.svc-commerce',
      'STREAM.MSG.DELETE.svc-commerce',
      'STREAM.SNAPSHOT.svc-commerce',
      'STREAM.RESTORE.svc-commerce',
      'STREAM.LEADER.STEPDOWN.svc-commerce',
      'STREAM.NAMES',
      'STREAM.LIST',
      'DIRECT.GET.svc-commerce',
      'DIRECT.GET.svc-commerce.commerce.order.paid',
      'CONSUMER.DELETE.svc-commerce.svc-licensing-commerce-order-paid',
      'CONSUMER.PAUSE.svc-commerce.svc-licensing-commerce-order-paid',
      'CONSUMER.RESET.svc-commerce.svc-licensing-commerce-order-paid',
      'CONSUMER.UNPIN.svc-commerce.svc-licensing-commerce-order-paid',
      'SERVER.REMOVE',
    ].map((action): (typeof ATTACKS)[number] => [`calls ${action}`, null, api(action, {})]),
  ];

  it.each(ATTACKS)('block an attacker who controls a process and %s', async (_name, owner, attack) => {
    for (const attacker of SERVICES.filter((each) => each !== owner)) {
      const connection = await as(attacker);
      violations.length = 0;
      await attack(connection, attacker);
      await until(() => violations.some((line) => line.includes(attacker)));
    }
  });

  it('allow a process to use JetStream only for reading, and for pulling and acknowledging its own consumers', () => {
    for (const service of SERVICES) {
      const { publish } = rightsOf(service);
      const actions = publish.filter((subject) => subject.startsWith('$JS.API.'));
      const allowed = new RegExp(
        `^\\$JS\\.API\\.(STREAM\\.INFO\\.[\\w-]+|CONSUMER\\.LIST\\.${service}|CONSUMER\\.(INFO|MSG\\.NEXT)\\.[\\w-]+\\.${service}-[\\w-]+)$`,
      );
      expect(actions.filter((subject) => !allowed.test(subject))).toEqual([]);
      const acknowledged = publish.filter((subject) => subject.startsWith('$JS.ACK.'));
      expect(acknowledged.filter((subject) => !subject.split('.')[3]?.startsWith(`${service}-`))).toEqual([]);
    }
  });

  it('allow no replying process to publish where it subscribes, because it could reply to itself', () => {
    for (const service of SERVICES) {
      const { publish, subscribe, replies } = rightsOf(service);
      const meets = (one: string, other: string) => {
        const [short = [], long = []] = [one.split('.'), other.split('.')].sort(
          (a, b) => a.length - b.length,
        );
        return short.every((token, at) => token === long[at] || token === '>' || long[at] === '>');
      };
      const both = subscribe.filter((subject) => publish.some((own) => meets(own, subject)));
      if (replies) expect([service, both]).toEqual([service, []]);
    }
  });

  it('allow an operator to view streams, to step a leader down, and to remove a stream that is recreated', async () => {
    const operator = await as('operator');
    const manager = await jetstreamManager(operator, { checkAPI: false });
    violations.length = 0;
    const { created, state } = await manager.streams.info('svc-support');
    expect(await manager.streams.names().next()).toContain('svc-support');
    expect(await manager.consumers.list('svc-support').next()).toHaveLength(state.consumer_count);
    // A single server is always the leader, so stepping down fails.
    const stepDown = await operator.request('$JS.API.STREAM.LEADER.STEPDOWN.svc-support');
    expect(stepDown.json()).toMatchObject({ error: { description: expect.stringContaining('cluster') } });
    expect(await manager.streams.delete('svc-support')).toBe(true);
    await until(async () => {
      const anew = await manager.streams.info('svc-support').catch(() => null);
      return anew !== null && anew.created !== created && anew.state.consumer_count === state.consumer_count;
    });
    expect(violations).toEqual([]);
  });

  it("allow only the system's user to see and remove servers", async () => {
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

  it("allow nobody without a password or with another user's password", async () => {
    await expect(connect({ servers: nats.url, maxReconnectAttempts: 0 })).rejects.toThrow(/authorization/i);
    const pass = natsPassword(secrets, 'svc-support');
    await expect(
      connect({ servers: nats.url, user: 'svc-commerce', pass, maxReconnectAttempts: 0 }),
    ).rejects.toThrow(/authorization/i);
  });
});
