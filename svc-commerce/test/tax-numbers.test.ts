import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '@leadping/test-kit/send';
import { personalStores } from '../src/privacy/personal-stores.ts';
import { notificationOf } from '../src/order-webhooks/order-notification.ts';
import { PRODUCT } from './discount-code-calls.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';

const NUMBER = 'DE123456789';

describe('the tax number of a buyer', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  async function sell(change: (details: object) => object = (details) => details) {
    const keys = randomKeys();
    const tax = { mode: 'exclusive', collectTaxIds: true } as const;
    const { _id: resellerId } = await shop.addReseller({ tax }, keys);
    const profile = { tax: { status: 'active', headOffice: 'DE', registrations: [{ country: 'DE' }] } };
    await send(`${shop.sandbox.url}/sandbox/accounts/${keys.secretKey}/profile`, {
      method: 'PUT',
      json: profile,
    });
    const sessionId = await shop.checkOut(PRODUCT, { resellerId });
    const paid = { email: 'buyer@example.com', outcome: 'paid', country: 'DE', taxId: NUMBER };
    expect((await send(`${shop.sandbox.url}/pay/${sessionId}`, { json: paid })).status).toBe(200);
    for (const event of await shop.eventsOf(keys.secretKey)) {
      const object = event.data.object as { customer_details?: object };
      if (event.type === 'checkout.session.completed')
        object.customer_details = change(object.customer_details ?? {});
      const path = `/api/stripe-webhook/reseller/${resellerId}`;
      expect((await shop.deliver(event, { path, secret: keys.webhookSecret })).status).toBe(200);
    }
    const as = (path: string) => shop.as({ role: 'reseller', resellerId }, path);
    return { as, sessionId, order: (await shop.order(sessionId))! };
  }

  it('is on the order, in both files, on the receipt and in the order webhook', async () => {
    const { as, order } = await sell();
    const customerTaxId = { type: 'eu_vat', value: NUMBER };
    expect((await as('/api/resellers/orders')).body).toMatchObject([{ customerTaxId }]);
    for (const file of [
      await as('/api/resellers/orders/export'),
      await shop.asAdmin('/api/admin/orders/export'),
    ]) {
      expect(file.body).toMatch(/,Customer Tax Number\r\n/);
      expect(file.body).toMatch(/,DE123456789\r\n/);
    }
    const [shown] = (await as('/api/resellers/orders')).body as [{ receiptPath: string }];
    const [path, key] = shown.receiptPath.split('#key=');
    const receipt = await shop.call(`/api/receipts/${path?.split('/').at(-1)}`, { json: { key } });
    expect(receipt.body).toMatchObject({ buyer: { taxNumber: NUMBER } });
    expect(notificationOf({ licenseKeySealer: shop.sealer }, order, null)).toMatchObject({
      order: { customer_tax_number: NUMBER },
    });
  });

  it.each([[null], [[]], [[{ type: 'eu_vat', value: null }]], [['odd']]])(
    'is absent if Stripe reports %j',
    async (tax_ids) => {
      const { as, order } = await sell((details) => ({ ...details, tax_ids }));
      expect(order.customerTaxId).toBeNull();
      expect((await as('/api/resellers/orders')).body).not.toHaveProperty('0.customerTaxId');
    },
  );

  it('is erased with the buyer', async () => {
    const { sessionId } = await sell();
    const stores = personalStores({
      orders: shop.database.model('Order'),
      clock: { now: Date.now },
    } as never);
    await stores[0]!.erase({ emailKey: 'buyer@example.com', isIn: () => true } as never);
    expect(await shop.order(sessionId)).toMatchObject({ customerEmail: '', customerTaxId: null });
  });
});
