import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { isPaymentOf, netMinorOf } from '../src/orders/amounts.ts';
import { NO_FACTS } from '../src/orders/payment-facts.ts';
import type { OrderDocument } from '../src/orders/order.model.ts';
import type { CheckoutSession, PaidAmounts } from '../src/payment-provider/payment-provider.ts';
import { decideChange, readTotal, type OrderTotal } from '../src/payments/decide-order.ts';
import { openShop, randomKeys, type Shop } from './shop.ts';
import { storedOrder } from './stored-order.ts';

const PRICE = 8500;
const paid = (
  subtotalMinor: number,
  discountMinor: number,
  taxMinor: number,
  isTaxIncluded: boolean,
  totalMinor: number,
): PaidAmounts => ({ subtotalMinor, discountMinor, taxMinor, isTaxIncluded, totalMinor });

describe('a payment for a price of 8500', () => {
  it.each([
    ['the price alone', paid(8500, 0, 0, true, 8500)],
    ['a tax on top', paid(8500, 0, 1700, false, 10_200)],
    ['a tax in the price', paid(8500, 0, 1357, true, 8500)],
    ['a discount', paid(8500, 850, 0, true, 7650)],
    ['a discount, and a tax on the rest', paid(8500, 850, 1530, false, 9180)],
    ['a discount of all', paid(8500, 8500, 0, true, 0)],
  ])('is accepted with %s', (_name, amounts) => {
    expect(isPaymentOf(amounts, PRICE)).toBe(true);
  });

  it.each([
    ['another subtotal', paid(8400, 0, 0, true, 8400)],
    ['the right subtotal with another total', paid(8500, 0, 0, true, 100)],
    ['a tax that is not in the total', paid(8500, 0, 1700, false, 8500)],
    ['less than the discounted price', paid(8500, 850, 0, true, 7000)],
    ['a discount above the price', paid(8500, 9000, 0, true, -500)],
    ['a negative discount', paid(8500, -1000, 0, true, 9500)],
    ['a negative tax', paid(8500, 0, -8400, false, 100)],
    ['an included tax above the total', paid(8500, 8000, 900, true, 500)],
  ])('is refused with %s', (_name, amounts) => {
    expect(isPaymentOf(amounts, PRICE)).toBe(false);
  });
});

describe('the net amount of a seller', () => {
  const net = (totalMinor: number, taxMinor: number, facts: object = {}) =>
    netMinorOf({
      money: { amountMinor: totalMinor, currency: 'EUR' },
      amounts: { subtotalMinor: totalMinor, discountMinor: 0, taxMinor, isTaxIncluded: true },
      facts: { ...NO_FACTS, paid: true, ...facts },
    });

  it.each([
    ['is the total without its tax', net(10_200, 1700), 8500],
    ['is reduced by the same share of a refund', net(10_200, 1700, { refundedMinor: 5100 }), 4250],
    [
      'ignores a refund that failed',
      net(10_200, 1700, { refunds: { r: { amountMinor: 5100, failed: true } } }),
      8500,
    ],
    ['is a whole number of yen', net(1000, 91, { refundedMinor: 333 }), 606],
    ['is zero after a full refund', net(10_200, 1700, { refundedMinor: 10_200 }), 0],
    ['is zero for a disputed payment', net(10_200, 1700, { disputes: { d: 'open' } }), 0],
    ['is zero for an unpaid order', net(10_200, 1700, { paid: false }), 0],
    ['is zero for a free order', net(0, 0), 0],
  ])('%s', (_name, kept, expected) => {
    expect(kept).toBe(expected);
  });
});

describe('the total of an order', () => {
  const pending = storedOrder({ status: 'pending', paidAt: null });
  const total = readTotal({ amounts: paid(7900, 790, 0, true, 7110) } as CheckoutSession, pending);
  const change = (order: OrderDocument, reported: OrderTotal) =>
    decideChange(
      order,
      { ...order.facts, paid: true, failed: true },
      { customer: undefined, total: reported, paidAt: undefined },
      Date.now(),
    )?.fields;

  it('is set by the payment if the order was not paid before', () => {
    expect(change(pending, total)).toMatchObject({
      status: 'completed',
      money: { amountMinor: 7110, currency: 'USD' },
      amounts: { subtotalMinor: 7900, discountMinor: 790 },
    });
  });

  it('stays the price if a report has no confirmed amounts', () => {
    const unconfirmed = readTotal({ amounts: null } as CheckoutSession, pending);
    expect(unconfirmed).toEqual({ money: pending.money });
    expect(change(pending, unconfirmed)).not.toHaveProperty('money');
  });

  it('does not change once the order is paid', () => {
    expect(change(storedOrder(), total)).not.toHaveProperty('money');
  });
});

