import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { networkOf } from '../src/guards/rate-limit.ts';
import { refusal, startGateway, type GatewayUnderTest, type StackUnderTest } from './gateway.ts';

let gateway: StackUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => gateway.close());

let nextAddress = 0;
const newAddress = () => `198.51.100.${(nextAddress += 1)}`;

const login = (at: GatewayUnderTest, address: string) =>
  at.call('/api/login', { json: { username: 'a', password: 'b' }, headers: { 'x-forwarded-for': address } });

/** Ten an hour: a window that a slow machine does not outlast. */
const REGISTRATIONS = 10;
const register = (at: GatewayUnderTest, address: string) =>
  at.call('/api/register', { json: { username: 'a' }, headers: { 'x-forwarded-for': address } });

const taken = (replies: { status: number }[]) => replies.filter(({ status }) => status !== 429).length;

describe('limits that guard against guessing', () => {
  it('takes three sign-ins in ten seconds from one address and says when to come back', async () => {
    const address = newAddress();
    const replies = [];
    for (let nth = 0; nth < 5; nth += 1) replies.push(await login(gateway, address));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    const refused = replies[4]!;
    expect(refusal(refused)).toBe('429 RATE_LIMITED');
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(10);
    expect(taken([await login(gateway, newAddress())])).toBe(1);
  });

  it('counts exactly, however many tries come at once over however many instances', async () => {
    const address = newAddress();
    const other = await gateway.another();
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, nth) => register(nth % 2 ? gateway : other, address)),
    );
    expect(taken(replies)).toBe(REGISTRATIONS);
  });

  it('remembers them after a restart', async () => {
    const address = newAddress();
    const before = await gateway.another();
    for (let nth = 0; nth < REGISTRATIONS; nth += 1) await register(before, address);
    await before.close();
    const after = await gateway.another();
    expect(refusal(await register(after, address))).toBe('429 RATE_LIMITED');
  });

  it('counts in memory while the database is away, so that the door stays guarded', async () => {
    const lonely = await gateway.another({ MONGODB_URI: 'mongodb://127.0.0.1:9/' });
    const address = newAddress();
    const replies = [];
    for (let nth = 0; nth < REGISTRATIONS + 2; nth += 1) replies.push(await register(lonely, address));
    expect(taken(replies)).toBe(REGISTRATIONS);
    expect(replies.at(-1)?.status).toBe(429);
    await lonely.close();
  });

  it('counts per value of a field as well, from whatever addresses it is tried', async () => {
    const forgot = (email: string) =>
      gateway.call('/api/auth/forgot-password', {
        json: { email },
        headers: { 'x-forwarded-for': newAddress() },
      });
    const replies = [];
    for (let nth = 0; nth < 40; nth += 1)
      replies.push(await forgot(nth % 2 ? 'jane@example.com' : 'JANE@example.com '));
    expect(taken(replies)).toBeLessThan(40);
    expect(taken([await forgot('someone-else@example.com')])).toBe(1);
  });
});

describe('coarse limits', () => {
  it('counts per address in the memory of the instance', async () => {
    const address = newAddress();
    const start = () =>
      gateway.call('/api/create-main-checkout', { json: {}, headers: { 'x-forwarded-for': address } });
    const replies = await Promise.all(Array.from({ length: 30 }, start));
    expect(taken(replies)).toBe(20);
  });

  it('does not believe an address that comes from outside', async () => {
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
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
