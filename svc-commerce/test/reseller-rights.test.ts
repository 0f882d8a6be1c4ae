import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { resellerRightsEnded } from '@leadping/contracts/commerce/reseller-events';
import {
  orderDisputeLost,
  orderRefunded,
  orderRefundFailed,
} from '@leadping/contracts/commerce/order-events';
import type { PayloadOf } from '@leadping/contracts/event';
import { changedMeanwhile } from '@leadping/test-kit/changed-meanwhile';
import { openFakeService } from '@leadping/test-kit/fake-service';
import { until } from '@leadping/test-kit/until';
import { type CommerceContext } from '../src/context.ts';
import { orderModel } from '../src/orders/order.model.ts';
import { onRightsEnded, onRightsRestored } from '../src/reseller-rights/on-rights-changed.ts';
import { resellerModel } from '../src/resellers/reseller.model.ts';
import { openShop, type Shop } from './shop.ts';
import { storedOrder } from './stored-order.ts';
describe('reseller rights', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const rightsPayment = (orderId: string): PayloadOf<typeof orderRefunded> => ({
    orderId,
    productType: 'reseller_rights',
    seller: { resellerId: null, businessName: 'Leadping' },
    customerEmail: 'owner@example.org',
    revision: 2,
  });

  it.each([
    ['refunded', orderRefunded],
    ['dispute-lost', orderDisputeLost],
  ] as const)(
    'end once when their payment is %s, and stay active if an admin activates the reseller again [R-november.12]',
    async (reason, event) => {
      const ended = await shop.fakeService.collect(resellerRightsEnded);
      const { _id, businessName } = await shop.addReseller();
      const self = await openFakeService(shop.config, 'svc-commerce');
      const payload = rightsPayment(_id);
      await self.publish(event, { ...payload, productType: 'main_product' });
      await self.publish(event, payload);
      const isActive = async () =>
        (await shop.database.collection('resellers').findOne({ _id: _id as never }))?.isActive as boolean;
      await until(async () => !(await isActive()));
      await until(() => ended.some(({ resellerId }) => resellerId === _id));
      expect(ended.at(-1)).toMatchObject({ resellerId: _id, businessName, reason });
      expect((await shop.asAdmin(`/api/admin/resellers/${_id}/activate`, { method: 'POST' })).status).toBe(
        200,
      );
      await self.publish(event, payload);
      const handled = await shop.addReseller();
      await self.publish(event, { ...payload, orderId: handled._id });
      await until(() => ended.some(({ resellerId }) => resellerId === handled._id));
      expect(await isActive()).toBe(true);
      expect(ended.filter(({ resellerId }) => resellerId === _id)).toHaveLength(1);
      await self.close();
    },
  );

  it.each([
    ['end', { isActive: true }],
    ['come back', { isActive: false, rightsEndedAt: new Date() }],
  ] as const)(
    'stay off if an admin deactivates the reseller at the moment at which the rights %s',
    async (change, state) => {
      const { _id: resellerId } = await shop.addReseller(state);
      const resellers = resellerModel(shop.database);
      const path = `/api/admin/resellers/${resellerId}/deactivate`;
      const context = {
        resellers: changedMeanwhile(resellers, () => shop.asAdmin(path, { method: 'POST' })),
        orders: orderModel(shop.database),
        relay: { flush: () => {} },
        record: () => {},
      } as unknown as CommerceContext;
      const payment = rightsPayment(resellerId);
      if (change === 'end') await onRightsEnded(context, payment, 'refunded');
      await onRightsRestored(context, payment);
      expect(await resellers.findById(resellerId).lean()).toMatchObject({
        isActive: false,
        rightsEndedAt: null,
      });
    },
  );

  it.each([
    ['ended', 'a refund that failed meanwhile', true],
    ['restored', 'a refund that came meanwhile', false],
  ] as const)('that are being %s follow the latest state of the payment: %s', async (change, _, isActive) => {
    const { _id: resellerId } = await shop.addReseller(
      isActive
        ? { isActive: true }
        : { isActive: false, rightsEndedAt: new Date(), isActiveWithRights: true },
    );
    const resellers = resellerModel(shop.database);
    const orders = orderModel(shop.database);
    const refunded = { paid: true, failed: false, refundedMinor: 7900, disputes: {} };
    const kept = { ...refunded, refundedMinor: 0 };
    await orders.create(
      storedOrder({ _id: resellerId, productType: 'reseller_rights', facts: isActive ? refunded : kept }),
    );
    const payment = rightsPayment(resellerId);
    const contextWith = (meanwhile: () => Promise<unknown>) =>
      ({
        resellers: changedMeanwhile(resellers, meanwhile),
        orders,
        relay: { flush: () => {} },
        record: () => {},
      }) as unknown as CommerceContext;
    const nothing = contextWith(() => Promise.resolve());
    // Its event is handled before the write of this one.
    const context = contextWith(async () => {
      await orders.updateOne({ _id: resellerId }, { $set: { facts: isActive ? kept : refunded } });
      await (isActive ? onRightsRestored(nothing, payment) : onRightsEnded(nothing, payment, 'refunded'));
    });
    await (change === 'ended'
      ? onRightsEnded(context, payment, 'refunded')
      : onRightsRestored(context, payment));
    expect(await resellers.findById(resellerId).lean()).toMatchObject({ isActive });
  });

  it('activate the reseller again if their refund fails, but not if an admin deactivated the reseller', async () => {
    const ended = await shop.fakeService.collect(resellerRightsEnded);
    const buyRights = async () => {
      const sessionId = await shop.checkOut('/api/create-reseller-checkout');
      await shop.pay(sessionId);
      await shop.call(`/api/checkout-status?session_id=${sessionId}`);
      const id = (await shop.order(sessionId))?._id ?? '';
      await until(async () => (await stateOf(id)) === true);
      return { sessionId, id };
    };
    const stateOf = async (id: string) =>
      (await shop.database.collection('resellers').findOne({ _id: id as never }))?.isActive as
        boolean | undefined;
    const refund = async ({ sessionId, id }: { sessionId: string; id: string }, refundId: string) => {
      const order = await shop.order(sessionId);
      const payment = { payment_intent: order?.paymentIntentId, livemode: order?.livemode };
      const deliver = async (type: string, object: object) => {
        const envelope = { id: `evt_${refundId}`, object: 'event', livemode: order?.livemode, created: 1 };
        const event = { ...envelope, type, data: { object: { ...payment, ...object } } };
        expect(await shop.deliver(event)).toMatchObject({ status: 200 });
      };
      const amount = order?.money.amountMinor;
      await deliver('charge.refunded', { object: 'charge', id: 'ch_1', amount_refunded: amount });
      const made = { object: 'refund', id: refundId, amount };
      await deliver('refund.created', { ...made, status: 'succeeded' });
      await until(async () => (await stateOf(id)) === false);
      return () => deliver('refund.failed', { ...made, status: 'failed' });
    };

    const kept = await buyRights();
    const fail = await refund(kept, 're_kept');
    await fail();
    await until(async () => (await stateOf(kept.id)) === true);
    const self = await openFakeService(shop.config, 'svc-commerce');
    const late = rightsPayment(kept.id);
    // Events that arrive late or twice: what counts is what the payment is now.
    await self.publish(orderRefunded, late);
    await self.publish(orderRefundFailed, { ...late, revision: 3 });

    const deactivated = await buyRights();
    const failOther = await refund(deactivated, 're_other');
    expect(
      (await shop.asAdmin(`/api/admin/resellers/${deactivated.id}/deactivate`, { method: 'POST' })).status,
    ).toBe(200);
    await failOther();
    await until(async () => {
      const found = await shop.database.collection('resellers').findOne({ _id: deactivated.id as never });
      return found?.rightsEndedAt === null;
    });
    expect(await stateOf(deactivated.id)).toBe(false);
    expect(await stateOf(kept.id)).toBe(true);
    expect(ended.filter(({ resellerId }) => resellerId === kept.id)).toHaveLength(1);

    await refund(kept, 're_again');
    await until(() => ended.filter(({ resellerId }) => resellerId === kept.id).length === 2);
    await self.close();
  });
});
