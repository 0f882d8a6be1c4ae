import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@leadping/contracts/actor';
import type { AdminOrder, Order } from '@leadping/contracts/commerce/order-routes';
import type { summarizeResellers } from '@leadping/contracts/commerce/reseller-admin-routes';
import type { Sales } from '@leadping/contracts/commerce/sales-routes';
import type { ReplyOf } from '@leadping/contracts/route';
import { trusted } from 'mongoose';
import { randomBytes } from 'node:crypto';
import { listOrders } from '../src/orders/list-orders.ts';
import { orderModel, type OrderDocument } from '../src/orders/order.model.ts';
import { resellerModel } from '../src/resellers/reseller.model.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';
import { storedOrder } from './stored-order.ts';

const DAY_MS = 24 * 3_600_000;
const reseller = 'a'.repeat(24);
const other = 'b'.repeat(24);

const orderOf = (fields: Partial<OrderDocument> = {}) => storedOrder({ resellerId: reseller, ...fields });

describe('lists of orders', () => {
  let shop: Shop;
  const add = (...orders: OrderDocument[]) => orderModel(shop.database).insertMany(orders);
  const as = (resellerId: string, path: string) =>
    shop.as({ role: 'reseller', resellerId } satisfies Partial<Actor>, `/api/resellers${path}`);
  const list = async (query = '', resellerId = reseller) =>
    (await as(resellerId, `/orders${query}`)).body as Order[];
  const ids = (orders: readonly { id: string }[]) => orders.map(({ id }) => id);
  /** All pages of a list, three orders each. */
  const pages = async (query: string, read = (wanted: string) => as(reseller, `/orders${wanted}`)) => {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const reply = await read(`?limit=3${query}${cursor && `&cursor=${cursor}`}`);
      found.push(...ids(reply.body as Order[]));
      cursor = reply.headers.get('x-next-cursor');
    }
    return found;
  };

  const young = [
    orderOf({ customerEmail: 'Anna@Example.org' }),
    orderOf({
      customerEmail: 'john.smith+test@example.com',
      money: { amountMinor: 12_000, currency: 'USD' },
    }),
    orderOf({ status: 'pending', money: { amountMinor: 100, currency: 'USD' } }),
    orderOf({ status: 'failed', customerEmail: '=cmd@example.com', customerName: 'x' }),
    orderOf({ status: 'refunded' }),
  ];
  // On one moment, and months apart: what windows and cursors could lose.
  const moment = new Date(Date.now() - 20 * DAY_MS);
  const sameMoment = Array.from({ length: 7 }, () => orderOf({ createdAt: moment }));
  const old = [40, 90, 400].map((days) => orderOf({ createdAt: new Date(Date.now() - days * DAY_MS) }));
  const theirs = orderOf({ resellerId: other, customerEmail: 'anna@example.org' });
  const all = [...young, ...sameMoment.toReversed(), ...old];

  beforeAll(async () => {
    shop = await openShop();
    await shop.addReseller({ _id: reseller, slugs: ['acme-tools-aaaaaa'] });
    await shop.addReseller({ _id: other, slugs: ['other-tools-bbbbbb'] });
    await add(...all, theirs);
  });
  afterAll(() => shop.close());

  it('are read without the fields that a list does not show', async () => {
    const { orders } = await listOrders({ orders: orderModel(shop.database) }, { everySeller: true }, {});
    expect(orders).toHaveLength(all.length + 1);
    for (const part of ['facts', 'history', 'outbox']) expect(orders[0]).not.toHaveProperty(part);
  });

  it('contain all orders, newest first, if there are no parameters [S7.51]', async () => {
    expect(ids(await list())).toEqual(all.map(({ _id }) => _id));
  });

  it.each(['newest', 'oldest', 'highest', 'lowest'])(
    'contain every order once if they are paged by %s',
    async (sort) => {
      const found = await pages(`&sort=${sort}`);
      expect(found).toHaveLength(all.length);
      expect(new Set(found).size).toBe(all.length);
      const whole = ids(await list(`?sort=${sort}`));
      expect(found).toEqual(whole);
      if (sort === 'oldest') expect(found).toEqual(all.map(({ _id }) => _id).toReversed());
      if (sort === 'highest') expect(found[0]).toBe(young[1]?._id);
      if (sort === 'lowest') expect(found[0]).toBe(young[2]?._id);
    },
  );

  it.each([
    ['an address in other capitals', 'ANNA@example.ORG', 0],
    ['a part of an address', 'smith%2Btest', 1],
    ['a part of an address that is one itself', 'test@example.com', 1],
    ['an order id', young[2]?._id ?? '', 2],
    ['a part of a session id', young[3]?.sessionId.slice(-6) ?? '', 3],
    ['a session id', young[3]?.sessionId ?? '', 3],
  ])("can be searched by %s, among the reseller's own orders only [S2.119]", async (_what, search, index) => {
    expect(ids(await list(`?search=${search}`))).toEqual([young[index]?._id]);
    expect(ids(await list(`?limit=2&search=${search}`))).toEqual([young[index]?._id]);
  });

  it('can be searched by the beginning of a session id that has the length of a whole one [S2.119]', async () => {
    const [, , , order] = young;
    const beginning = order?.sessionId.slice(0, -1) ?? '';
    expect(beginning).toMatch(/^cs_test_\w{20,}$/);
    expect(ids(await list(`?search=${beginning}`))).toContain(order?._id);
  });

  it('treat the search text as text, never as a pattern', async () => {
    for (const search of ['.*', '^', '(a+)+$', '[', '\\', '$where']) {
      expect(await list(`?search=${encodeURIComponent(search)}`)).toEqual([]);
    }
  });

  it('can be filtered by status and by period [S2.120] [S2.121]', async () => {
    expect(ids(await list('?status=pending'))).toEqual([young[2]?._id]);
    expect(await list('?status=all')).toHaveLength(all.length);
    const from = new Date(moment.getTime() - DAY_MS).toISOString();
    const to = new Date(moment.getTime() + 1).toISOString();
    expect(ids(await list(`?from=${from}&to=${to}`))).toEqual(sameMoment.toReversed().map(({ _id }) => _id));
    expect(await list(`?from=${from}&to=${moment.toISOString()}`)).toEqual([]);
    expect(await list(`?from=${from}&to=${to}&sort=lowest`)).toHaveLength(7);
  });

  it.each([
    'limit=0',
    'limit=1001',
    'cursor=x',
    'cursor=1.%24where',
    'sort=worst',
    'status=nice',
    'from=today',
  ])('refuse %s', async (query) => {
    expect((await as(reseller, `/orders?${query}`)).status).toBe(400);
  });

  it('contain the orders of all sellers for an admin, who can search by the beginning of an address', async () => {
    const admin = async (query: string) =>
      (await shop.asAdmin(`/api/admin/orders${query}`)).body as AdminOrder[];
    expect(await admin('')).toHaveLength(all.length + 1);
    expect((await admin('?search=anna@EXAMPLE.org')).map(({ seller }) => seller.resellerId).sort()).toEqual([
      reseller,
      other,
    ]);
    expect(ids(await admin('?search=JOHN.smi'))).toEqual([young[1]?._id]);
    expect(ids(await admin(`?resellerId=${other}`))).toEqual([theirs._id]);
    for (const sort of ['newest', 'highest', 'lowest']) {
      const found = await pages(`&sort=${sort}`, (wanted) => shop.asAdmin(`/api/admin/orders${wanted}`));
      expect(found).toEqual(ids(await admin(`?sort=${sort}`)));
      expect(new Set(found).size).toBe(all.length + 1);
      if (sort !== 'newest') expect(found[0]).toBe(young[sort === 'highest' ? 1 : 2]?._id);
    }
  });

  it('are exported as RFC 4180 with ISO dates, without live formulas, and for resellers with their own orders only [S2.123] [S2.124] [R-tickets.15] [R-tickets.16] [R-tickets.17]', async () => {
    const formulas = ['=', '+', '-', '@', '\t', '\r'].map((begin) => `${begin}1+1`);
    const emails = ['"a,b"@example.com', ...formulas];
    await add(...emails.map((customerEmail) => orderOf({ resellerId: other, customerEmail })));
    const reply = await as(reseller, '/orders/export?status=failed');
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const today = new Date().toISOString().slice(0, 10);
    expect(reply.headers.get('content-disposition')).toBe(`attachment; filename="orders-${today}.csv"`);
    const failed = young[3] as OrderDocument;
    expect(reply.body).toBe(
      'Order ID,Date,Customer Email,Product,Amount,Status,Stripe Session ID,Subtotal,Discount,Tax,Net,Discount Code,Currency,Mode,Tax Included,Customer Tax Number\r\n' +
        `${failed._id},${failed.createdAt.toISOString()},'=cmd@example.com,Leadping License,79.00,failed,${failed.sessionId},79.00,0.00,0.00,0.00,,USD,live,yes,\r\n`,
    );
    const whole = (await as(reseller, '/orders/export')).body as string;
    expect(whole.trim().split('\r\n')).toHaveLength(all.length + 1);
    const quoted = (await as(other, '/orders/export')).body as string;
    expect(quoted).toContain(',"""a,b""@example.com",Leadping License,');
    for (const formula of formulas) expect(quoted).toContain(`'${formula}`);
    const admins = (await shop.asAdmin('/api/admin/orders/export')).body as string;
    expect(admins.trim().split('\r\n')).toHaveLength(all.length + 2 + emails.length);
    expect(admins).toMatch(
      /Stripe Session ID,Currency,Seller,Mode,Subtotal,Discount,Tax,Net,Discount Code,Tax Included,Customer Tax Number\r\n/,
    );
    expect(admins).toContain(
      `${failed.sessionId},USD,${failed.businessName},live,79.00,0.00,0.00,0.00,,yes,\r\n`,
    );
  });

  it('have totals by currency, also for a period, with the revenue of completed orders [R-money.9] [S2.117]', async () => {
    const totals = async (query: string) => (await as(reseller, `/orders/summary${query}`)).body;
    // Eleven at 79.00 and one at 120.00; a pending, a failed and a refunded one bring nothing.
    expect(await totals('')).toEqual([
      { currency: 'USD', revenue: '989.00', netRevenue: '989.00', orders: 15, completedOrders: 12 },
    ]);
    expect(await totals(`?to=${moment.toISOString()}`)).toEqual([
      { currency: 'USD', revenue: '237.00', netRevenue: '237.00', orders: 3, completedOrders: 3 },
    ]);
  });

  it.each([
    ['newest', 1],
    ['oldest', -1],
  ])('contain each order once if they are paged by %s while new orders arrive', async (sort, side) => {
    const resellerId = randomBytes(12).toString('hex');
    const sold = (at: number) => orderOf({ resellerId, createdAt: new Date(Date.UTC(2026, 3, 1) + at) });
    const there = [0, 0, 0, 1, 2, 2, 2, 3].map(sold);
    await add(...there);
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const reply = await as(resellerId, `/orders?limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`);
      found.push(...ids(reply.body as Order[]));
      cursor = reply.headers.get('x-next-cursor');
      // On the side that was read already.
      await add(sold(side * 10 + found.length * side));
    }
    const inOrder = there.toSorted((a, b) => +a.createdAt - +b.createdAt || (a._id < b._id ? -1 : 1));
    const expected = inOrder.map(({ _id }) => _id);
    expect(found).toEqual(sort === 'oldest' ? expected : expected.toReversed());
  });
});

