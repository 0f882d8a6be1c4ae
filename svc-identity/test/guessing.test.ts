import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { logRecorded } from '@leadping/contracts/support/log-events';
import { DomainError } from '@leadping/service-kit/domain-error';
import { send, type Reply } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import type { FastifyRequest } from 'fastify';
import type { IdentityContext } from '../src/context.ts';
import { signIn } from '../src/sessions/sign-in.ts';
import { cookieOf, newAccount, startIdentity, type IdentityUnderTest } from './identity.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.close());

const FREE_TRIES = 5;
const guess = (username: string) => identity.signIn(username, 'not-the-password');

async function guesses(username: string, count: number): Promise<number[]> {
  const statuses = [];
  for (let tried = 0; tried < count; tried++) statuses.push((await guess(username)).status);
  return statuses;
}

async function passwordHashes(): Promise<number> {
  const metrics = String((await send(`${identity.address}/metrics`)).body);
  return Number(/password_hash_seconds_count\{[^}]*\} (\d+)/.exec(metrics)?.[1] ?? 0);
}

/** Measures the hashes and the time that signing in or requesting a link takes. */
async function cost(work: () => Promise<unknown>): Promise<{ hashes: number; ms: number }> {
  const before = await passwordHashes();
  const start = performance.now();
  await work();
  return { ms: performance.now() - start, hashes: (await passwordHashes()) - before };
}

