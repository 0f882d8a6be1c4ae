import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCESS, audienceOf, CALLERS, type Audience, type Caller } from '@leadping/contracts/access-table';
import type { Route } from '@leadping/contracts/route';
import { ROUTES } from '@leadping/contracts/routes';
import { mismatchesOf, nameOf, openCallers, serviceMismatchesOf, type Mismatch } from './access-matrix.ts';
import { fuzz, hashStored, sendRefused, type FuzzRun } from './fuzz.ts';
import { inTurns } from './in-turns.ts';
import { startStack, type Stack } from './stack.ts';

const A = 'a'.repeat(24);
const B = 'b'.repeat(24);
const ALL_CALLERS = Object.keys(CALLERS) as Caller[];

let stack: Stack;
let headersOf: Awaited<ReturnType<typeof openCallers>>;
beforeAll(async () => {
  stack = await startStack();
  headersOf = await openCallers(stack, { a: A, b: B });
});
afterAll(() => stack.close());

describe('the table of who may call what', () => {
  const listed = Object.values(ACCESS).flat();

  it('has every route once and nothing else', () => {
    expect([...listed].sort()).toEqual(ROUTES.map(nameOf).sort());
  });

  it.each(Object.keys(ACCESS) as Audience[])(
    'holds for every call of %s, at the gateway and at the services [S6.01]',
    async (audience) => {
      const routes = ROUTES.filter((route) => audienceOf(nameOf(route)) === audience);
      const found: Mismatch[] = [];
      await inTurns(routes, async (route) => {
        found.push(...(await mismatchesOf(stack.gatewayUrl, route, audience, headersOf, ALL_CALLERS)));
        found.push(...(await serviceMismatchesOf(stack, route, audience)));
      });
      expect(found).toEqual([]);
    },
  );

  it('fails for every route whose contract is wrongly marked `anyone` [S6.01]', async () => {
    const guarded = ROUTES.filter(
      (route) => !['everyone', 'proof'].includes(audienceOf(nameOf(route)) ?? ''),
    );
    const access = new Map(guarded.map((route) => [route, route.access]));
    for (const route of guarded) (route as { access: Route['access'] }).access = 'anyone';
    try {
      const open = await stack.openGateway();
      const unnoticed: string[] = [];
      for (const route of guarded) {
        const audience = audienceOf(nameOf(route)) ?? 'admins';
        const found = await mismatchesOf(open.url, route, audience, headersOf, ['nobody']);
        if (found.length === 0) unnoticed.push(nameOf(route));
      }
      await open.close();
      expect(unnoticed).toEqual([]);
    } finally {
      for (const [route, was] of access) (route as { access: Route['access'] }).access = was;
    }
  });
});

describe('requests made of the contracts', () => {
  const seed = Number(process.env.FUZZ_SEED ?? 1);
  const perRoute = Math.ceil(Number(process.env.FUZZ_REQUESTS ?? 1000) / ROUTES.length);
  const minutes = Number(process.env.FUZZ_MINUTES ?? 1);
  const asSignedIn = (caller: Caller) => headersOf(caller, 'everyone');

  it('what is refused leaves no trace', async () => {
    const before = await hashStored(stack);
    const { requests, accepted } = await sendRefused({ stack, headersOf: asSignedIn, perRoute: 3, seed });
    expect(requests).toBeGreaterThan(100);
    expect(accepted).toEqual([]);
    expect(await hashStored(stack)).toEqual(before);
  });

  it(
    'fitting, almost fitting and hostile ones: no 5xx, no hang, no reset, no insides, and replies that keep the contract',
    async () => {
      const signal = AbortSignal.timeout(minutes * 60_000);
      const isLong = process.env.FUZZ_REQUESTS !== undefined;
      const onProgress = ({ requests, faults }: FuzzRun) => {
        if (isLong) process.stderr.write(`\r${requests} requests, ${faults.length} faults`);
      };
      const run = await fuzz({ stack, headersOf: asSignedIn, perRoute, seed, signal, onProgress });
      if (isLong) console.log(`seed ${seed}: ${run.requests} requests`, run.byStatus);
      expect({ seed, faults: run.faults.slice(0, 20) }).toEqual({ seed, faults: [] });
      expect(run.requests).toBeGreaterThan(ROUTES.length);
    },
    (minutes + 1) * 60_000,
  );
});
