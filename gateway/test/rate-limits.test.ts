import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayConfig } from '../src/config.ts';
import { networkOf, providerOf, siteOf } from '@leadping/service-kit/http/network';
import { ConfigError, parseConfig } from '@leadping/service-kit/process/config';
import { testEnvironment } from '@leadping/test-kit/environment';
import { errorOf, startGateway, type GatewayUnderTest, type StackUnderTest } from './gateway.ts';

let gateway: StackUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => gateway.close());

let nextAddress = 0;
const newAddress = () => `198.51.100.${(nextAddress += 1)}`;

const login = (at: GatewayUnderTest, address: string) =>
  at.call('/api/login', { json: { username: 'a', password: 'b' }, headers: { 'x-forwarded-for': address } });

/** Ten an hour, so that the window does not end on a slow machine. */
const REGISTRATIONS = 10;
const register = (at: GatewayUnderTest, address: string) =>
  at.call('/api/register', { json: { username: 'a' }, headers: { 'x-forwarded-for': address } });

const taken = (replies: { status: number }[]) => replies.filter(({ status }) => status !== 429).length;

describe('rate limits against guessing', () => {
  it('allow three sign-ins in ten seconds from one address and send Retry-After', async () => {
    const address = newAddress();
    const replies = [];
    for (let nth = 0; nth < 5; nth += 1) replies.push(await login(gateway, address));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    const refused = replies[4]!;
    expect(errorOf(refused)).toBe('429 RATE_LIMITED');
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(10);
    expect(taken([await login(gateway, newAddress())])).toBe(1);
  });

  it('do not lock out an office because of one person behind the same address', async () => {
    const address = newAddress();
    const signIn = (username: string) =>
      gateway.call('/api/login', {
        json: { username, password: 'b' },
        headers: { 'x-forwarded-for': address },
      });
    for (let nth = 0; nth < 6; nth += 1) await signIn('mallory');
    expect((await signIn('mallory')).status).toBe(429);
    for (let nth = 0; nth < 20; nth += 1) expect((await signIn(`colleague-${nth}`)).status).toBe(200);
    const ticket = (email: string) =>
      gateway.call('/api/support', { json: { email }, headers: { 'x-forwarded-for': address } });
    for (let nth = 0; nth < 12; nth += 1) await ticket('mallory@example.org');
    expect(errorOf(await ticket('mallory@example.org'))).toBe('429 RATE_LIMITED');
    expect((await ticket('jane@example.org')).status).toBe(200);
  });

  it('let many pages of an office poll tickets every five seconds while others are flooded [R-tickets.3] [R-november.17]', async () => {
    const address = newAddress();
    const read = (ticket: string) =>
      gateway.call(`/api/support/ticket/${ticket}?email=jane@example.org`, {
        headers: { 'x-forwarded-for': address },
      });
    const flood = await Promise.all(Array.from({ length: 700 }, () => read('TKT-OTHER')));
    expect(taken(flood)).toBeLessThan(700);
    const polled = await Promise.all(Array.from({ length: (25 * 60) / 5 }, () => read('TKT-OWN')));
    expect(taken(polled)).toBe(300);
  });

  it('count a known browser by its account, so that strangers on its network do not lock it out', async () => {
    const address = newAddress();
    const from = (cookie: string, username = 'jane') =>
      gateway.call('/api/login', {
        json: { username, password: 'b' },
        headers: { 'x-forwarded-for': address, cookie },
      });
    for (let nth = 0; nth < 70; nth += 1) await from('', `invented-${nth}`);
    expect((await from('')).status).toBe(429);
    expect((await from('device=forged')).status).toBe(429);
    const known = [];
    for (let nth = 0; nth < 4; nth += 1) known.push((await from('device=browser-of-jane')).status);
    expect(known).toEqual([200, 200, 200, 429]);
  });

  it('do not lock a user out because of attempts from elsewhere', async () => {
    const from = (address: string) =>
      gateway.call('/api/login', {
        json: { username: 'admin', password: 'b' },
        headers: { 'x-forwarded-for': address },
      });
    for (let nth = 0; nth < 40; nth += 1) await from(newAddress());
    expect((await from(newAddress())).status).toBe(200);
  });

  it('show the wait in minutes [R-november.7]', async () => {
    const address = newAddress();
    for (let nth = 0; nth <= REGISTRATIONS; nth += 1) await register(gateway, address);
    const { message } = (await register(gateway, address)).json();
    expect(message).toMatch(/^Too many requests\. Please try again in (59|60) minutes\.$/);
  });

  it('count exactly with concurrent attempts at several instances', async () => {
    const address = newAddress();
    const other = await gateway.another();
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, nth) => register(nth % 2 ? gateway : other, address)),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(REGISTRATIONS).fill(200), ...Array(30 - REGISTRATIONS).fill(429)]);
  });

  it('keep their counts after a restart', async () => {
    const address = newAddress();
    const before = await gateway.another();
    for (let nth = 0; nth < REGISTRATIONS; nth += 1) await register(before, address);
    await before.close();
    const after = await gateway.another();
    expect(errorOf(await register(after, address))).toBe('429 RATE_LIMITED');
  });

  it('count in memory while the database is unavailable', async () => {
    const lonely = await gateway.another({ MONGODB_URI: 'mongodb://127.0.0.1:9/' });
    const address = newAddress();
    const replies = [];
    for (let nth = 0; nth < REGISTRATIONS + 2; nth += 1) replies.push(await register(lonely, address));
    expect(taken(replies)).toBe(REGISTRATIONS);
    expect(replies.at(-1)?.status).toBe(429);
    await lonely.close();
  });

  it('count per value of a field too, across all addresses', async () => {
    const from = (path: string, email: string) =>
      gateway.call(path, { json: { email }, headers: { 'x-forwarded-for': newAddress() } });
    const resend = (email: string) => from('/api/license/resend', email);
    const replies = [];
    for (let nth = 0; nth < 30; nth += 1)
      replies.push(await resend(nth % 2 ? 'jane@example.com' : 'JANE@example.com '));
    expect(taken(replies)).toBe(20);
    expect(taken([await resend('someone-else@example.com')])).toBe(1);
  });

  it('count a body that begins with a byte order mark, because its service accepts it', async () => {
    const headers = { 'x-forwarded-for': newAddress(), 'content-type': 'application/json' };
    const body = '\uFEFF{"email":"jane@example.com"}';
    const replies = [];
    for (let nth = 0; nth < 15; nth += 1) replies.push(await gateway.call('/api/support', { body, headers }));
    expect(taken(replies)).toBe(10);
  });

  it.each([
    ['a mailbox', '/api/support', 'email', 10],
    ['an account', '/api/login', 'username', 3],
  ])('counts %s once, however its address is written', async (_what, path, field, points) => {
    const headers = { 'x-forwarded-for': newAddress() };
    const written = ['info@müller.de', '"info"@Müller.de', 'INFO@xn--mller-kva.de', ' info@müller.de'];
    const replies = [];
    for (let nth = 0; nth < points + 4; nth += 1)
      replies.push(await gateway.call(path, { json: { [field]: written[nth % 4] }, headers }));
    expect(taken(replies)).toBe(points);
  });

  it('never refuse an owner a new password because others requested one for their email', async () => {
    const address = newAddress();
    const forgot = (from: string) =>
      gateway.call('/api/auth/forgot-password', {
        json: { email: 'owner@example.com' },
        headers: { 'x-forwarded-for': from },
      });
    const replies = [];
    for (let nth = 0; nth < 60; nth += 1) replies.push(await forgot(newAddress()));
    for (let nth = 0; nth < 10; nth += 1) replies.push(await forgot(address));
    expect(taken(replies)).toBe(70);
  });
});

