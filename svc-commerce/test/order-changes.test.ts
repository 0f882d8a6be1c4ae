import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changedMeanwhile } from '@leadping/test-kit/changed-meanwhile';
import type { CommerceContext } from '../src/context.ts';
import { correctEmail } from '../src/orders/correct-email.ts';
import { onLicenseMailSettled } from '../src/orders/on-license-mail-settled.ts';
import { personalStores } from '../src/privacy/personal-stores.ts';
import { orderModel, type OrderDocument } from '../src/orders/order.model.ts';
import { openShop, type Shop } from './shop.ts';
import { storedOrder } from './stored-order.ts';

describe('an order with two simultaneous changes', () => {
  let shop: Shop;
  let now = Date.now();
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  const contextWith = (change: () => Promise<unknown> = () => Promise.resolve()) =>
    ({
      orders: changedMeanwhile(orderModel(shop.database), change),
      clock: { now: () => (now += 1000) },
      relay: { flush: () => {} },
      failpoint: () => {},
      record: () => {},
    }) as unknown as CommerceContext;

  const storeOrder = async (fields: Partial<OrderDocument> = {}) => {
    const { _id } = await orderModel(shop.database).create(
      storedOrder({ customerEmail: 'a@example.com', canonicalEmail: 'a@example.com', ...fields }),
    );
    return { id: _id, read: () => orderModel(shop.database).findById(_id).orFail().lean() };
  };

  it('shows no problem if its key was sent while an older mail was given up', async () => {
    const { id, read } = await storeOrder();
    const mail = (outcome: 'sent' | 'failed', second: number) => ({
      licenseId: 'l',
      orderId: id,
      email: 'a@example.com',
      outcome,
      error: outcome === 'sent' ? null : 'none was taken',
      cause: outcome === 'sent' ? undefined : ('unavailable' as const),
      settledAt: new Date(now + second * 1000).toISOString(),
    });
    const sent = mail('sent', 2);
    const context = contextWith(() => onLicenseMailSettled(contextWith(), sent));
    await onLicenseMailSettled(context, mail('failed', 1));
    expect(await read()).toMatchObject({ emailProblem: null, mailSettledAt: new Date(sent.settledAt) });
  });

  it('is erased with a time from the same clock as corrections', async () => {
    const { read } = await storeOrder({ canonicalEmail: 'erased@example.com' });
    const before = now;
    const [orders] = personalStores(contextWith());
    await orders!.erase({ emailKey: 'erased@example.com', isIn: () => true } as never);
    expect((await read()).erasedAt).toEqual(new Date(before + 1000));
  });

  it('is corrected at most ten times an hour, because each address may belong to a stranger', async () => {
    const at = (minutesAgo: number) => ({
      kind: 'email-corrected' as const,
      at: new Date(now - minutesAgo * 60_000),
    });
    const scope = { everySeller: true } as const;
    const minutes = [50, 45, 40, 35, 30, 25, 20, 15, 10];
    const correct = async (first: number) => {
      const { id } = await storeOrder({ history: [first, ...minutes].map(at) });
      return correctEmail(contextWith(), scope, id, 'b@example.com');
    };
    await expect(correct(55)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: expect.closeTo(5 * 60, -2),
    });
    await expect(correct(61)).resolves.toMatchObject({ customerEmail: 'b@example.com' });
  });

  it('keeps the address of the correction that is written last, which also has the later date', async () => {
    const { id, read } = await storeOrder();
    const scope = { everySeller: true } as const;
    let other: OrderDocument | undefined;
    const context = contextWith(async () => {
      other = await correctEmail(contextWith(), scope, id, 'b@example.com');
    });
    const { emailCorrectedAt } = await correctEmail(context, scope, id, 'c@example.com');
    expect(await read()).toMatchObject({ customerEmail: 'c@example.com', emailCorrectedAt });
    expect(other?.customerEmail).toBe('b@example.com');
    expect(emailCorrectedAt?.getTime()).toBeGreaterThan(other?.emailCorrectedAt?.getTime() ?? Infinity);
  });
});
