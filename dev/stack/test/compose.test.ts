import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
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
import { ROOT } from '../src/root.ts';
import { composeConfig, environmentsOf, SECRETS } from './compose.ts';

const exec = promisify(execFile);

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

  it('tags the images of each version separately, so that previous ones stay available', async () => {
    const imagesOf = (config: string) => [...new Set(config.match(/image: leadping\/\S+/g) ?? [])].toSorted();
    const tagged = (tag: string) =>
      Object.keys(CONFIGS)
        .filter((name) => name !== 'streams')
        .map((name) => `image: leadping/${name}:${tag}`);
    expect(imagesOf(await composeConfig({ VERSION: '1.2.3' }))).toEqual(tagged('1.2.3').toSorted());
    expect(imagesOf(await composeConfig())).toEqual(tagged('latest').toSorted());
  });

  it('gets its secrets in a file that only its owner may read, wherever a page explains it', async () => {
    const pages = ['docs/operating/first-day.md', 'deploy/make-secrets.mjs', 'docker-compose.yml'];
    for (const page of pages) {
      const text = await readFile(join(ROOT, page), 'utf8');
      const commands = [...text.matchAll(/\(?[^(`]*make-secrets\.mjs >>? [^`]*/g)].map(
        ([command]) => command,
      );
      expect(commands).not.toEqual([]);
      for (const command of commands)
        expect([page, command]).toEqual([
          page,
          expect.stringMatching(/^\(umask 077; .*(?:>> \.env\); chmod 600 \.env|> \w+\.env\))/),
        ]);
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
