import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCESS, audienceOf, CALLERS, type Audience, type Caller } from '@leadping/contracts/access-table';
import type { Route } from '@leadping/contracts/route';
import { ROUTES } from '@leadping/contracts/routes';
import { createTicket } from '@leadping/contracts/support/ticket-routes';
import { randomBytes } from 'node:crypto';
import { deliveriesOf } from '../../../svc-commerce/src/order-webhooks/delivery-scope.ts';
import { ordersOf } from '../../../svc-commerce/src/orders/order-scope.ts';
import { licensesOf } from '../../../svc-licensing/src/licenses/license-scope.ts';
import { ticketConfirmationPlace } from '../../../svc-support/src/tickets/ticket.model.ts';
import { mismatchesOf, nameOf, openCallers, serviceMismatchesOf, type Mismatch } from './access-matrix.ts';
import { fuzz, OTHER_ROUTES, ROUTES_OF_STORED, sendRefused, type FuzzRun } from './fuzz.ts';
import { hashStored } from './hash-stored.ts';
import { inTurns } from './in-turns.ts';
import * as isolation from './isolation.ts';
import type { KnownValues } from './known-values.ts';
import { OWN_ORIGIN, startStack, type Stack } from './stack.ts';
import { storeKnown } from './store-known.ts';
import { newTenantIds, readTenant, storeTenant } from './tenant-data.ts';

const isLong = process.env.FUZZ_REQUESTS !== undefined;
const A = 'a'.repeat(24);
const B = 'b'.repeat(24);
const ALL_CALLERS = Object.keys(CALLERS) as Caller[];

let stack: Stack;
let headersOf: Awaited<ReturnType<typeof openCallers>>;
let known: KnownValues;
beforeAll(async () => {
  stack = await startStack();
  headersOf = await openCallers(stack, { a: A, b: B });
  known = await storeKnown(stack, { reseller: A, tenants: isLong ? 30 : 3 });
}, 180_000);
afterAll(() => stack.close());

