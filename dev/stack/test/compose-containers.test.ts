import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { runInNewContext } from 'node:vm';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { ensurePrometheus } from '../src/prometheus.ts';
import { ROOT } from '../src/root.ts';
import { composeConfig, environmentsOf, servicesOf } from './compose.ts';

const exec = promisify(execFile);

describe('docker-compose.yml', () => {
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
    // The gateway is published and reads the release store. svc-commerce calls Stripe and the receivers of order webhooks.
    // svc-support calls Postmark.
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
});
