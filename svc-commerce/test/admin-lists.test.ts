import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FailedDelivery } from '@leadping/contracts/commerce/order-webhook-routes';
import type { Reseller } from '@leadping/contracts/commerce/reseller-admin-routes';
import { deliveryModel, type DeliveryDocument } from '../src/order-webhooks/delivery.model.ts';
import { resellerModel } from '../src/resellers/reseller.model.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';

describe("an admin's lists", () => {
  let shop: Shop;
  const ids = ['1', '2', '3', '4'].map((digit) => digit.repeat(24));
  const [acme = '', beta = '', gamma = '', gone = ''] = ids;
  beforeAll(async () => {
    shop = await openShop();
    const at = (index: number) => new Date(Date.UTC(2026, 9, index));
    await shop.addReseller(
      {
        _id: acme,
        businessName: 'acme (tools)',
        slugs: ['acme-tools-aaaaaa'],
        email: 'Owner@Acme.example',
        createdAt: at(1),
      },
      randomKeys(),
    );
    await shop.addReseller({
      _id: beta,
      businessName: 'Beta Ltd',
      slugs: ['beta-ltd-bbbbbb'],
      isActive: false,
      createdAt: at(2),
    });
    await shop.addReseller({
      _id: gamma,
      businessName: 'Älpha Gamma',
      slugs: ['gamma-cccccc'],
      createdAt: at(2),
    });
    await shop.addReseller({
      _id: gone,
      businessName: 'Gone',
      slugs: ['gone-dddddd'],
      deletedAt: at(3),
      createdAt: at(3),
    });
  });
  afterAll(() => shop.close());

  const resellers = async (query: string) =>
    ((await shop.asAdmin(`/api/admin/resellers${query}`)).body as Reseller[]).map(({ id }) => id);

  it('of resellers are sorted, searched and filtered, without the deleted ones', async () => {
    expect(await resellers('')).toEqual([gamma, beta, acme]);
    expect(await resellers('?sort=oldest')).toEqual([acme, beta, gamma]);
    expect(await resellers('?sort=name')).toEqual([acme, beta, gamma]);
    expect(await resellers('?state=inactive')).toEqual([beta]);
    for (const search of ['(TOOLS)', 'owner@ACME.example', 'owner@', 'acme-tools-aaaaaa', acme]) {
      expect(await resellers(`?search=${encodeURIComponent(search)}`)).toEqual([acme]);
    }
    expect(await resellers('?search=.*')).toEqual([]);
  });

  it('of resellers are searched by name, ignoring case and Unicode composition', async () => {
    const { _id } = await shop.addReseller({ businessName: '\u00dcber Caf\u00e9 M\u00fcnchen' });
    // An earlier version stored names as they were typed.
    const typed = await shop.addReseller({ businessName: 'U\u0308ber Cafe\u0301 Mu\u0308nchen' });
    for (const search of ['\u00fcber caf\u00e9', 'U\u0308BER CAFE\u0301', 'CAF\u00c9 m\u00dcnchen']) {
      const found = await resellers(`?search=${encodeURIComponent(search)}`);
      expect(found.toSorted()).toEqual([_id, typed._id].toSorted());
    }
    expect(await resellers(`?search=${encodeURIComponent('uber cafe')}`)).toEqual([]);
    for (const each of [_id, typed._id])
      await shop.database.collection('resellers').deleteOne({ _id: each as never });
  });

  it.each(['newest', 'oldest', 'name'])(
    'of resellers by %s contain each reseller once across pages',
    async (sort) => {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const reply = await shop.asAdmin(
          `/api/admin/resellers?limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`,
        );
        found.push(...(reply.body as Reseller[]).map(({ id }) => id));
        cursor = reply.headers.get('x-next-cursor');
      }
      expect(found).toEqual(await resellers(`?sort=${sort}`));
      expect((await shop.asAdmin('/api/admin/resellers?cursor=nobody')).status).toBe(400);
    },
  );

  it('of resellers by name keep their order when the last reseller of a page is renamed', async () => {
    const first = await shop.asAdmin('/api/admin/resellers?limit=1&sort=name');
    expect((first.body as Reseller[]).map(({ id }) => id)).toEqual([acme]);
    const rename = (businessName: string) =>
      resellerModel(shop.database).updateOne({ _id: acme }, { businessName, sortName: businessName });
    await rename('zebra');
    const cursor = first.headers.get('x-next-cursor');
    expect(await resellers(`?limit=1&sort=name&cursor=${cursor}`)).toEqual([beta]);
    await rename('acme (tools)');
  });

  it('of resellers have totals', async () => {
    expect((await shop.asAdmin('/api/admin/resellers/summary')).body).toEqual({
      total: 3,
      active: 2,
      paymentConfigured: 1,
      revenue: [],
    });
  });

  describe('of failed deliveries', () => {
    const delivery = (index: number, fields: Partial<DeliveryDocument> = {}): DeliveryDocument => ({
      _id: `order-${index}:reseller:${acme}`,
      orderId: `order-${index}`,
      receiver: `reseller:${acme}`,
      url: 'https://receiver.example/hook',
      state: 'stopped',
      nextAttempt: 10,
      nextAttemptAt: null,
      attempts: [{ at: new Date(), status: 500, error: null, durationMs: 12 }],
      replayedAt: null,
      stoppedAt: null,
      createdAt: new Date(Date.UTC(2026, 9, 1, 0, index)),
      ...fields,
    });
    beforeAll(() =>
      deliveryModel(shop.database).insertMany([
        delivery(1),
        delivery(2),
        delivery(3, { _id: 'order-3:admin', receiver: 'admin' }),
        delivery(4, { state: 'waiting', nextAttempt: 3, nextAttemptAt: new Date(Date.now() + 3_600_000) }),
        delivery(5, { state: 'waiting', nextAttempt: 0, nextAttemptAt: new Date(Date.now() + 3_600_000) }),
        delivery(6, { state: 'delivered' }),
        delivery(7, { _id: `order-7:reseller:${beta}`, receiver: `reseller:${beta}` }),
      ]),
    );
    const failed = async (query = '') =>
      (await shop.asAdmin(`/api/admin/failed-deliveries${query}`)).body as FailedDelivery[];
    const orders = (list: readonly { orderId: string }[]) => list.map(({ orderId }) => orderId);

    it('contain the deliveries to every receiver, newest first, in pages', async () => {
      expect(orders(await failed())).toEqual(['order-7', 'order-3', 'order-2', 'order-1']);
      expect(orders(await failed('?state=retrying'))).toEqual(['order-4']);
      expect(orders(await failed('?state=all'))).toEqual([
        'order-7',
        'order-4',
        'order-3',
        'order-2',
        'order-1',
      ]);
      expect((await failed())[3]).toMatchObject({
        resellerId: acme,
        businessName: 'acme (tools)',
        disabledReason: null,
      });
      const first = await shop.asAdmin('/api/admin/failed-deliveries?limit=3');
      const cursor = first.headers.get('x-next-cursor');
      const second = await shop.asAdmin(`/api/admin/failed-deliveries?limit=3&cursor=${cursor}`);
      expect(orders(second.body as FailedDelivery[])).toEqual(['order-1']);
      expect(second.headers.get('x-next-cursor')).toBeNull();
    });

    it.each(['stopped', 'all'])(
      'contain the same deliveries page by page as in one reply for state %s',
      async (state) => {
        const found: string[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const reply = await shop.asAdmin(
            `/api/admin/failed-deliveries?limit=1&state=${state}${cursor && `&cursor=${cursor}`}`,
          );
          found.push(...orders(reply.body as FailedDelivery[]));
          cursor = reply.headers.get('x-next-cursor');
        }
        expect(found).toEqual(orders(await failed(`?state=${state}`)));
      },
    );

    it('are replayed in bulk except for delivered ones, at most once a minute each, and resellers replay only their own', async () => {
      const arrived = `order-6:reseller:${acme}`;
      const wanted = [`order-1:reseller:${acme}`, `order-7:reseller:${beta}`, arrived, 'unknown'];
      const own = await shop.as(
        { role: 'reseller', resellerId: acme },
        '/api/resellers/webhook/deliveries/replay',
        {
          json: { ids: wanted },
        },
      );
      expect(own.body).toEqual({ replayed: 1, skipped: 3 });
      const again = await shop.as(
        { role: 'reseller', resellerId: acme },
        `/api/resellers/webhook/deliveries/${encodeURIComponent(wanted[0] ?? '')}/replay`,
        { method: 'POST' },
      );
      expect(again).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
      const admins = await shop.asAdmin('/api/admin/failed-deliveries/replay', { json: { ids: wanted } });
      expect(admins.body).toEqual({ replayed: 1, skipped: 3 });
      expect((await deliveryModel(shop.database).findById(arrived))?.state).toBe('delivered');
      // One alone is sent again on purpose.
      const alone = await shop.as(
        { role: 'reseller', resellerId: acme },
        `/api/resellers/webhook/deliveries/${encodeURIComponent(arrived)}/replay`,
        { method: 'POST' },
      );
      expect(alone.status).toBe(200);
      const many = { ids: Array.from({ length: 101 }, String) };
      expect((await shop.asAdmin('/api/admin/failed-deliveries/replay', { json: many })).status).toBe(400);
    });
  });
});
