import { orderPaid } from '@leadping/contracts/commerce/order-events';
import { licenseIssued } from '@leadping/contracts/licensing/license-events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@leadping/test-kit/until';
import { openShop, type Shop } from './shop.ts';

describe('a purchase of the main product', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  it('creates a completed order, publishes an event and shows the payment on the status page [P7.23] [P6.03] [P3.07] [R-checkout.1]', async () => {
    const paid = await shop.fakeService.collect(orderPaid);
    const sessionId = await shop.checkOut('/api/create-main-checkout');
    await shop.pay(sessionId);
    for (const event of await shop.eventsOf(shop.platformKey)) {
      expect((await shop.deliver(event)).status).toBe(200);
    }
    const order = await shop.order(sessionId);
    expect(order).toMatchObject({
      status: 'completed',
      customerEmail: 'buyer@example.com',
      money: { amountMinor: 7900, currency: 'USD' },
    });
    await until(() => paid.length === 1);
    await shop.fakeService.publish(licenseIssued, {
      licenseId: 'l1',
      sealedLicenseKey: shop.licenseKeys.seal('AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG-HHHH', 'l1'),
      email: 'buyer@example.com',
      orderId: order?._id ?? '',
      seller: { resellerId: null, businessName: 'Leadping' },
      origin: 'order',
      issuedAt: new Date().toISOString(),
    });
    await until(async () => (await shop.order(sessionId))?.sealedLicenseKey !== null);
    expect((await shop.call(`/api/checkout-status?session_id=${sessionId}`)).body).toMatchObject({
      status: 'paid',
      productType: 'main_product',
      email: 'b***@example.com',
      total: { amount: '79.00', currency: 'USD' },
    });
  });
});