describe('sales over time', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    const live = { testMode: false, stripeLiveKey: randomKeys().secretKey };
    expect((await shop.asAdmin('/api/admin/settings', { json: live })).status).toBe(200);
    await shop.addReseller({ _id: reseller, slugs: ['acme-tools-aaaaaa'] });
    const at = (paidAt: string, fields: Partial<OrderDocument> = {}) =>
      orderOf({ createdAt: new Date(paidAt), paidAt: new Date(paidAt), ...fields });
    await orderModel(shop.database).insertMany([
      at('2026-10-31T22:30:00Z'), // 1 November in Berlin at 00:30? No: still winter time, 23:30 on the 31st.
      at('2026-10-31T23:30:00Z'), // 00:30 on 1 November in Berlin
      at('2026-11-02T12:00:00Z', { money: { amountMinor: 790, currency: 'JPY' } }),
      at('2026-11-03T12:00:00Z'),
      at('2026-11-03T13:00:00Z', { status: 'refunded' }),
      at('2026-11-03T14:00:00Z', { resellerId: null }),
    ]);
  });
  afterAll(() => shop.close());

  it('are counted by whole days of the requested zone, by currency, and compared with the same number of days before', async () => {
    const query = 'from=2026-11-01&to=2026-11-03&timeZone=Europe/Berlin';
    const { body } = await shop.as(
      { role: 'reseller', resellerId: reseller },
      `/api/resellers/sales?${query}`,
    );
    const [usd, jpy] = body as Sales[];
    expect(usd).toEqual({
      currency: 'USD',
      total: { revenue: '158.00', netRevenue: '158.00', orders: 2 },
      points: [
        { start: '2026-11-01', revenue: '79.00', netRevenue: '79.00', orders: 1 },
        { start: '2026-11-02', revenue: '0.00', netRevenue: '0.00', orders: 0 },
        { start: '2026-11-03', revenue: '79.00', netRevenue: '79.00', orders: 1 },
      ],
      previousTotal: { revenue: '79.00', netRevenue: '79.00', orders: 1 },
      previousPoints: [
        { start: '2026-10-29', revenue: '0.00', netRevenue: '0.00', orders: 0 },
        { start: '2026-10-30', revenue: '0.00', netRevenue: '0.00', orders: 0 },
        { start: '2026-10-31', revenue: '79.00', netRevenue: '79.00', orders: 1 },
      ],
    });
    expect(jpy).toMatchObject({ currency: 'JPY', total: { revenue: '790', netRevenue: '790', orders: 1 } });
  });

  it('have the weeks and months of the calendar, and admins can read all sellers, the platform or one reseller', async () => {
    const admin = async (query: string) =>
      (await shop.asAdmin(`/api/admin/sales?from=2026-10-01&to=2026-11-10&${query}`)).body as Sales[];
    const [months] = await admin('interval=month');
    expect(months?.points).toEqual([
      { start: '2026-10-01', revenue: '158.00', netRevenue: '158.00', orders: 2 },
      { start: '2026-11-01', revenue: '158.00', netRevenue: '158.00', orders: 2 },
    ]);
    const [weeks] = await admin('interval=week&seller=platform');
    expect(weeks?.points.map(({ start }) => start)).toEqual([
      '2026-10-01',
      '2026-10-05',
      '2026-10-12',
      '2026-10-19',
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
    ]);
    expect(weeks?.total).toEqual({ revenue: '79.00', netRevenue: '79.00', orders: 1 });
    expect((await admin(`seller=${reseller}`))[0]?.total.orders).toBe(3);
  });

  it('count the orders of one mode only: of the platform, or of the keys of a reseller', async () => {
    const resellerId = randomBytes(12).toString('hex');
    await shop.addReseller({ _id: resellerId, slugs: ['trial-tools-cccccc'] });
    const day = new Date('2026-08-03T12:00:00Z');
    const sold = (livemode: boolean) => orderOf({ resellerId, livemode, createdAt: day, paidAt: day });
    await orderModel(shop.database).insertMany([sold(true), sold(false), sold(false)]);
    const days = 'from=2026-08-03&to=2026-08-03';
    const own = async <Sum>(path: string) =>
      (await shop.as({ role: 'reseller', resellerId }, `/api/resellers/${path}`)).body as Sum[];
    const resellersSums = async () => {
      const [sales] = await own<Sales>(`sales?${days}`);
      const [totals] = await own<{ orders: number; isTest?: boolean }>('orders/summary');
      return [sales?.total.orders, sales?.isTest, totals?.orders, totals?.isTest];
    };
    const platformsSums = async (testMode: boolean) => {
      const keys = { stripeLiveKey: randomKeys().secretKey };
      await shop.asAdmin('/api/admin/settings', { json: { testMode, ...keys } });
      const [sales] = (await shop.asAdmin(`/api/admin/sales?${days}`)).body as Sales[];
      const all = (await shop.asAdmin('/api/admin/resellers/summary')).body as ReplyOf<
        typeof summarizeResellers
      >;
      const usd = all.revenue.find(({ currency }) => currency === 'USD')?.orders ?? 0;
      return { orders: sales?.total.orders, isTest: sales?.isTest, usd };
    };
    const others = await orderModel(shop.database).countDocuments({
      livemode: false,
      resellerId: trusted({ $ne: null }),
      status: 'completed',
      'money.currency': 'USD',
    });
    expect(await platformsSums(false)).toMatchObject({ orders: 1, isTest: undefined });
    expect(await platformsSums(true)).toEqual({ orders: 2, isTest: true, usd: others });
    // The platform is in test mode now, and the reseller sells live.
    expect(await resellersSums()).toEqual([1, undefined, 1, undefined]);
    await resellerModel(shop.database).updateOne({ _id: resellerId }, { $set: { usesTestKeys: true } });
    expect(await resellersSums()).toEqual([2, true, 2, true]);
  });

  it.each([
    'from=2026-11-02&to=2026-11-01',
    'from=2020-01-01&to=2026-11-01',
    'from=2026-11-01&to=2026-11-02&timeZone=Mars',
  ])('are refused for %s', async (query) => {
    expect((await shop.asAdmin(`/api/admin/sales?${query}`)).status).toBe(400);
  });
});

