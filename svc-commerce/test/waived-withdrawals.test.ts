import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CONSENT_TEXT } from '@leadping/contracts/commerce/delivery-consent';
import { orderWithdrawn } from '@leadping/contracts/commerce/order-events';
import type { EventContract, PayloadOf } from '@leadping/contracts/event';
import { customerAddressChanged } from '@leadping/contracts/identity/customer-events';
import { licenseEmailCorrected } from '@leadping/contracts/licensing/license-events';
import { licenseMailSettled } from '@leadping/contracts/support/mail-events';
import { countHandled } from '@leadping/test-kit/count-handled';
import { eraseTwice } from '@leadping/test-kit/erase-twice';
import { openFakeService, type FakeService } from '@leadping/test-kit/fake-service';
import { newEmail } from '@leadping/test-kit/people';
import { PURCHASE } from '@leadping/test-kit/purchases';
import { until } from '@leadping/test-kit/until';
import { onAddressChanged } from '../src/orders/on-address-changed.ts';
import { orderModel } from '../src/orders/order.model.ts';
import { openShop, type Shop } from './shop.ts';
import { storedOrder } from './stored-order.ts';

const DAY_MS = 24 * 3_600_000;

jest.setTimeout(120_000);

describe('a withdrawal after a consent to immediate delivery', () => {
  let shop: Shop;
  let support: FakeService;
  let identity: FakeService;
  beforeAll(async () => {
    shop = await openShop();
    await shop.asAdmin('/api/admin/settings', { json: { refundsWithdrawals: false } });
    [support, identity] = await Promise.all([
      openFakeService(shop.config, 'svc-support'),
      openFakeService(shop.config, 'svc-identity'),
    ]);
  });
  afterAll(async () => {
    await Promise.all([support.close(), identity.close()]);
    await shop.close();
  });

  /** Publishes an event and waits until commerce has handled it. */
  const publish = async <E extends EventContract>(from: FakeService, event: E, payload: PayloadOf<E>) => {
    const before = await countHandled(shop.url, event.subject);
    await from.publish(event, payload);
    await until(async () => (await countHandled(shop.url, event.subject)) > before);
  };

  /** An order whose buyer agreed, of a seller whose guarantee has these days. */
  const sell = async (guaranteeDays = 0, days = 1) => {
    const email = newEmail('buyer');
    const soldAt = new Date(Date.now() - days * DAY_MS);
    const deliveryConsent = { text: CONSENT_TEXT, at: soldAt.toISOString() };
    const sellerTerms = { ...PURCHASE.seller, guaranteeDays, deliveryConsent };
    const fields = { customerEmail: email, sellerTerms, createdAt: soldAt, paidAt: soldAt, soldAt };
    const { _id } = await orderModel(shop.database).create(storedOrder(fields));
    const correct = (customerEmail: string) =>
      shop.asAdmin(`/api/admin/orders/${_id}/email`, { method: 'PUT', json: { customerEmail } });
    const settle = (to: string, outcome: 'sent' | 'failed' = 'sent', settledAt = new Date()) =>
      publish(support, licenseMailSettled, {
        licenseId: `license-of-${_id}`,
        orderId: _id,
        email: to,
        outcome,
        error: outcome === 'sent' ? null : '406: inactive recipient',
        settledAt: settledAt.toISOString(),
      });
    const correctLicense = (to: string) =>
      publish(shop.fakeService, licenseEmailCorrected, {
        licenseId: `license-of-${_id}`,
        sealedLicenseKey: shop.licenseKeys.seal('KEY', `license-of-${_id}`),
        orderId: _id,
        seller: { resellerId: null, businessName: 'Leadping' },
        email: to,
        correctedAt: new Date().toISOString(),
      });
    const withdraw = async (from: string) => {
      const withdrawn = await shop.fakeService.collect(orderWithdrawn);
      await shop.call('/api/withdrawals', { json: { orderNumber: _id, email: from, name: '' } });
      await shop.runJob('decide withdrawals');
      await until(() => withdrawn.some(({ orderId }) => orderId === _id));
      const event = withdrawn.find(({ orderId }) => orderId === _id);
      return { outcome: event?.outcome, isWaived: event?.isWaived };
    };
    const read = () => orderModel(shop.database).findById(_id).orFail().lean();
    return { email, correct, settle, correctLicense, withdraw, read };
  };

  const WAIVED = { outcome: 'late', isWaived: true };
  const KEPT = { outcome: 'request', isWaived: undefined };

  it.each([
    ['without a guarantee', 0, 1, WAIVED],
    ['within the guarantee', 30, 20, { outcome: 'request', isWaived: true }],
    ['after the guarantee', 30, 40, WAIVED],
  ])('has only the guarantee left: %s', async (_name, guaranteeDays, days, result) => {
    const order = await sell(guaranteeDays, days);
    await order.settle(order.email);
    expect(await order.withdraw(order.email)).toEqual(result);
  });

  it('has the right of withdrawal while no mail has confirmed the consent', async () => {
    const [unsent, refused] = [await sell(), await sell()];
    await refused.settle(refused.email, 'failed');
    expect(await unsent.withdraw(unsent.email)).toEqual(KEPT);
    expect(await refused.withdraw(refused.email)).toEqual(KEPT);
  });

  it('has the right again after a correction of the address, until a mail to the new address confirms the consent', async () => {
    const [waiting, confirmed] = [await sell(), await sell()];
    const right = newEmail('right');
    for (const order of [waiting, confirmed]) {
      // The confirmation went to a stranger.
      await order.settle(order.email);
      expect((await order.correct(right)).status).toBe(200);
    }
    await waiting.settle(waiting.email);
    await confirmed.settle(right);
    expect(await waiting.withdraw(right)).toEqual(KEPT);
    expect(await confirmed.withdraw(right)).toEqual(WAIVED);
  });

  it('counts a confirmation that arrives before the correction of the license that caused it', async () => {
    const order = await sell();
    const right = newEmail('right');
    const now = Date.now();
    await order.settle(right, 'sent', new Date(now));
    // An outcome of the former address that was on the way.
    await order.settle(order.email, 'sent', new Date(now - 1000));
    await order.correctLicense(right);
    expect(await order.withdraw(right)).toEqual(WAIVED);
  });

  it.each([1, 2])(
    'has no right again because the buyer moved to another mailbox of their own, also if the process died before write %i',
    async (write) => {
      const order = await sell();
      await order.settle(order.email);
      const next = newEmail('moved');
      const changedAt = new Date().toISOString();
      const change = { changeId: next, email: order.email, newEmail: next, changedAt };
      let writes = 0;
      const orders = new Proxy(orderModel(shop.database), {
        get: (target, name) => {
          if (name === 'updateMany' && ++writes === write) throw new Error('died');
          return Reflect.get(target, name) as unknown;
        },
      });
      await expect(onAddressChanged({ orders }, change)).rejects.toThrow('died');
      await publish(identity, customerAddressChanged, change);
      expect(await order.withdraw(next)).toEqual(WAIVED);
    },
  );

  it('keeps nothing of an address that was erased, also if its mail is settled later', async () => {
    const order = await sell();
    await order.settle(order.email);
    expect((await order.read()).confirmation).toBeDefined();
    await eraseTwice(shop.config, 'svc-commerce', order.email);
    await order.settle(order.email);
    expect((await order.read()).confirmation).toBeUndefined();
  });
});
