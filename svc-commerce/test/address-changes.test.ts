import { customerAddressChanged } from '@leadping/contracts/identity/customer-events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countHandled } from '@leadping/test-kit/count-handled';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { newEmail } from '@leadping/test-kit/people';
import { until } from '@leadping/test-kit/until';
import { orderModel } from '../src/orders/order.model.ts';
import { openShop, type Shop } from './shop.ts';
import { storedOrder } from './stored-order.ts';

describe('the orders of a customer who changes their address', () => {
  let shop: Shop;
  let identity: FakeService;
  beforeAll(async () => {
    shop = await openShop();
    identity = await openFakeService(shop.config, 'svc-identity');
  });
  afterAll(async () => {
    await identity.close();
    await shop.close();
  });

  const orders = () => orderModel(shop.database);
  const store = async (email: string) => {
    const { _id } = await orders().create(storedOrder({ customerEmail: email }));
    return { email, read: () => orders().findById(_id).orFail().lean() };
  };
  /** Publishes the change and waits until it was handled. */
  const change = async (email: string, newEmail: string, changedAt = new Date()) => {
    const { subject } = customerAddressChanged;
    const before = await countHandled(shop.url, subject);
    const changed = { changeId: newEmail, email, newEmail, changedAt: changedAt.toISOString() };
    await identity.publish(customerAddressChanged, changed);
    await until(async () => (await countHandled(shop.url, subject)) > before);
  };

  it('move to the new address once, however often the event arrives', async () => {
    const [order, other] = [await store(newEmail()), await store(newEmail())];
    const [next, changedAt] = [newEmail(), new Date()];
    await change(order.email, next, changedAt);
    await change(order.email, next, changedAt);
    const moved = await order.read();
    expect(moved.customerEmail).toBe(next);
    expect(moved.history?.filter(({ kind }) => kind === 'email-corrected')).toHaveLength(1);
    expect((await other.read()).customerEmail).toBe(other.email);
  });

  it('stay where a later change put them if an earlier event arrives again', async () => {
    const order = await store(newEmail());
    const [away, now] = [newEmail(), Date.now()];
    await change(order.email, away, new Date(now));
    await change(away, order.email, new Date(now + 1000));
    await change(order.email, away, new Date(now));
    expect((await order.read()).customerEmail).toBe(order.email);
  });

  it('stay with the previous address if they were made after the change', async () => {
    const order = await store(newEmail());
    await change(order.email, newEmail(), new Date(Date.now() - 365 * 24 * 3_600_000));
    expect((await order.read()).customerEmail).toBe(order.email);
  });
});
