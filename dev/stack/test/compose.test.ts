import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../src/root.ts';

const exec = promisify(execFile);
const SECRETS = [
  'PUBLIC_URL',
  'INTERNAL_TOKEN_SECRET',
  'SEAL_KEYS',
  'LICENSE_SIGNING_SEED',
  'LICENSE_INDEX_SECRET',
  'POSTMARK_SERVER_TOKEN',
  'MAIL_FROM',
  'RELEASE_SIGNING_SEED',
  'TRUST_PROXY',
];

async function composeConfig(without?: string): Promise<string> {
  const given = Object.fromEntries(
    SECRETS.filter((name) => name !== without).map((name) => [name, `given-${name}`]),
  );
  const { stdout } = await exec(process.env.DOCKER_COMPOSE ?? 'docker-compose', ['config'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...given },
  });
  return stdout;
}

/** The names of the services: two spaces deep below `services:`. */
function servicesOf(config: string): string[] {
  const [, services = ''] = config.split(/^services:$/m);
  const [own = ''] = services.split(/^\S/m);
  return [...own.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name = '']) => name);
}

describe('docker-compose.yml', () => {
  it('is valid and has the database, NATS and every process, and no sandbox', async () => {
    expect(servicesOf(await composeConfig()).sort()).toEqual([
      'gateway',
      'mongodb',
      'nats',
      'svc-commerce',
      'svc-identity',
      'svc-licensing',
      'svc-support',
    ]);
  });

  it.each(SECRETS)('does not start without %s', async (name) => {
    await expect(composeConfig(name)).rejects.toMatchObject({ stderr: expect.stringContaining(name) });
  });

  it('publishes the gateway to this machine alone', async () => {
    expect(await composeConfig()).toMatch(/127\.0\.0\.1:8080:8080|host_ip: 127\.0\.0\.1/);
  });

  it('runs MongoDB as a replica set and NATS with JetStream, both on the inner network only', async () => {
    const config = await composeConfig();
    expect(config).toContain('--replSet');
    expect(config).toContain('-js');
    expect(config).toMatch(/inside:\n\s+internal: true/);
  });

  it('its images run as a user without rights and hold nothing of the local stack', async () => {
    const dockerfile = await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8');
    const production = dockerfile.slice(dockerfile.indexOf('AS production')).replaceAll(/^#.*$/gm, '');
    expect(production).toMatch(/^USER node$/m);
    expect(production).not.toMatch(/dev|sandbox/);
  });

  it('every variable it reads is explained in .env.example', async () => {
    const compose = await readFile(join(ROOT, 'docker-compose.yml'), 'utf8');
    const example = await readFile(join(ROOT, '.env.example'), 'utf8');
    const read = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name));
    const explained = new Set([...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name));
    expect([...read].filter((name) => !explained.has(name))).toEqual([]);
  });
});