describe('a payment with tax or a discount', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  interface Total {
    discount?: number;
    tax?: number;
    total: number;
  }

  /** A discount must come from a code of the seller. */
  async function createCode(resellerId: string, discount: number): Promise<string> {
    const json = { code: 'FRANCS-OFF', amount: (discount / 100).toFixed(2) };
    const actor = { role: 'reseller', resellerId } as const;
    expect((await shop.as(actor, '/api/resellers/discount-codes', { json })).status).toBe(201);
    return json.code;
  }

  /** A seller in francs whose buyer paid what the event of the provider says. */
  async function sell({ discount = 0, tax = 0, total }: Total, fields: object = {}) {
    const keys = randomKeys();
    const { _id } = await shop.addReseller({ productPrice: PRICE, currency: 'CHF' }, keys);
    const code = discount === 0 ? undefined : await createCode(_id, discount);
    const body = { resellerId: _id, code };
    const sessionId = await shop.checkOut('/api/create-reseller-product-checkout', body);
    await shop.pay(sessionId);
    const events = await shop.eventsOf(keys.secretKey);
    const event = events.find(({ type }) => type === 'checkout.session.completed');
    const object = {
      ...event?.data.object,
      amount_total: total,
      total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: tax },
      ...fields,
    };
    const deliver = (type: string, changed: object) =>
      shop.deliver(
        { ...event, id: `evt_${randomBytes(8).toString('hex')}`, type, data: { object: changed } },
        { path: `/api/stripe-webhook/reseller/${_id}`, secret: keys.webhookSecret },
      );
    expect((await deliver('checkout.session.completed', object)).status).toBe(200);
    const read = async (path: string) => (await shop.as({ role: 'reseller', resellerId: _id }, path)).body;
    return { sessionId, read, deliver };
  }

  it.each([
    ['tax on top', { tax: 1700, total: 10_200 }, '102.00', ['0.00', '17.00', false, '85.00']],
    ['tax in the price', { tax: 637, total: 8500 }, '85.00', ['0.00', '6.37', true, '78.63']],
    ['a discount', { discount: 850, total: 7650 }, '76.50', ['8.50', '0.00', true, '76.50']],
  ] as const)('with %s creates an order with separate amounts', async (_name, total, amount, parts) => {
    const [discount, tax, isTaxIncluded, net] = parts;
    const { read } = await sell(total);
    const [order] = (await read('/api/resellers/orders')) as object[];
    expect(order).toMatchObject({
      status: 'completed',
      amount,
      currency: 'CHF',
      amounts: { subtotal: '85.00', discount, tax, isTaxIncluded, net },
    });
    expect(await read('/api/resellers/orders/summary')).toEqual([
      { currency: 'CHF', revenue: amount, netRevenue: net, orders: 1, completedOrders: 1 },
    ]);
    const file = (await read('/api/resellers/orders/export')) as string;
    const code = discount === '0.00' ? '' : 'FRANCS-OFF';
    const columns = ['', '85.00', discount, tax, net, code, 'CHF', 'live', isTaxIncluded ? 'yes' : 'no', ''];
    expect(file.trim().split('\r\n').at(-1)?.endsWith(columns.join(','))).toBe(true);
  });

  it('of nothing creates a completed order without a payment id', async () => {
    const { sessionId } = await sell(
      { discount: PRICE, total: 0 },
      { payment_status: 'no_payment_required', payment_intent: null },
    );
    expect(await shop.order(sessionId)).toMatchObject({
      status: 'completed',
      money: { amountMinor: 0, currency: 'CHF' },
      paymentIntentId: null,
      isPaidPublished: true,
    });
  });

  it('is refunded if the refund reaches the total that the buyer paid, not the price', async () => {
    const { sessionId, read, deliver } = await sell({ tax: 1700, total: 10_200 });
    const order = await shop.order(sessionId);
    const refund = (amount_refunded: number) =>
      deliver('charge.refunded', {
        object: 'charge',
        id: 'ch_1',
        livemode: true,
        payment_intent: order?.paymentIntentId,
        amount_refunded,
      });
    expect((await refund(PRICE)).status).toBe(200);
    expect((await shop.order(sessionId))?.status).toBe('completed');
    expect(await read('/api/resellers/orders/summary')).toMatchObject([{ netRevenue: '14.17' }]);
    expect((await refund(10_200)).status).toBe(200);
    expect((await shop.order(sessionId))?.status).toBe('refunded');
    expect(await read('/api/resellers/orders/summary')).toMatchObject([
      { revenue: '0.00', netRevenue: '0.00' },
    ]);
  });

  it('creates no order if the total does not follow from the price', async () => {
    const { sessionId } = await sell({ tax: 1700, total: 9000 });
    expect(await shop.order(sessionId)).toBeNull();
  });
});
