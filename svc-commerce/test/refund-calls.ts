import type { OrderRefunds } from '@leadping/contracts/commerce/refund-routes';
import { expect } from '@jest/globals';
import { send, type Reply } from '@leadping/test-kit/send';
import type Stripe from 'stripe';
import type { OrderDocument } from '../src/orders/order.model.ts';
import { idempotencyKey, randomKeys, type ResellerKeys, type Shop } from './shop.ts';

export interface Seller {
  resellerId: string;
  keys: ResellerKeys;
}

/** The webhook of a seller. The platform's own without one. */
const webhookFor = (seller?: Seller) =>
  seller
    ? { path: `/api/stripe-webhook/reseller/${seller.resellerId}`, secret: seller.keys.webhookSecret }
    : {};

/** Sells, refunds, delivers the provider's events, and looks at both sides, for tests of refunds. */
export function refundCalls(shop: Shop) {
  const faults = () => `${shop.sandbox.url}/sandbox/stripe/faults`;
  const orderFault = (fault: object) =>
    send(faults(), { method: 'PUT', json: { path: '/v1/refunds', ...fault } });

  /** Sends what the provider has recorded for this payment so far, as its webhooks. */
  const deliverAll = async (order: OrderDocument, seller?: Seller) => {
    const events = await shop.eventsOf(seller?.keys.secretKey ?? shop.platformKey);
    for (const event of events) {
      const object = event.data.object as { id?: string; payment_intent?: string | null };
      if (object.id !== order.sessionId && object.payment_intent !== order.paymentIntentId) continue;
      expect((await shop.deliver(event, webhookFor(seller))).status).toBe(200);
    }
  };

  const addSeller = async (fields: object = {}, keys = randomKeys()): Promise<Seller> => {
    const { _id } = await shop.addReseller(fields, keys);
    return { resellerId: _id, keys };
  };

  const read = async (sessionId: string) => {
    const order = await shop.order(sessionId);
    if (!order) throw new Error('no order');
    return order;
  };
  const buy = async (seller?: Seller) => {
    const path = seller ? '/api/create-reseller-product-checkout' : '/api/create-main-checkout';
    const sessionId = await shop.checkOut(path, seller ? { resellerId: seller.resellerId } : {});
    await shop.pay(sessionId);
    const events = await shop.eventsOf(seller?.keys.secretKey ?? shop.platformKey);
    const paid = events.find(({ data }) => (data.object as { id?: string }).id === sessionId) as Stripe.Event;
    expect((await shop.deliver(paid, webhookFor(seller))).status).toBe(200);
    return read(sessionId);
  };

  const refund = (
    { _id }: OrderDocument,
    json: { amount: string; refunded?: string },
    { key = idempotencyKey(), seller }: { key?: string; seller?: string } = {},
  ): Promise<Reply> => {
    const options = { json: { refunded: '0.00', ...json }, headers: { 'idempotency-key': key } };
    return seller === undefined
      ? shop.asAdmin(`/api/admin/orders/${_id}/refunds`, options)
      : shop.as({ role: 'reseller', resellerId: seller }, `/api/resellers/orders/${_id}/refunds`, options);
  };
  const refundsAtStripe = async ({ paymentIntentId }: OrderDocument, key = shop.platformKey) => {
    const reply = await send(`${shop.sandbox.url}/v1/refunds?payment_intent=${paymentIntentId}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return (reply.body as { data: Stripe.Refund[] }).data;
  };
  const stateOf = async ({ _id }: OrderDocument) =>
    (await shop.asAdmin(`/api/admin/orders/${_id}/refunds`)).body as OrderRefunds;

  return { faults, orderFault, deliverAll, addSeller, read, buy, refund, refundsAtStripe, stateOf };
}
