import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { OWN_ORIGIN, startStack, type Stack } from './stack.ts';
import { until } from '@leadping/test-kit/until';

/** Wrong sign-ins per second beside the attempts of the known browser. */
const FLOOD = 50;
const TRIES = 20;
const WITHIN_MS = 2000;
const NETWORK = '203.0.113';
const OWN_ADDRESS = `${NETWORK}.7`;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
}, 180_000);
afterAll(() => stack.close());

const post = (path: string, address: string, json: object, cookie = '') =>
  fetch(`${stack.gatewayUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: OWN_ORIGIN,
      'x-forwarded-for': address,
      ...(cookie && { cookie }),
    },
    body: JSON.stringify(json),
  });

const deviceOf = (reply: Response) =>
  reply.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('device='))
    ?.split(';', 1)[0] ?? '';

it('a known browser with the right password signs in within two seconds while strangers in its /24 guess', async () => {
  const username = `jane${randomBytes(4).toString('hex')}`;
  const account = { username, email: `${username}@example.com`, password: `Pw-${username}` };
  expect((await post('/api/register', OWN_ADDRESS, account)).status).toBe(201);
  const credentials = { username, password: account.password };
  let device = deviceOf(await post('/api/login', OWN_ADDRESS, credentials));
  expect(device).not.toBe('');

  let isOver = false;
  const refused: number[] = [];
  const guess = async (nth: number) => {
    // Includes the browser's own address, with its own name and with invented ones.
    const address = nth % 3 === 0 ? OWN_ADDRESS : `${NETWORK}.${nth % 250}`;
    const name = nth % 2 === 0 ? username : `nobody${nth}`;
    const reply = await post('/api/login', address, { username: name, password: 'guess' });
    refused.push(reply.status);
    await reply.text();
  };
  /** Sends what is due by the clock, so that a busy machine sends as many. */
  const flood = async () => {
    const begin = performance.now();
    const sent: Promise<unknown>[] = [];
    while (!isOver) {
      const due = ((performance.now() - begin) / 1000) * FLOOD;
      while (sent.length < due) sent.push(guess(sent.length));
      await setTimeout(1000 / FLOOD);
    }
    const perSecond = sent.length / ((performance.now() - begin) / 1000);
    await Promise.all(sent);
    return perSecond;
  };
  const flooding = flood();
  await until(() => refused.length > FLOOD);

  const outcomes: { status: number; isInTime: boolean }[] = [];
  for (let nth = 0; nth < TRIES; nth += 1) {
    const start = performance.now();
    const reply = await post('/api/login', OWN_ADDRESS, credentials, device);
    outcomes.push({ status: reply.status, isInTime: performance.now() - start < WITHIN_MS });
    device = deviceOf(reply) || device;
    await reply.text();
    // A name has three sign-ins in ten seconds.
    await setTimeout(3400);
  }
  isOver = true;
  expect(await flooding).toBeGreaterThan(FLOOD * 0.95);
  expect(refused.filter((status) => ![401, 429, 503, 504].includes(status))).toEqual([]);
  expect(refused.filter((status) => status !== 401).length).toBeGreaterThan(FLOOD);
  expect(outcomes).toEqual(Array.from({ length: TRIES }, () => ({ status: 200, isInTime: true })));
}, 180_000);