describe('guessing a password', () => {
  it('is paused after five tries, even for the right password, and the reply tells for how long', async () => {
    const { username, password } = await identity.signUp();
    expect(await guesses(username, FREE_TRIES)).toEqual([401, 401, 401, 401, 401]);
    await guess(username);
    const paused = await identity.signIn(username, password);
    expect(paused).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED', message: expect.stringMatching(/try again in \d+ seconds?\.$/) },
    });
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('gets the same replies for a user who does not exist', async () => {
    const { username } = newAccount();
    const statuses = await guesses(username, FREE_TRIES + 2);
    expect(statuses.slice(0, FREE_TRIES)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses).toContain(429);
  });

  it('leads to pauses that grow and end', async () => {
    const { username, password } = await identity.signUp();
    await guesses(username, FREE_TRIES);
    const pauseAfter = async (failures: number) => {
      await identity.attempts.updateMany({}, { failures, lastAt: new Date() });
      return Number((await guess(username)).headers.get('retry-after'));
    };
    const pauses = [await pauseAfter(9), await pauseAfter(11), await pauseAfter(13), await pauseAfter(99)];
    const longest = [16, 64, 300, 300];
    pauses.forEach((pause, index) => expect(pause).toBeLessThanOrEqual(longest[index] ?? 0));
    pauses.forEach((pause, index) => expect(pause).toBeGreaterThan((longest[index] ?? 0) - 10));
    await identity.attempts.updateMany({}, { lastAt: new Date(Date.now() - 301_000) });
    expect((await identity.signIn(username, password)).status).toBe(200);
  });

  it('in parallel does not bypass the pause', async () => {
    const { username } = await identity.signUp();
    const replies = await Promise.all(Array.from({ length: 30 }, () => guess(username)));
    const looked = replies.filter(({ status }) => status === 401);
    expect(looked.length).toBeGreaterThanOrEqual(1);
    expect(looked.length).toBeLessThanOrEqual(FREE_TRIES + 2);
    // Where hashes take long, the others do not even get a place.
    const refused = replies.filter(({ status }) => status === 429 || status === 503);
    expect(refused).toHaveLength(30 - looked.length);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('does not include sign-ins that were refused because too many people sign in', async () => {
    const { username, password } = await identity.signUp();
    const busy = new DomainError('UNAVAILABLE', 'Too many people are signing in.');
    const service = {
      ...identity,
      clock: { now: Date.now },
      passwords: {
        queueSignIn: (work: (verify: () => Promise<boolean>) => unknown) => work(() => Promise.reject(busy)),
      },
    } as unknown as IdentityContext;
    const request = { ip: '127.0.0.1', cookies: {} } as FastifyRequest;
    for (let tried = 0; tried < 2 * FREE_TRIES; tried++) {
      await expect(signIn(service, { username, password }, request)).rejects.toBe(busy);
    }
    expect((await identity.signIn(username, password)).status).toBe(200);
    // From the same network, where guesses count.
    await guesses(username, FREE_TRIES + 1);
    await expect(signIn(service, { username, password }, request)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
  });

  it('is refused without a database read if too many people already sign in', async () => {
    const busy = new DomainError('UNAVAILABLE', 'Too many people are signing in.');
    // Any other use of the service would fail.
    const service = {
      config: identity.config,
      passwords: { queueSignIn: () => Promise.reject(busy) },
    } as unknown as IdentityContext;
    await expect(
      signIn(service, { username: 'nobody', password: 'correct horse' }, { cookies: {} } as FastifyRequest),
    ).rejects.toBe(busy);
  });

  it('is not paused if the last try was at an instance whose clock is ahead', async () => {
    const { username, password } = await identity.signUp();
    await guess(username);
    await identity.attempts.updateMany({}, { lastAt: new Date(Date.now() + 60_000) });
    expect(await guesses(username, 1)).toEqual([401]);
    await identity.attempts.updateMany({}, { lastAt: new Date(Date.now() + 60_000) });
    expect((await identity.signIn(username, password)).status).toBe(200);
  });

  it('starts again with free tries after a successful sign-in', async () => {
    const { username, password } = await identity.signUp();
    for (let round = 0; round < 3; round++) {
      await guesses(username, FREE_TRIES - 1);
      expect((await identity.signIn(username, password)).status).toBe(200);
    }
  });

  it('is recorded in the system logs without the typed password', async () => {
    const logged = await identity.commerce.collect(logRecorded('identity'));
    const { username } = await identity.signUp();
    await guess(username);
    const mine = () => logged.filter(({ data }) => data.username === username);
    await until(() => mine().length > 0);
    expect(mine()).toMatchObject([{ level: 'warning', category: 'auth', message: 'Sign-in refused' }]);
    expect(JSON.stringify(logged)).not.toContain('not-the-password');
  });
});

describe('a stranger who guesses', () => {
  const from = (network: string, cookie?: string) => ({
    'x-forwarded-for': network,
    ...(cookie === undefined ? {} : { cookie }),
  });
  const attempt = (username: string, password: string, headers: Record<string, string>) =>
    identity.call('/api/login', { json: { username, password }, headers });

  const deviceOf = (reply: Reply) =>
    reply.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('device='))
      ?.split(';', 1)[0];

  /** Puts all sources that have failed so far into the longest pause. */
  const pause = () => identity.attempts.updateMany({}, { failures: 13, lastAt: new Date() });

  it('does not lock out an owner in another network or in a known browser [R-november.9]', async () => {
    const { username, password } = await identity.signUp();
    const first = await attempt(username, password, from('198.51.100.7'));
    const device = deviceOf(first);
    await attempt(username, 'guess', from('2001:db8:1:2::5'));
    await pause();

    expect((await attempt(username, password, from('2001:db8:1:2:ffff::1'))).status).toBe(429);
    expect((await attempt(username, password, from('203.0.113.9'))).status).toBe(200);
    expect((await attempt(username, password, from('2001:db8:1:2::5', device))).status).toBe(200);
    expect((await attempt(username, 'guess', from('2001:db8:1:2::5'))).status).toBe(429);
  });

  it('does not pause the owner who confirms their identity in another session', async () => {
    const { username, password, cookie } = await identity.signUp();
    const stolen = cookieOf(await identity.signIn(username, password));
    const confirm = (session: string, typed: string) =>
      identity.call('/api/user/fresh-session', {
        cookie: session,
        json: { method: 'password', password: typed },
      });
    for (let tried = 0; tried <= FREE_TRIES; tried += 1) await confirm(stolen, 'guess');
    expect((await confirm(stolen, password)).status).toBe(429);
    const json = { currentPassword: password, newPassword: `${password}2` };
    const change = (session: string) =>
      identity.call('/api/user/password', { method: 'PUT', cookie: session, json });
    expect((await change(stolen)).status).toBe(429);
    const confirmed = await confirm(cookie, password);
    expect(confirmed.status).toBe(200);
    expect((await change(cookieOf(confirmed))).status).toBe(200);
  });

  it('does not fill the queue of a known browser', async () => {
    const { username, password } = await identity.signUp();
    const device = deviceOf(await attempt(username, password, from('198.51.100.7')));
    let isOver = false;
    let shed = 0;
    const flood = Array.from({ length: 40 }, async () => {
      while (!isOver) {
        const { status } = await attempt(newAccount().username, 'guess', from('198.51.100.9'));
        if (status === 503) shed += 1;
      }
    });
    await until(() => shed > 40);
    const statuses: number[] = [];
    for (let tried = 0; tried < 10; tried += 1)
      statuses.push((await attempt(username, password, from('198.51.100.9', device))).status);
    isOver = true;
    await Promise.all(flood);
    expect(statuses).toEqual(Array(10).fill(200));
  });

  it('is not treated as a known browser with the cookie of another account or a forged cookie', async () => {
    const { username, password } = await identity.signUp();
    const other = await identity.signUp();
    const reply = await attempt(other.username, other.password, from('198.51.100.8'));
    const theirs = deviceOf(reply);
    await attempt(username, 'guess', from('198.51.100.9'));
    await pause();
    for (const cookie of [theirs, 'device=forged.a.b.c']) {
      expect((await attempt(username, password, from('198.51.100.9', cookie))).status).toBe(429);
    }
  });
});

describe('probing for users', () => {
  it('costs one hash for a known and for an unknown user, with overlapping reply times', async () => {
    const known: { hashes: number; ms: number }[] = [];
    const unknown: typeof known = [];
    for (let round = 0; round < 3; round++) {
      const { username } = await identity.signUp();
      const nobody = newAccount().username;
      for (let tried = 0; tried < FREE_TRIES - 1; tried++) {
        known.push(await cost(() => guess(username)));
        unknown.push(await cost(() => guess(nobody)));
      }
    }
    expect(new Set([...known, ...unknown].map(({ hashes }) => hashes))).toEqual(new Set([1]));
    expectOverlap(known, unknown);
  });

  it('with the forgotten password takes the same time for a known and for an unknown address', async () => {
    const { email } = await identity.signUp();
    const forgot = (asked: string) =>
      cost(() => identity.call('/api/auth/forgot-password', { json: { email: asked } }));
    const known = [];
    const unknown = [];
    for (let round = 0; round < 3; round++) {
      known.push(await forgot(email));
      unknown.push(await forgot(newAccount().email));
    }
    expect(Math.min(...[...known, ...unknown].map(({ ms }) => ms))).toBeGreaterThanOrEqual(295);
    expectOverlap(known, unknown);
  });
});

/** Tolerance for noise of a loaded machine, in ms. An additional hash or mail takes longer. */
const NOISE_MS = 30;

/** Neither kind is always faster than the other: the fastest of each is within the range of the other. */
function expectOverlap(known: { ms: number }[], unknown: { ms: number }[]): void {
  const range = (costs: { ms: number }[]) => costs.map(({ ms }) => ms).sort((a, b) => a - b);
  const [fastestKnown = 0, slowestKnown = 0] = [range(known)[0], range(known).at(-1)];
  const [fastestUnknown = 0, slowestUnknown = 0] = [range(unknown)[0], range(unknown).at(-1)];
  expect(fastestKnown).toBeLessThanOrEqual(slowestUnknown + NOISE_MS);
  expect(fastestUnknown).toBeLessThanOrEqual(slowestKnown + NOISE_MS);
}
