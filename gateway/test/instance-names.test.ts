import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { testConfig } from '@leadping/test-kit/environment';
import { until } from '@leadping/test-kit/until';
import { buildLog } from '@leadping/service-kit/telemetry/log';
import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatewayConfig } from '../src/config.ts';
import { findAddresses } from '../src/proxy/find-addresses.ts';
import { request } from '../src/proxy/undici.ts';
import { openUpstreams, type Upstreams } from '../src/proxy/upstreams.ts';

const LOOKUP_MS = 5000;
const ipv4 = (...addresses: string[]) => addresses.map((address) => ({ address, family: 4 }));

describe('the addresses of a service', () => {
  const names: Record<string, { address: string; family: number }[]> = {
    one: ipv4('10.0.0.1'),
    many: ipv4('10.0.0.3', '10.0.0.2'),
    both: [...ipv4('10.0.0.2', '10.0.0.3'), { address: 'fd00::2', family: 6 }],
    newer: [
      { address: 'fd00::2', family: 6 },
      { address: 'fd00::3', family: 6 },
    ],
  };
  const lookup = (host: string) => {
    const found = names[host];
    return found ? Promise.resolve(found) : Promise.reject(new Error(`ENOTFOUND ${host}`));
  };

  it.each([
    ['a name with one address stays a name', ['http://one:8080'], ['http://one:8080']],
    [
      'one with several is each of them',
      ['http://many:8080'],
      ['http://10.0.0.2:8080', 'http://10.0.0.3:8080'],
    ],
    ['of two kinds only the first counts', ['http://both'], ['http://10.0.0.2', 'http://10.0.0.3']],
    ['the newer kind too', ['http://newer:8080'], ['http://[fd00::2]:8080', 'http://[fd00::3]:8080']],
    ['a certificate has the name', ['https://many:8443'], ['https://many:8443']],
    [
      'addresses are not looked up',
      ['http://10.0.0.9:1', 'http://[::1]:2'],
      ['http://10.0.0.9:1', 'http://[::1]:2'],
    ],
    [
      'a list may have both, and the same twice',
      ['http://10.0.0.2:8080', 'http://many:8080'],
      ['http://10.0.0.2:8080', 'http://10.0.0.3:8080'],
    ],
  ])('%s', async (_title, urls, addresses) => {
    expect(await findAddresses(urls, lookup)).toEqual(addresses);
  });

  it('are unknown if the name is', async () => {
    await expect(findAddresses(['http://nobody:8080'], lookup)).rejects.toThrow('ENOTFOUND');
  });
});

