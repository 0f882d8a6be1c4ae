import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { runInNewContext } from 'node:vm';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GatewayConfig } from '@leadping/gateway/config';
import { publicKeys } from '@leadping/service-kit/data/ed25519';
import { KeyList, StreamsConfig } from '@leadping/service-kit/process/config';
import { CommerceConfig } from '@leadping/svc-commerce/config';
import { IdentityConfig } from '@leadping/svc-identity/config';
import { LicensingConfig } from '@leadping/svc-licensing/config';
import { SupportConfig } from '@leadping/svc-support/config';
import { parse } from 'yaml';
import { ensurePrometheus } from '../src/prometheus.ts';
import { ROOT } from '../src/root.ts';

const exec = promisify(execFile);
const PROCESSES = ['GATEWAY', 'IDENTITY', 'COMMERCE', 'LICENSING', 'SUPPORT'];
const SECRETS = [
  'PUBLIC_URL',
  'ACTOR_SIGNING_KEYS',
  'ACTOR_VERIFY_KEYS',
  'PAGE_TOKEN_SECRET',
  'IDENTITY_SEAL_KEYS',
  'COMMERCE_SEAL_KEYS',
  'LICENSING_SEAL_KEYS',
  'SUPPORT_SEAL_KEYS',
  'LICENSE_KEY_SEAL_KEYS',
  'CREDENTIAL_SEAL_KEYS',
  'ERASURE_SEAL_KEYS',
  'LICENSE_SIGNING_SEED',
  'LICENSE_ROOT_SEED',
  'LICENSE_INDEX_SECRET',
  'MONGODB_ROOT_PASSWORD',
  'MONGODB_REPLICA_KEY',
  ...PROCESSES.flatMap((name) => [`${name}_DATABASE_PASSWORD`, `${name}_NATS_PASSWORD`]),
  'BACKUP_DATABASE_PASSWORD',
  'STREAMS_NATS_PASSWORD',
  'OPERATOR_NATS_PASSWORD',
  'SYSTEM_NATS_PASSWORD',
  'POSTMARK_SERVER_TOKEN',
  'MAIL_FROM',
  'RELEASE_SIGNING_SEED',
  'TRUST_PROXY',
];

const CONFIGS = {
  gateway: GatewayConfig,
  'svc-identity': IdentityConfig,
  'svc-commerce': CommerceConfig,
  'svc-licensing': LicensingConfig,
  'svc-support': SupportConfig,
  streams: StreamsConfig,
};

/** Variables that a process reads but compose does not set, with the reason. */
const NOT_FOR_COMPOSE: Record<string, string> = {
  HOST: 'is in the image',
  PORT: 'is in the image; the PORT of `.env` is the one of this machine',
  DRAIN_SECONDS: 'there is one instance of each: nobody else takes its calls',
  DATABASE_PREFIX: 'the database is for this stack alone',
  NATS_PREFIX: 'NATS is for this stack alone',
  NATS_REPLICAS: 'there is one server of NATS',
  NATS_CA_FILE: 'NATS is in the inner network, without TLS',
  QA_BROWSER_PATH: 'there is no browser in the image',
  FAILPOINT: 'production refuses it',
  STRIPE_API_BASE: 'production refuses it',
  STRIPE_TEST_KEY: 'production refuses it',
  STRIPE_TEST_WEBHOOK_SECRET: 'production refuses it',
  OUTBOUND_ALLOW_LOOPBACK_HTTP: 'production refuses it',
};

/** Cached by environment, so that docker-compose runs once for each. */
const configs: Record<string, Promise<{ stdout: string }>> = {};

async function composeConfig({
  without,
  ...others
}: { without?: string } & Record<string, string> = {}): Promise<string> {
  const secrets = SECRETS.filter((name) => name !== without).map((name) => [name, `given-${name}`]);
  const { PATH, HOME, DOCKER_COMPOSE = 'docker-compose' } = process.env;
  const fixed = { PATH, HOME, COMPOSE_PROFILES: 'backup,monitoring' };
  const env = { ...fixed, ...Object.fromEntries(secrets), ...others };
  const running = (configs[JSON.stringify(env)] ??= exec(DOCKER_COMPOSE, ['config'], { cwd: ROOT, env }));
  return (await running).stdout;
}

