import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { send } from '@leadping/test-kit/send';
import { resellerModel } from '../src/resellers/reseller.model.ts';
import { secretPlace } from '../src/secrets/sealed-fields.ts';
import { refundCalls, type Seller } from './refund-calls.ts';
import { idempotencyKey, openShop, randomKeys, type Shop } from './shop.ts';

describe('a refund that Stripe refuses', () => {
  let shop: Shop;
  let calls: ReturnType<typeof refundCalls>;
  beforeAll(async () => {
    shop = await openShop();
    calls = refundCalls(shop);
  });
  afterEach(async () => {
    await send(calls.faults(), { method: 'DELETE' });
  });
  afterAll(() => shop.close());

  it('without a stored key says so', async () => {
    const seller = await calls.addSeller();
    const order = await calls.buy(seller);
    const resellers = resellerModel(shop.database);
    await resellers.updateOne({ _id: seller.resellerId }, { $set: { sealedSecretKey: null } });
    expect(await calls.refund(order, { amount: '5.00' }, { seller: seller.resellerId })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_REFUSED', message: expect.stringContaining('No secret key of Stripe is stored') },
    });
  });

  it('is refused while the balance of the account is too low, and can be requested again later', async () => {
    const seller = await calls.addSeller();
    const order = await calls.buy(seller);
    const by = { seller: seller.resellerId };
    const profile = `${shop.sandbox.url}/sandbox/accounts/${seller.keys.secretKey}/profile`;
    await send(profile, { method: 'PUT', json: { refunds: 'refused' } });
    expect(await calls.refund(order, { amount: '5.00' }, by)).toMatchObject({
      status: 409,
      body: { code: 'REFUND_REFUSED', message: expect.stringContaining('balance is too low') },
    });
    await send(profile, { method: 'PUT', json: {} });
    expect((await calls.refund(order, { amount: '5.00' }, by)).status).toBe(202);
  });

  it('is refused with a key that Stripe no longer accepts', async () => {
    const seller = await calls.addSeller();
    const order = await calls.buy(seller);
    await calls.orderFault({ status: 401, times: 1 });
    expect(await calls.refund(order, { amount: '5.00' }, { seller: seller.resellerId })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_REFUSED', message: expect.stringContaining('Stripe rejects the secret key') },
    });
  });

  it('is refused for a disputed order, before and after we know of the dispute', async () => {
    const order = await calls.buy();
    await shop.dispute(order.sessionId);
    expect(await calls.refund(order, { amount: '79.00' })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_REFUSED', message: expect.stringContaining('opened a dispute') },
    });
    expect((await calls.stateOf(order)).requests).toMatchObject([{ outcome: 'refused' }]);
    await calls.deliverAll(order);
    expect(await calls.refund(order, { amount: '79.00' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: expect.stringContaining('opened a dispute') },
    });
  });

  it('that was made at Stripe meanwhile is refused with the reason, and the same key may try again', async () => {
    const order = await calls.buy();
    const key = idempotencyKey();
    await shop.refund(order.sessionId, 2000);
    expect(await calls.refund(order, { amount: '79.00' }, { key })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_REFUSED', message: expect.stringContaining('less than this amount left') },
    });
    await shop.refund(order.sessionId);
    expect(await calls.refund(order, { amount: '79.00' }, { key })).toMatchObject({
      status: 409,
      body: {
        code: 'REFUND_REFUSED',
        message: expect.stringContaining('refunded this payment in full before'),
      },
    });
    expect((await calls.stateOf(order)).requests.map(({ outcome }) => outcome)).toEqual([
      'refused',
      'refused',
    ]);
  });

  describe('with a restricted key that may not refund', () => {
    /** The sandbox has one account for keys that differ only in `sk` and `rk`. */
    const sellWith = async () => {
      const seller = await calls.addSeller(
        {},
        { ...randomKeys(), secretKey: `sk_live_readonly${Date.now()}` },
      );
      const order = await calls.buy(seller);
      return { seller, order, restricted: seller.keys.secretKey.replace('sk_', 'rk_') };
    };
    const by = ({ resellerId }: Seller) => ({ seller: resellerId });

    it('names the permission, and refunds nothing', async () => {
      const { seller, order, restricted } = await sellWith();
      const sealedSecretKey = shop.sealer.seal(
        restricted,
        secretPlace('resellers', seller.resellerId, 'sealedSecretKey'),
      );
      await resellerModel(shop.database).updateOne({ _id: seller.resellerId }, { $set: { sealedSecretKey } });
      expect(await calls.refund(order, { amount: '5.00' }, by(seller))).toMatchObject({
        status: 409,
        body: { code: 'REFUND_REFUSED', message: expect.stringContaining('rak_refund_write') },
      });
      expect(await calls.refundsAtStripe(order, restricted)).toHaveLength(0);
    });

    it('is made with the former key that may', async () => {
      const { seller, order, restricted } = await sellWith();
      const saved = await shop.as({ role: 'reseller', ...seller }, '/api/resellers/stripe-config', {
        json: { liveSecretKey: restricted },
      });
      expect(saved.status).toBe(200);
      expect(await calls.refund(order, { amount: '5.00' }, by(seller))).toMatchObject({ status: 202 });
      expect(await calls.refundsAtStripe(order, restricted)).toMatchObject([{ amount: 500 }]);
    });
  });
});