describe('coarse limits', () => {
  it('count per address in the memory of the instance', async () => {
    const address = newAddress();
    const start = () =>
      gateway.call('/api/create-main-checkout', { json: {}, headers: { 'x-forwarded-for': address } });
    const replies = await Promise.all(Array.from({ length: 30 }, start));
    expect(taken(replies)).toBe(20);
  });

  it('allow a network fewer concurrent logo requests than there are connections to the service', async () => {
    const headers = { 'x-forwarded-for': newAddress() };
    const read = () => gateway.call(`/api/logos/${'a'.repeat(22)}.png`, { headers });
    const replies = await Promise.all(Array.from({ length: 64 }, read));
    expect(taken(replies)).toBe(30);
  });

  it('ignore a forged client address', async () => {
    const open = await gateway.another({ TRUST_PROXY: false });
    const replies = [];
    for (let nth = 0; nth <= REGISTRATIONS; nth += 1) replies.push(await register(open, newAddress()));
    expect(replies.at(-1)?.status).toBe(429);
  });
});

describe('one caller', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['::1', '::/64'],
  ])('%s counts as %s [R-november.8]', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ])('%s is in the site %s', (address, site) => {
    expect(siteOf(address)).toBe(site);
  });

  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8::/32'],
  ])('%s has its address of the provider %s', (address, provider) => {
    expect(providerOf(address)).toBe(provider);
  });
});

describe('TRUST_PROXY', () => {
  const production = (more: Record<string, string>) => ({
    ...testEnvironment({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://leadping.example',
      HOST: '0.0.0.0',
      ...more,
    }),
    RELEASE_SIGNING_SEED: 'c4'.repeat(32),
    // Service secrets, which the gateway does not need.
    ...Object.fromEntries(
      ['SEAL_KEYS', 'LICENSE_KEY_SEAL_KEYS', 'CREDENTIAL_SEAL_KEYS', 'ERASURE_SEAL_KEYS'].map((name) => [
        name,
        undefined,
      ]),
    ),
    ...Object.fromEntries(
      ['IDENTITY', 'COMMERCE', 'LICENSING', 'SUPPORT'].map((name) => [`${name}_URL`, 'http://a']),
    ),
  });

  it('is required in production', () => {
    expect(() => parseConfig(GatewayConfig, production({}))).toThrow(/TRUST_PROXY.*is missing/);
  });

  it.each(['true', '0.0.0.0/0', '::/0', '10.0.0.0/1', 'proxy.example', '10.0.0', '1.2.3.4, true', ''])(
    'is never %s',
    (value) => {
      const parse = () => parseConfig(GatewayConfig, production({ TRUST_PROXY: value }));
      expect(parse).toThrow(ConfigError);
      expect(parse).toThrow(/TRUST_PROXY/);
    },
  );

  it.each([
    ['false', false],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, 2001:db8::1', ['10.0.0.0/8', '2001:db8::1']],
  ] as const)('may be %s', (value, expected) => {
    expect(parseConfig(GatewayConfig, production({ TRUST_PROXY: value })).TRUST_PROXY).toEqual(expected);
  });
});