/** The environment variables of each service. */
async function environmentsOf(
  config: Promise<string>,
): Promise<Partial<Record<string, Record<string, string>>>> {
  const { services } = parse(await config) as {
    services: Record<string, { environment?: Record<string, string> }>;
  };
  return Object.fromEntries(
    Object.entries(services).map(([name, { environment = {} }]) => [name, environment]),
  );
}

/** The names of the services: indented by two spaces below `services:`. */
function servicesOf(config: string): string[] {
  const [, services = ''] = config.split(/^services:$/m);
  const [own = ''] = services.split(/^\S/m);
  return [...own.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name = '']) => name);
}

describe('docker-compose.yml', () => {
  it('is valid and contains the database, NATS, every process, tools by their profiles, and no sandbox', async () => {
    const { services } = parse(await composeConfig()) as {
      services: Record<string, { profiles?: string[] }>;
    };
    const toolsOf = (profile: string) =>
      Object.keys(services)
        .filter((name) => services[name]?.profiles?.includes(profile))
        .sort();
    expect(toolsOf('backup')).toEqual(['backup']);
    expect(toolsOf('monitoring')).toEqual(['blackbox-exporter', 'grafana', 'node-exporter', 'prometheus']);
    const others = Object.keys(services).filter((name) => !services[name]?.profiles);
    expect(others.sort()).toEqual([
      'gateway',
      'mongodb',
      'nats',
      'streams',
      'svc-commerce',
      'svc-identity',
      'svc-licensing',
      'svc-support',
    ]);
  });

  it('does not start if any secret is missing', async () => {
    const compose = await readFile(join(ROOT, 'docker-compose.yml'), 'utf8');
    for (const name of SECRETS) {
      const uses = compose.match(new RegExp(`\\$\\{${name}\\b..`, 'g')) ?? [];
      expect([name, new Set(uses)]).toEqual([name, new Set([`\${${name}:?`])]);
    }
    const name = 'SUPPORT_NATS_PASSWORD';
    await expect(composeConfig({ without: name })).rejects.toMatchObject({
      stderr: expect.stringContaining(name),
    });
  });

  it('starts with the output of make-secrets, which is complete and contains no example value', async () => {
    const { stdout } = await exec(process.execPath, [join(ROOT, 'deploy/make-secrets.mjs')]);
    const made = Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    );
    const others = ['PUBLIC_URL', 'POSTMARK_SERVER_TOKEN', 'MAIL_FROM', 'TRUST_PROXY'];
    expect(Object.keys(made).sort()).toEqual(SECRETS.filter((name) => !others.includes(name)).sort());
    expect(publicKeys([made.ACTOR_SIGNING_KEYS ?? ''])).toEqual([made.ACTOR_VERIFY_KEYS]);
    // A second key of the same day is added to the list beside the first one.
    const again = await exec(process.execPath, [join(ROOT, 'deploy/make-secrets.mjs')]);
    const [first = '', second = ''] = [stdout, again.stdout].map(
      (text) => /^SUPPORT_SEAL_KEYS=(.*)$/m.exec(text)?.[1],
    );
    expect(KeyList.parse(`${second},${first}`)).toEqual([second, first]);
    expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length);
  });

  it('gives each process its own secrets and no others', async () => {
    const compose = await readFile(join(ROOT, 'docker-compose.yml'), 'utf8');
    const blockOf = (service: string) => compose.split(`\n  ${service}:\n`)[1]?.split(/\n {2}\S/)[0] ?? '';
    for (const service of ['gateway', 'svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support']) {
      const own = service.replace('svc-', '').toUpperCase();
      const block = blockOf(service);
      expect(block).toContain(`NATS_USER: ${service}\n`);
      expect(block.match(/[A-Z]+_(?:DATABASE|NATS)_PASSWORD/g)).toEqual([
        `${own}_DATABASE_PASSWORD`,
        `${own}_NATS_PASSWORD`,
      ]);
      const sealKeys = block.match(/\{[A-Z]+_SEAL_KEYS/g) ?? [];
      const foreign = ['IDENTITY', 'COMMERCE', 'LICENSING', 'SUPPORT'].filter((name) => name !== own);
      for (const name of foreign) expect(sealKeys).not.toContain(`{${name}_SEAL_KEYS`);
      expect(block.includes('ACTOR_SIGNING_KEYS')).toBe(service === 'gateway');
    }
  });

  it.each(Object.entries(CONFIGS))(
    'gives %s every variable of `.env` that it reads',
    async (name, { shape }) => {
      const environment = (await environmentsOf(composeConfig()))[name] ?? {};
      const expected = Object.keys(shape).filter((key) => !(key in NOT_FOR_COMPOSE));
      expect(Object.keys(environment).sort()).toEqual(expected.sort());
    },
  );

  it('gives the logo bucket its own keys', async () => {
    const given = { S3_SECRET_ACCESS_KEY: 'of-releases', LOGOS_S3_SECRET_ACCESS_KEY: 'of-logos' };
    const environments = await environmentsOf(composeConfig(given));
    expect(environments.gateway?.S3_SECRET_ACCESS_KEY).toBe('of-releases');
    expect(environments['svc-commerce']?.S3_SECRET_ACCESS_KEY).toBe('of-logos');
  });

  it('publishes the gateway only to this machine', async () => {
    const { services } = parse(await composeConfig()) as {
      services: Record<string, { ports?: (string | { host_ip?: string; target: number })[] }>;
    };
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    const addresses = published.map((port) => (typeof port === 'string' ? port.split(':')[0] : port.host_ip));
    // The gateway's address, and those of Prometheus and Grafana, which have no password.
    expect(addresses).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
  });

  it('gives Prometheus its rules, the targets of every job, and the address of the shop', async () => {
    const { services } = parse(await composeConfig()) as {
      services: Record<string, { entrypoint?: string[]; networks?: object; environment?: object }>;
    };
    const { entrypoint: [shell = '', ...args] = [], environment } = services.prometheus ?? {};
    const folder = await mkdtemp(join(tmpdir(), 'compose-prometheus-'));
    try {
      const { promtool } = await ensurePrometheus(console.log);
      const script = args
        .at(-1)!
        .replaceAll('$$', '$')
        // First, because the other two may be below it.
        .replaceAll('/tmp', folder)
        .replaceAll('/etc/leadping', join(ROOT, 'deploy/prometheus'))
        .replace(/exec prometheus --config.file=(\S+).*/, `exec ${promtool} check config $1`);
      const { stdout } = await exec(shell, ['-ec', script], {
        env: { ...process.env, ...environment, PUBLIC_URL: 'https://our.shop' },
      });
      expect(stdout).toContain('SUCCESS: 2 rule files found');
      const config = await readFile(join(folder, 'prometheus.yml'), 'utf8');
      expect(config).toContain('targets: [https://our.shop/]');
      for (const name of [...config.matchAll(/names: \[([a-z, -]+)\]/g)].flatMap(([, names = '']) =>
        names.split(', '),
      ))
        expect(Object.keys(services)).toContain(name);
      expect(Object.keys(services)).toContain(/replacement: ([a-z-]+):9115/.exec(config)?.[1]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('gives Grafana the data source and the dashboards', async () => {
    const provisioning = join(ROOT, 'deploy/grafana/provisioning');
    const read = async (name: string) => parse(await readFile(join(provisioning, name), 'utf8')) as unknown;
    expect(await read('datasources/prometheus.yaml')).toMatchObject({
      datasources: [{ type: 'prometheus', url: 'http://prometheus:9090', isDefault: true }],
    });
    const { services } = parse(await composeConfig()) as {
      services: Record<string, { volumes: (string | { source: string; target: string })[] }>;
    };
    const mounts = services.grafana?.volumes.map((volume) =>
      typeof volume === 'string' ? volume.split(':').slice(0, 2) : [volume.source, volume.target],
    );
    expect(mounts).toEqual([
      [provisioning, '/etc/grafana/provisioning'],
      [join(ROOT, 'deploy/grafana'), '/etc/leadping'],
    ]);
    expect(await read('dashboards/leadping.yaml')).toMatchObject({
      providers: [{ options: { path: '/etc/leadping' } }],
    });
  });

  it('reads files of the checkout only at start, so that an upgrade recreates the containers that use them', async () => {
    const { services } = parse(await readFile(join(ROOT, 'docker-compose.yml'), 'utf8')) as {
      services: Record<string, { volumes?: string[] }>;
    };
    const withFiles = Object.entries(services)
      .filter(([, { volumes = [] }]) => volumes.some((volume) => volume.startsWith('./deploy/')))
      .map(([name]) => name);
    expect(withFiles).toEqual(expect.arrayContaining(['nats', 'prometheus']));
    const notNeeded = { mongodb: 'reads users.js for an empty volume alone', grafana: 'looks for changes' };
    const page = await readFile(join(ROOT, 'docs/operating/upgrade.md'), 'utf8');
    const [commands = ''] = /```sh\ngit pull[\s\S]*?```/.exec(page) ?? [];
    const anew = commands
      .split('\n')
      .filter((line) => /--force-recreate|restart/.test(line))
      .join('\n');
    const forgotten = withFiles.filter((name) => !(name in notNeeded) && !anew.match(`\\b${name}\\b`));
    expect(forgotten).toEqual([]);
  });

  it('limits the memory of each container and lets it finish running work', async () => {
    const config = await composeConfig();
    const services = servicesOf(config);
    expect(services.length).toBeGreaterThan(0);
    for (const name of services) {
      const block = config.split(`\n  ${name}:\n`)[1]?.split(/\n {2}\S|\n\S/)[0] ?? '';
      expect([name, block]).toEqual([name, expect.stringMatching(/^ {4}mem_limit: \S+/m)]);
      const [, minutes = 0, seconds = 0] = /^ {4}stop_grace_period: (?:(\d+)m)?(\d+)s/m.exec(block) ?? [];
      // A process needs up to 20 seconds.
      expect([name, Number(minutes) * 60 + Number(seconds) > 20]).toEqual([name, true]);
    }
  });

  it('gives containers no root rights, except those that MongoDB needs to drop its own', async () => {
    const { services } = parse(await composeConfig()) as {
      services: Record<string, { cap_drop?: string[]; cap_add?: string[]; security_opt?: string[] }>;
    };
    const added: Record<string, string[]> = {};
    for (const [name, { cap_drop, cap_add, security_opt }] of Object.entries(services)) {
      expect([name, cap_drop, security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']]);
      if (cap_add) added[name] = cap_add;
    }
    expect(added).toEqual({ mongodb: ['CHOWN', 'DAC_OVERRIDE', 'SETGID', 'SETUID'] });
  });

  it('starts MongoDB again if the key of its previous start still exists and belongs to another user', async () => {
    const compose = await readFile(join(ROOT, 'docker-compose.yml'), 'utf8');
    const [removed, written] = ['rm -f /tmp/replica.key', '> /tmp/replica.key'].map((each) =>
      compose.indexOf(each),
    );
    expect(removed).toBeGreaterThan(-1);
    expect(written).toBeGreaterThan(removed ?? 0);
  });

  it('limits the log of each container', async () => {
    const { services } = parse(await composeConfig()) as {
      services: Record<string, { logging?: { driver: string } }>;
    };
    const drivers = Object.entries(services).map(([name, { logging }]) => [name, logging?.driver]);
    expect(drivers.length).toBeGreaterThan(0);
    // The default, `json-file`, grows until the disk is full. `local` keeps five files of 20 MB.
    expect(drivers).toEqual(drivers.map(([name]) => [name, 'local']));
  });

  it('tags the images of each version separately, so that previous ones stay available', async () => {
    const imagesOf = (config: string) => [...new Set(config.match(/image: leadping\/\S+/g) ?? [])].toSorted();
    const tagged = (tag: string) =>
      Object.keys(CONFIGS)
        .filter((name) => name !== 'streams')
        .map((name) => `image: leadping/${name}:${tag}`);
    expect(imagesOf(await composeConfig({ VERSION: '1.2.3' }))).toEqual(tagged('1.2.3').toSorted());
    expect(imagesOf(await composeConfig())).toEqual(tagged('latest').toSorted());
  });

  it('runs MongoDB as a replica set and NATS with JetStream, both on inner networks only', async () => {
    const config = await composeConfig();
    expect(config).toContain('--replSet');
    expect(config).toContain('/etc/nats/nats-compose.conf');
    expect(config).toContain('-js');
  });

  it('has a separate network for each purpose, so that only their clients reach the database and NATS', async () => {
    const { services, networks } = parse(await composeConfig()) as {
      services: Record<string, { networks: object }>;
      networks: Record<string, { internal?: boolean }>;
    };
    const membersOf = (network: string) =>
      Object.keys(services)
        .filter((name) => network in (services[name]?.networks ?? {}))
        .sort();
    const processes = ['gateway', 'svc-commerce', 'svc-identity', 'svc-licensing', 'svc-support'];
    expect(membersOf('data')).toEqual(['backup', 'mongodb', ...processes].sort());
    expect(membersOf('messages')).toEqual(['nats', 'streams', ...processes].sort());
    expect(membersOf('calls')).toEqual(processes);
    expect(membersOf('figures')).toEqual(['node-exporter', 'prometheus', ...processes].sort());
    // Processes that call Stripe, receivers, Postmark or the release store, or are published.
    const callers = ['gateway', 'svc-commerce', 'svc-support'];
    expect(membersOf('outside').filter((name) => processes.includes(name))).toEqual(callers);
    for (const name of ['data', 'messages', 'calls', 'figures'])
      expect([name, networks[name]?.internal]).toEqual([name, true]);
  });

  it('exposes the monitoring of NATS, which needs no password, only to its own container', async () => {
    const { services } = parse(await composeConfig()) as { services: Record<string, { command?: string[] }> };
    expect(services.nats?.command).not.toEqual(expect.arrayContaining(['-m']));
    const conf = await readFile(join(ROOT, 'deploy/nats-compose.conf'), 'utf8');
    expect(conf.match(/^\s*(?:http|http_port|https|https_port|monitor_port)\b.*$/gm)).toEqual([
      'http: "127.0.0.1:8222"',
    ]);
  });

  it('takes backups as a user without write access', async () => {
    const { backup, mongodb } = await environmentsOf(composeConfig());
    expect(backup?.MONGODB_URI).toMatch(/^mongodb:\/\/backup:given-BACKUP_DATABASE_PASSWORD@/);
    expect(Object.keys(backup ?? {})).toEqual(['MONGODB_URI']);
    const users: { user: string; roles: object[] }[] = [];
    const db = { getSiblingDB: () => ({ createUser: (user: (typeof users)[number]) => users.push(user) }) };
    const script = await readFile(join(ROOT, 'deploy/mongodb/users.js'), 'utf8');
    runInNewContext(script, { db, process: { env: mongodb } });
    expect(users.find(({ user }) => user === 'backup')?.roles).toEqual([{ role: 'backup', db: 'admin' }]);
    for (const { user, roles } of users.filter((each) => each.user !== 'backup'))
      expect(roles).toEqual([{ role: 'readWrite', db: `leadping-${user}` }]);
  });

  it('gets its secrets in a file that only its owner may read, wherever a page explains it', async () => {
    const pages = ['docs/operating/first-day.md', 'deploy/make-secrets.mjs', 'docker-compose.yml'];
    for (const page of pages) {
      const text = await readFile(join(ROOT, page), 'utf8');
      for (const [line] of text.matchAll(/^.*make-secrets\.mjs >> \.env.*$/gm))
        expect([page, line]).toEqual([page, expect.stringMatching(/umask 077.*chmod 600 \.env/)]);
    }
  });

  it('uses images that run as an unprivileged user and contain no part of the local stack', async () => {
    const dockerfile = await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8');
    const production = dockerfile.slice(dockerfile.indexOf('AS production')).replaceAll(/^#.*$/gm, '');
    expect(production.match(/^USER .*$/gm)?.at(-1)).toBe('USER node');
    expect(production).not.toMatch(/dev|sandbox/);
  });

  it('reads only variables that .env.example explains', async () => {
    const compose = await readFile(join(ROOT, 'docker-compose.yml'), 'utf8');
    const example = await readFile(join(ROOT, '.env.example'), 'utf8');
    const read = new Set([...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name));
    const explained = new Set([...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name));
    expect([...read].filter((name) => !explained.has(name))).toEqual([]);
  });
});
