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
  const flood = async () => {
    const sent: Promise<unknown>[] = [];
    for (let nth = 0; !isOver; nth += 1) {
      // Includes the browser's own address, with its own name and with invented ones.
      const address = nth % 3 === 0 ? OWN_ADDRESS : `${NETWORK}.${nth % 250}`;
      const name = nth % 2 === 0 ? username : `nobody${nth}`;
      sent.push(
        post('/api/login', address, { username: name, password: 'guess' }).then(async (reply) => {
          refused.push(reply.status);
          await reply.text();
        }),
      );
      await setTimeout(1000 / FLOOD);
    }
    await Promise.all(sent);
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
  await flooding;
  expect(refused.filter((status) => ![401, 429, 503, 504].includes(status))).toEqual([]);
  expect(refused.filter((status) => status !== 401).length).toBeGreaterThan(FLOOD);
  expect(outcomes).toEqual(Array.from({ length: TRIES }, () => ({ status: 200, isInTime: true })));
}, 180_000);