describe('a service whose name has several addresses', () => {
  const servers = new Map<string, { server: Server; calls: number; held: ServerResponse[] }>();
  let isHolding = false;
  let port = 0;
  let names: () => Promise<ReturnType<typeof ipv4>>;
  let upstreams: Upstreams;

  const listen = async (address: string) => {
    const held: ServerResponse[] = [];
    const server = createServer(({ url }, reply) => {
      const isProbe = url === '/readyz';
      const state = servers.get(address);
      if (state && !isProbe) state.calls += 1;
      if (isHolding && !isProbe) held.push(reply);
      else reply.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(port, address, resolve));
    port = (server.address() as AddressInfo).port;
    servers.set(address, { server, calls: 0, held });
  };
  const addresses = () =>
    upstreams.states().flatMap(({ service, address }) => (service === 'svc-commerce' ? [address] : []));
  const balancer = () => upstreams.balancerOf('svc-commerce');
  const look = () => jest.advanceTimersByTimeAsync(LOOKUP_MS);

  beforeEach(async () => {
    jest.useFakeTimers({
      doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'performance', 'Date', 'queueMicrotask'],
    });
    // Every address in 127.0.0.0/8 is this machine.
    await listen('127.0.0.1');
    await listen('127.0.0.2');
    names = () => Promise.resolve(ipv4('127.0.0.1', '127.0.0.2'));
    const nowhere = 'http://127.0.0.1:9';
    const config = testConfig(GatewayConfig, {
      IDENTITY_URL: nowhere,
      COMMERCE_URL: `http://svc-commerce:${port}`,
      LICENSING_URL: nowhere,
      SUPPORT_URL: nowhere,
      RELEASE_SIGNING_SEED: randomBytes(32).toString('hex'),
      RELEASE_TOKENS: 'a'.repeat(40),
    });
    upstreams = openUpstreams(config, buildLog({ service: 'gateway', level: 'silent' }), () => names());
    await until(() => addresses().length === 2);
  });
  afterEach(async () => {
    isHolding = false;
    await upstreams.close();
    for (const { server } of servers.values()) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    servers.clear();
    port = 0;
    jest.useRealTimers();
  });

  const call = async () => {
    const { pool } = balancer().pick().lanes.others;
    const { body } = await request(pool, { path: '/api/pricing', method: 'GET' });
    await body.dump();
  };
  const callsAt = (address: string) => servers.get(address)?.calls ?? 0;

  it('sends each instance its share of the calls', async () => {
    for (let count = 0; count < 10; count += 1) await call();
    expect([callsAt('127.0.0.1'), callsAt('127.0.0.2')]).toEqual([5, 5]);
  });

  it('follows instances that are added and removed', async () => {
    await listen('127.0.0.3');
    names = () => Promise.resolve(ipv4('127.0.0.2', '127.0.0.3'));
    const kept = balancer().instances.find(({ address }) => address.includes('127.0.0.2'));
    await look();
    expect(addresses()).toEqual([`http://127.0.0.2:${port}`, `http://127.0.0.3:${port}`]);
    expect(balancer().instances[0]).toBe(kept);
    for (let count = 0; count < 4; count += 1) await call();
    expect([callsAt('127.0.0.1'), callsAt('127.0.0.2'), callsAt('127.0.0.3')]).toEqual([0, 2, 2]);
  });

  it('finishes active calls at a removed instance and then closes its connections', async () => {
    isHolding = true;
    const [first] = balancer().instances;
    if (!first) throw new Error('there are two');
    first.active += 1;
    const held = request(first.lanes.others.pool, { path: '/api/pricing', method: 'GET' });
    await until(() => servers.get('127.0.0.1')?.held.length === 1);
    names = () => Promise.resolve(ipv4('127.0.0.2', '127.0.0.4'));
    await look();
    await look();
    expect(first.lanes.others.pool.closed).toBe(false);
    servers.get('127.0.0.1')?.held[0]?.end('{}');
    expect((await held).statusCode).toBe(200);
    first.active -= 1;
    await look();
    expect(first.lanes.others.pool.closed).toBe(true);
  });

  it('keeps the last addresses while the lookup fails', async () => {
    names = () => Promise.reject(new Error('SERVFAIL'));
    await look();
    expect(addresses()).toHaveLength(2);
    await call();
  });
});

describe('names whose lookup hangs', () => {
  const ALL = ['svc-identity', 'svc-commerce', 'svc-licensing', 'svc-support'];
  let asked: string[];
  let resolveNext: () => void;
  let upstreams: Upstreams;

  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'performance', 'Date', 'queueMicrotask'],
    });
    asked = [];
    const [identity, commerce, licensing, support] = ALL.map((name) => `http://${name}:8080`);
    const config = testConfig(GatewayConfig, {
      IDENTITY_URL: String(identity),
      COMMERCE_URL: String(commerce),
      LICENSING_URL: String(licensing),
      SUPPORT_URL: String(support),
      RELEASE_SIGNING_SEED: randomBytes(32).toString('hex'),
      RELEASE_TOKENS: 'a'.repeat(40),
    });
    upstreams = openUpstreams(config, buildLog({ service: 'gateway', level: 'silent' }), (host) => {
      asked.push(host);
      return new Promise((resolve) => (resolveNext = () => resolve(ipv4('127.0.0.1'))));
    });
  });
  afterEach(async () => {
    await upstreams.close();
    jest.useRealTimers();
  });

  it('block only one thread of the process and are all looked up again', async () => {
    for (let round = 0; round < 3; round += 1) await jest.advanceTimersByTimeAsync(LOOKUP_MS);
    expect(asked).toEqual(ALL.slice(0, 1));
    for (let count = 2; count <= ALL.length; count += 1) {
      resolveNext();
      await until(() => asked.length === count);
    }
    expect(asked).toEqual(ALL);
    resolveNext();
    await until(async () => {
      await jest.advanceTimersByTimeAsync(LOOKUP_MS);
      return asked.length > ALL.length;
    });
    expect(asked).toEqual([...ALL, ALL[0]]);
  });
});