describe("an admin's orders", () => {
  let shop: Shop;
  const statuses = ['pending', 'completed', 'failed', 'refunded', 'disputed'] as const;
  const orders = statuses.flatMap((status, place) =>
    Array.from({ length: 5 }, (_, index) =>
      orderOf({
        status,
        resellerId: index % 2 === 0 ? reseller : null,
        // Amounts go another way than time, and some are alike.
        money: { amountMinor: 1000 + ((index * 3 + place) % 4) * 100, currency: 'USD' },
        createdAt: new Date(Date.now() - (place * 40 + index * 7 + 1) * DAY_MS),
      }),
    ),
  );

  beforeAll(async () => {
    shop = await openShop();
    await orderModel(shop.database).insertMany(orders);
  });
  afterAll(() => shop.close());

  const pagesOf = async (query: string) => {
    const found: AdminOrder[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = cursor && `&cursor=${cursor}`;
      const reply = await shop.asAdmin(`/api/admin/orders?limit=2&${query}${page}`);
      found.push(...(reply.body as AdminOrder[]));
      cursor = reply.headers.get('x-next-cursor');
    }
    return found.map(({ id }) => id);
  };
  const inOrder = (sort: string, kept: OrderDocument[]) => {
    const sign = sort === 'newest' || sort === 'highest' ? -1 : 1;
    const isByDate = sort === 'newest' || sort === 'oldest';
    const place = ({ createdAt, money }: OrderDocument) =>
      isByDate ? createdAt.getTime() : money.amountMinor;
    return kept
      .toSorted((a, b) => sign * (place(a) - place(b) || (a._id < b._id ? -1 : 1)))
      .map(({ _id }) => _id);
  };

  it.each(['newest', 'oldest', 'highest', 'lowest'])(
    'of each status are sorted by %s, page by page',
    async (sort) => {
      for (const status of statuses) {
        const expected = orders.filter((order) => order.status === status);
        expect(await pagesOf(`status=${status}&sort=${sort}`)).toEqual(inOrder(sort, expected));
        const ofOne = expected.filter(({ resellerId }) => resellerId === reseller);
        expect(await pagesOf(`status=${status}&sort=${sort}&resellerId=${reseller}`)).toEqual(
          inOrder(sort, ofOne),
        );
      }
    },
  );

  it.each(['newest', 'highest', 'lowest'])(
    'of a short and of a long period are sorted by %s, page by page',
    async (sort) => {
      for (const days of [30, 60, 150]) {
        const from = new Date(Date.now() - days * DAY_MS);
        const expected = orders.filter(({ createdAt }) => createdAt >= from);
        expect(await pagesOf(`from=${from.toISOString()}&sort=${sort}`)).toEqual(inOrder(sort, expected));
      }
    },
  );
});
