import { findReseller } from '@leadping/contracts/commerce/requests';
import { resellerRightsRefused, userInvited } from '@leadping/contracts/identity/user-events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { paidOrder } from '@leadping/test-kit/orders';
import { until } from '@leadping/test-kit/until';
import { buildContext, type CommerceContext } from '../src/context.ts';
import { orderModel } from '../src/orders/order.model.ts';
import { onRightsPaid } from '../src/reseller-rights/on-rights-paid.ts';
import { resellerModel } from '../src/resellers/reseller.model.ts';
import { respondAsIdentity, type FakeIdentity } from './fake-identity.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';
import { storedOrder } from './stored-order.ts';

type Bag = Record<string, unknown>;
const PATH = '/api/admin/resellers';

describe('administration of resellers', () => {
  let shop: Shop;
  let identity: FakeIdentity;
  beforeAll(async () => {
    shop = await openShop();
    identity = respondAsIdentity(shop.fakeService.bus);
  });
  afterAll(() => shop.close());

  const invite = async (email = 'jane@example.com', businessName = 'Acme Tools') => {
    const reply = await shop.asAdmin(PATH, {
      json: { email, businessName, contactPerson: 'Jane', phone: '1', notes: 'n' },
    });
    expect(reply.status).toBe(201);
    return reply.body as Bag & { id: string };
  };
  const details = async (id: string) => (await shop.asAdmin(`${PATH}/${id}`)).body as Bag;

  it('an invited reseller is listed with their sign-in [S7.18] [S7.16] [S3.17]', async () => {
    const reseller = await invite('Jane@Example.com ');
    const { body } = await shop.asAdmin(PATH);
    expect((body as Bag[]).find(({ id }) => id === reseller.id)).toEqual({
      id: reseller.id,
      businessName: 'Acme Tools',
      contactPerson: 'Jane',
      phone: '1',
      notes: 'n',
      subdomain: expect.stringMatching(/^acme-tools-[a-z0-9]{6}$/),
      isActive: true,
      productPrice: 7900,
      currency: 'USD',
      userEmail: 'Jane@Example.com',
      username: 'Jane',
      paymentConfigured: false,
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  it('an invitation that identity refuses leaves no reseller, no rights and no audit entry', async () => {
    const withdrawnBefore = identity.withdrawn.length;
    const countEntries = () =>
      shop.database
        .collection('audit_entries')
        .countDocuments({ 'record.action': 'POST /api/admin/resellers' });
    const entriesBefore = await countEntries();
    const before = await shop.database.collection('resellers').countDocuments();
    const reply = await shop.asAdmin(PATH, { json: { email: 'taken@example.com', businessName: 'Acme' } });
    expect(reply).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
    expect(await shop.database.collection('resellers').countDocuments()).toBe(before);
    expect(identity.withdrawn).toHaveLength(withdrawnBefore + 1);
    expect(await countEntries()).toBe(entriesBefore);
  });

  it('an invitation with an unknown outcome stays in the list and can be sent again or deleted', async () => {
    let speak!: () => void;
    identity.silence = new Promise((resolve) => (speak = resolve));
    const json = { email: 'silent@example.com', businessName: 'Acme' };
    const reply = await shop.asAdmin(PATH, { json });
    expect(reply).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect((reply.body as Bag).message).toContain('send their credentials again, or delete them');
    speak();
    const entry = await shop.database
      .collection('audit_entries')
      .findOne({ 'record.changes.after': json.email });
    expect(entry?.record).toMatchObject({ outcome: 'unknown' });
    const kept = await shop.database.collection('resellers').findOne({ email: json.email });
    const path = `${PATH}/${String(kept?._id)}`;
    expect((await shop.asAdmin(`${path}/resend-welcome`, { method: 'POST' })).status).toBe(200);
    // Identity had made the sign-in.
    expect(identity.resent.pop()).toBe(kept?._id);
    expect((await shop.asAdmin(path, { method: 'DELETE' })).status).toBe(200);
  });

  it('a reseller without a sign-in gets one at the address that an admin corrects', async () => {
    const { id } = await invite('mistyped@example.com');
    identity.users.delete(id);
    const edited = await shop.asAdmin(`${PATH}/${id}`, {
      method: 'PUT',
      json: { email: 'right@example.com' },
    });
    expect(edited.status).toBe(200);
    const resendPath = `${PATH}/${id}/resend-welcome`;
    expect((await shop.asAdmin(resendPath, { method: 'POST' })).status).toBe(200);
    expect(identity.users.get(id)?.email).toBe('right@example.com');
  });

  it.each([{ email: 'x' }, { businessName: '' }, { email: { $ne: 1 } }, { isActive: true }] as Bag[])(
    'an invitation with %j is refused',
    async (wrong) => {
      const json = { email: 'a@example.com', businessName: 'Acme', ...wrong };
      expect((await shop.asAdmin(PATH, { json })).status).toBe(400);
    },
  );

  it('the details contain the reseller, the sign-in and the orders in minor units [S7.17] [S3.18]', async () => {
    const { id } = await invite();
    const createdAt = new Date('2026-01-02T03:04:05Z');
    const order = storedOrder({ resellerId: id, livemode: false, createdAt });
    await orderModel(shop.database).insertMany([order]);
    expect(await details(id)).toMatchObject({
      reseller: { id, businessName: 'Acme Tools' },
      user: {
        username: 'jane',
        email: 'jane@example.com',
        firstName: 'Jane',
        lastName: 'Doe',
        createdAt: expect.any(String),
      },
      orders: [
        {
          id: order._id,
          amount: 7900,
          status: 'completed',
          isTest: true,
          createdAt: '2026-01-02T03:04:05.000Z',
        },
      ],
    });
  });

  it('deactivating a reseller stops their sales and activating continues them [S7.22] [S7.23] [S4.05] [S4.06]', async () => {
    const { _id: id } = await shop.addReseller({}, randomKeys());
    const product = '/api/create-reseller-product-checkout';
    const off = await shop.asAdmin(`${PATH}/${id}/deactivate`, { method: 'POST' });
    expect(off.body).toMatchObject({ isActive: false });
    await expect(shop.checkOut(product, { resellerId: id })).rejects.toThrow('RESELLER_INACTIVE');
    const on = await shop.asAdmin(`${PATH}/${id}/activate`, { method: 'POST' });
    expect(on.body).toMatchObject({ isActive: true });
    await shop.checkOut(product, { resellerId: id });
  });

  it('credentials can be sent again [S7.24]', async () => {
    const { id } = await invite();
    const reply = await shop.asAdmin(`${PATH}/${id}/resend-welcome`, { method: 'POST' });
    expect(reply).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect(identity.resent).toEqual([id]);
  });

  it('sending credentials to a reseller without a sign-in creates a new invitation', async () => {
    const { _id: id } = await shop.addReseller({ email: 'left@example.com' });
    const resend = (of: string) => shop.asAdmin(`${PATH}/${of}/resend-welcome`, { method: 'POST' });
    expect((await resend(id)).status).toBe(200);
    expect(identity.users.get(id)).toMatchObject({ email: 'left@example.com' });
    const { _id: taken } = await shop.addReseller({ email: 'taken@example.com' });
    expect(await resend(taken)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
    const { _id: unknown } = await shop.addReseller();
    expect(await resend(unknown)).toMatchObject({ status: 404 });
  });

  it('deleting a reseller hides them and keeps their orders, including an order whose payment is reported afterwards [S7.21] [R-accounts.21]', async () => {
    const keys = randomKeys();
    const { _id: id, slugs } = await shop.addReseller({}, keys);
    const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', { resellerId: id });
    await shop.pay(sessionId);
    const reply = await shop.asAdmin(`${PATH}/${id}`, { method: 'DELETE' });
    expect(reply.status).toBe(200);
    expect(identity.withdrawn).toContain(id);
    expect((await shop.asAdmin(`${PATH}/${id}`)).status).toBe(404);
    expect((await shop.asAdmin(PATH)).body as Bag[]).not.toContainEqual(expect.objectContaining({ id }));
    const page = await shop.call('/api/tenant', { headers: { 'x-current-path': `/r/${slugs[0]}` } });
    expect(page.status).toBe(404);
    expect(await shop.fakeService.bus.request(findReseller, { idOrSlug: id })).toEqual({ reseller: null });

    const options = { path: `/api/stripe-webhook/reseller/${id}`, secret: keys.webhookSecret };
    for (const event of await shop.eventsOf(keys.secretKey)) {
      expect((await shop.deliver(event, options)).status).toBe(200);
    }
    expect(await shop.order(sessionId)).toMatchObject({ resellerId: id, status: 'completed' });
  });

  it('if identity does not reply, the list is still shown and an invitation is refused', async () => {
    const lonely = await openShop();
    try {
      await lonely.addReseller();
      expect((await lonely.asAdmin(PATH)).body).toEqual([
        expect.objectContaining({ businessName: 'Acme Tools', username: null }),
      ]);
      const reply = await lonely.asAdmin(PATH, { json: { email: 'a@example.com', businessName: 'Acme' } });
      expect(reply.status).toBe(503);
      expect(await lonely.database.collection('resellers').countDocuments()).toBe(1);
    } finally {
      await lonely.close();
    }
  });

  it('other services find a reseller by id, current and former slug, without sealed fields', async () => {
    const { _id } = await shop.addReseller({ slugs: ['then-abc123'] }, randomKeys());
    const renamed = await shop.asAdmin(`${PATH}/${_id}`, { method: 'PUT', json: { businessName: 'Now' } });
    const { subdomain: slug } = renamed.body as { subdomain: string };
    for (const idOrSlug of [_id, slug, 'then-abc123']) {
      expect(await shop.fakeService.bus.request(findReseller, { idOrSlug })).toEqual({
        reseller: { resellerId: _id, slug, businessName: 'Now', isActive: true },
      });
    }
  });

  it('a paid order of reseller rights creates the reseller once, with the id of the order [R-checkout.37]', async () => {
    const sessionId = await shop.checkOut('/api/create-reseller-checkout');
    await shop.pay(sessionId, 'paid', 'newcomer@example.com');
    for (const event of await shop.eventsOf(shop.platformKey)) await shop.deliver(event);
    const order = await shop.order(sessionId);
    const find = () => shop.database.collection('resellers').findOne({ _id: order?._id as never });
    await until(async () => (await find()) !== null);
    expect(await find()).toMatchObject({
      businessName: 'newcomer Business',
      isActive: true,
      email: 'newcomer@example.com',
    });
    await shop.fakeService.publish(userInvited, {
      userId: 'u1',
      username: 'newcomer',
      email: 'newcomer@example.com',
      role: 'reseller',
      resellerId: order?._id ?? '',
      businessName: null,
      sealedPassword: 'x',
      invitationId: 'i1',
    });
    await until(async () => (await shop.order(sessionId))?.republishAt === undefined);
    expect(await shop.database.collection('resellers').countDocuments({ _id: order?._id as never })).toBe(1);
  });

  it('an order of reseller rights that identity refused is not published again', async () => {
    const sessionId = await shop.checkOut('/api/create-reseller-checkout');
    await shop.pay(sessionId, 'paid', 'admin@example.com');
    for (const event of await shop.eventsOf(shop.platformKey)) await shop.deliver(event);
    const order = await shop.order(sessionId);
    expect(order?.republishAt).toBeInstanceOf(Date);
    const refused = { orderId: order?._id ?? '', email: 'admin@example.com', role: 'admin' } as const;
    await shop.fakeService.publish(resellerRightsRefused, refused);
    await until(async () => (await shop.order(sessionId))?.republishAt === undefined);
    await shop.fakeService.publish(resellerRightsRefused, refused);
    expect((await shop.order(sessionId))?.status).toBe('completed');
  });

  it('an order of reseller rights creates no reseller if the buyer was erased while the event waited', async () => {
    const context = buildContext({
      config: shop.config,
      database: shop.database,
    } as never) as CommerceContext;
    const order = paidOrder({ productType: 'reseller_rights', customerEmail: '' });
    await onRightsPaid(context, order);
    expect(await resellerModel(shop.database).exists({ _id: order.orderId })).toBeNull();
  });
});