describe('the access table', () => {
  const listed = Object.values(ACCESS).flat();

  it('contains every route once and nothing else', () => {
    expect([...listed].sort()).toEqual(ROUTES.map(nameOf).sort());
  });

  it.each(Object.keys(ACCESS) as Audience[])(
    'holds for every call of %s, at the gateway and at the services [S6.01] [S6.02] [S6.03]',
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

const seed = Number(process.env.FUZZ_SEED ?? 1);
const asSignedIn = (caller: Caller) => headersOf(caller, 'everyone');

// Runs first, because mails and webhooks of other tests continue after them.
describe('refused requests generated from the contracts', () => {
  it('leave no trace', async () => {
    const before = await hashStored(stack);
    const { requests, accepted } = await sendRefused({
      stack,
      headersOf: asSignedIn,
      known,
      perRoute: isLong ? 3 : 2,
      seed,
    });
    expect(requests).toBeGreaterThan(100);
    expect(accepted).toEqual([]);
    expect(await hashStored(stack)).toEqual(before);
  });
});

describe('two resellers with the same data', () => {
  const a = newTenantIds();
  const b = newTenantIds();
  const theirs = isolation.idsOf(b);
  let asA: Record<string, string>;
  let asB: Record<string, string>;
  let before: Map<Route, isolation.Seen>;
  const session = async (resellerId: string) => ({
    cookie: `session=${await stack.signIn({ role: 'reseller', resellerId })}`,
    origin: OWN_ORIGIN,
  });
  const viewsOf = async (headers: Record<string, string>) => {
    const seen = new Map<Route, isolation.Seen>();
    await inTurns(isolation.VIEWS, async (route) => {
      seen.set(route, await isolation.view(stack, route, headers));
    });
    return seen;
  };
  const shownOf = ({ text }: isolation.Seen) => theirs.filter((id) => text.includes(id));

  beforeAll(async () => {
    asA = await session(a.reseller);
    asB = await session(b.reseller);
    await storeTenant(stack, a);
    before = await viewsOf(asA);
    await storeTenant(stack, b);
  });

  it('see each of their documents in a view', () => {
    const shown = [...before.values()].map(({ text }) => text).join('\n');
    expect(isolation.idsOf(a).filter((id) => !shown.includes(id))).toEqual([]);
  });

  it.each(isolation.VIEWS.map((route) => [nameOf(route), route] as const))(
    'get the same reply from %s after another reseller got data [S6.06] [S6.07]',
    async (_name, route) => {
      const alone = before.get(route);
      expect(alone?.status).toBe(200);
      const beside = await isolation.view(stack, route, asA);
      expect(beside).toEqual(alone);
      const other = await isolation.view(stack, route, asB);
      expect(other.text).toHaveLength(beside.text.length);
      const found: string[] = shownOf(beside);
      for (const query of isolation.queriesTo(route, b)) {
        found.push(...shownOf(await isolation.view(stack, route, asA, query)));
      }
      if (other.nextCursor) {
        const cursor = `cursor=${encodeURIComponent(other.nextCursor)}`;
        found.push(...shownOf(await isolation.view(stack, route, asA, cursor)));
      }
      expect(found).toEqual([]);
    },
  );

  it.each(isolation.SINGLE.map((route) => [nameOf(route), route] as const))(
    'can use %s only with their own ids [S6.06] [S6.07]',
    async (_name, route) => {
      const stored = await readTenant(stack, b);
      const body = isolation.bodyFor(route);
      const foreign = isolation.idsFor(route, b);
      expect(foreign.length).toBeGreaterThan(0);
      for (const id of foreign) {
        const reply = await isolation.call(stack, route, asA, { path: isolation.pathOf(route, id), body });
        expect({ id, status: reply.status }).toEqual({ id, status: 404 });
      }
      expect(await readTenant(stack, b)).toBe(stored);
      const own = isolation.idsFor(route, a);
      const statuses: number[] = [];
      for (const id of own) {
        const reply = await isolation.call(stack, route, asA, { path: isolation.pathOf(route, id), body });
        statuses.push(reply.status);
      }
      expect(statuses.some((status) => status < 300)).toBe(true);
    },
  );

  it("cannot change each other's data by any other call [S6.06] [S6.07]", async () => {
    const stored = await readTenant(stack, b);
    const replies: Record<string, number> = {};
    for (const route of isolation.CHANGES) {
      const body = isolation.bodyFor(route, b.deliveries);
      const { status, text } = await isolation.call(stack, route, asA, { body });
      replies[nameOf(route)] = status;
      expect({ route: nameOf(route), text, shown: theirs.filter((id) => text.includes(id)) }).toMatchObject({
        shown: [],
      });
    }
    // One call is sent to an address that does not exist.
    const notDone = Object.entries(replies).filter(([, status]) => status >= 300);
    expect(notDone).toEqual([['POST /api/resellers/webhook/test', 502]]);
    expect(await readTenant(stack, b)).toBe(stored);
  });

  it('cannot be queried without a seller: it does not compile and throws', () => {
    // @ts-expect-error neither a seller nor every seller
    expect(() => ordersOf({})).toThrow('without their seller');
    // @ts-expect-error neither a receiver nor every receiver
    expect(() => deliveriesOf({})).toThrow('without their receiver');
    // @ts-expect-error neither a seller nor every seller
    expect(() => licensesOf({})).toThrow('without their seller');
  });
});

describe("two customers' tickets", () => {
  it.each(
    ROUTES.filter(({ path }) => path.includes('/:ticketNumber')).map(
      (route) => [nameOf(route), route] as const,
    ),
  )("%s finds nothing by another's number or another's address [S6.06]", async (_name, route) => {
    const open = async (email: string) => {
      const json = { name: 'Ann', email, subject: 'The same', message: 'Word for word' };
      const { text } = await isolation.call(stack, createTicket, { origin: OWN_ORIGIN }, { body: json });
      return (JSON.parse(text) as { ticketNumber: string }).ticketNumber;
    };
    const [ann, ben] = ['ann', 'ben'].map((name) => `${name}-${randomBytes(6).toString('hex')}@example.com`);
    const [annsTicket, bensTicket] = [await open(ann ?? ''), await open(ben ?? '')];
    const statusOf = async (ticket: string, email = '') => {
      const { status } = await isolation.call(
        stack,
        route,
        { origin: OWN_ORIGIN },
        {
          path: route.path.replace(':ticketNumber', ticket),
          ...(route.method === 'GET'
            ? { query: `email=${encodeURIComponent(email)}` }
            : { body: { message: 'Hello', email, secret: stack.seal('', ticketConfirmationPlace(ticket)) } }),
        },
      );
      return status;
    };
    expect(await statusOf(bensTicket, ann)).toBe(404);
    expect(await statusOf(annsTicket, ben)).toBe(404);
    expect(await statusOf(annsTicket, ann)).toBeLessThan(300);
  });
});

describe('a ticket whose address nobody has confirmed', () => {
  const ofTicket = ROUTES.filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/api/admin/support-tickets/:id'),
  );

  it.each(ofTicket.map((route) => [nameOf(route), route] as const))(
    '%s shows support nothing of the customer who has that address [S6.06]',
    async (_name, route) => {
      const { orders = [], licenses = [] } = known.byNoun;
      const { licenseKey = [], ticketNumber = [] } = known.byName;
      const support = headersOf('support', 'staff');
      expect(known.unconfirmedTickets.length).toBeGreaterThan(0);
      for (const [id, own] of known.unconfirmedTickets) {
        const path = route.path.replace(':id', id).replace(':orderId', orders[0] ?? '');
        const { status, text } = await isolation.call(stack, route, support, { path });
        expect(status).toBe(route.path.endsWith('/:id') ? 200 : 404);
        const theirs = [...orders, ...licenses, ...licenseKey, ...ticketNumber.filter((it) => it !== own)];
        expect(theirs.filter((value) => text.includes(value))).toEqual([]);
      }
    },
  );
});

describe('requests generated from the contracts', () => {
  const perRoute = Math.ceil(Number(process.env.FUZZ_REQUESTS ?? 600) / ROUTES.length);
  const minutes = Number(process.env.FUZZ_MINUTES ?? 1);

  let shown = 0;
  const onProgress = ({ requests, faults }: FuzzRun) => {
    if (!isLong) return;
    for (const fault of faults.slice(shown)) process.stderr.write(`\n${JSON.stringify(fault)}\n`);
    shown = faults.length;
    process.stderr.write(`\r${requests} requests, ${shown} faults`);
  };
  const sent = async (routes: readonly Route[], count: number, signal?: AbortSignal) => {
    shown = 0;
    const run = await fuzz({
      stack,
      routes,
      headersOf: asSignedIn,
      known,
      perRoute: count,
      seed,
      onProgress,
      ...(signal && { signal }),
    });
    if (isLong) console.log(`seed ${seed}: ${run.requests} requests`, run.byStatus, run.accepted);
    expect({ seed, faults: run.faults.slice(0, 20) }).toEqual({ seed, faults: [] });
    return run;
  };

  it(
    'about stored checkouts, payments, secrets and images: the same as of all others, each route does what it is for, and no payment of an inactive seller counts',
    async () => {
      const { accepted } = await sent(ROUTES_OF_STORED, Math.max(perRoute, 50));
      expect(ROUTES_OF_STORED.map(nameOf).filter((name) => !accepted[name])).toEqual([]);
      const countPaid = (isOfSeller: (resellerId: string) => boolean) => {
        const ids = known.checkouts
          .filter(({ resellerId }) => resellerId !== null && isOfSeller(resellerId))
          .map(({ id }) => id);
        const orders = stack.databases.get('commerce')?.collection('orders');
        return orders?.countDocuments({ _id: { $in: ids as never[] }, 'facts.paid': true });
      };
      expect(await countPaid((id) => id !== known.inactiveSeller)).toBeGreaterThan(0);
      expect(await countPaid((id) => id === known.inactiveSeller)).toBe(0);
    },
    (minutes + 2) * 60_000,
  );

  it(
    'fitting, almost fitting and hostile ones: no 5xx, no hang, no reset, no insides, and replies that keep the contract',
    async () => {
      const { requests } = await sent(OTHER_ROUTES, perRoute, AbortSignal.timeout(minutes * 60_000));
      expect(requests).toBeGreaterThan(ROUTES.length);
    },
    (minutes + 1) * 60_000,
  );
});
