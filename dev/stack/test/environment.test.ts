import { describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GatewayConfig } from '@leadping/gateway/config';
import { CommerceConfig } from '@leadping/svc-commerce/config';
import { IdentityConfig } from '@leadping/svc-identity/config';
import { LicensingConfig } from '@leadping/svc-licensing/config';
import { SupportConfig } from '@leadping/svc-support/config';
import { environments } from '../src/environments.ts';
import { PASSED_ON, passedOn } from '../src/passed-on.ts';
import { ROOT } from '../src/root.ts';
import { localSecrets } from '../src/secrets.ts';

const CONFIGS = {
  gateway: GatewayConfig,
  'svc-identity': IdentityConfig,
  'svc-commerce': CommerceConfig,
  'svc-licensing': LicensingConfig,
  'svc-support': SupportConfig,
};

describe('.env.example', () => {
  it('names every variable that a process reads', async () => {
    const example = await readFile(join(ROOT, '.env.example'), 'utf8');
    const named = new Set([...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name));
    const read = Object.values(CONFIGS).flatMap(({ shape }) => Object.keys(shape));
    expect(read.filter((name) => !named.has(name))).toEqual([]);
  });
});

describe('the environment of npm start', () => {
  /**
   * The local stack sets the first for each instance. The second would be the same port or certificate for all
   * processes.
   */
  const OF_EACH_INSTANCE = ['PORT', 'STATE_FOLDER'];
  const NOT_LOCAL = ['METRICS_PORT', 'NATS_CA_FILE'];

  it('reaches the processes that read it, except for variables that the local stack sets itself', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'environment-'));
    const origin = 'http://127.0.0.1:1';
    const all = Object.keys(CONFIGS) as (keyof typeof CONFIGS)[];
    const byProcess = <T>(value: T) =>
      Object.fromEntries(all.map((name) => [name, value])) as Record<keyof typeof CONFIGS, T>;
    const set = environments({
      addresses: { publicUrl: origin, sandboxUrl: origin, ports: byProcess([1]) },
      reached: byProcess([origin]),
      secrets: await localSecrets(folder),
      mongodbUri: 'mongodb://127.0.0.1',
      natsUrl: 'nats://127.0.0.1',
      hasNatsUsers: true,
      prefix: 'prefix',
      root: ROOT,
      pages: [],
      dataFolder: folder,
    });
    await rm(folder, { recursive: true });
    const ownVariables = ['ADMIN_EMAIL', 'ADMIN_PASSWORD'];
    for (const name of all) {
      const known = [
        ...Object.keys(set[name]),
        ...PASSED_ON[name],
        ...ownVariables,
        ...OF_EACH_INSTANCE,
        ...NOT_LOCAL,
      ];
      expect({
        name,
        lost: Object.keys(CONFIGS[name].shape).filter((each) => !known.includes(each)),
      }).toEqual({
        name,
        lost: [],
      });
    }
  });

  it('goes only to the processes that read it, and an empty variable to none', () => {
    const passed = passedOn({ TRUST_PROXY: 'loopback', MAIL_LEASE_SECONDS: '', DRAIN_SECONDS: '1' });
    expect(passed.gateway).toEqual({ TRUST_PROXY: 'loopback', DRAIN_SECONDS: '1' });
    expect(passed['svc-support']).toEqual({ DRAIN_SECONDS: '1' });
  });
});
