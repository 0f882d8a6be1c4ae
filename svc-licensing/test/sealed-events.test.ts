import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderDisputed, orderDisputeWon, orderPaid } from '@leadping/contracts/commerce/order-events';
import {
  licenseIssued,
  licenseReinstated,
  licenseResendRequested,
  licenseRevoked,
  licenseSuspended,
} from '@leadping/contracts/licensing/license-events';
import { send } from '@leadping/test-kit/send';
import { until } from '@leadping/test-kit/until';
import { startOwnNats, type OwnNats } from '@leadping/test-kit/own-nats';
import { paidOrder, paymentStatus } from '@leadping/test-kit/orders';
import { ADMIN } from '@leadping/test-kit/people';
import { startLicensing, type Licensing } from './licensing.ts';

const EVENTS = [
  licenseIssued,
  licenseResendRequested,
  licenseSuspended,
  licenseReinstated,
  licenseRevoked,
] as const;

describe('the files of NATS on disk', () => {
  let nats: OwnNats;
  let licensing: Licensing;
  beforeAll(async () => {
    nats = await startOwnNats();
    licensing = await startLicensing({ NATS_URL: nats.url });
  });
  afterAll(async () => {
    await licensing.close();
    await nats.stop();
  });

  it('contain every event of a license, but not its key', async () => {
    const published = await Promise.all(EVENTS.map((event) => licensing.support.collect(event)));
    const keyIn = async (event: (typeof EVENTS)[number]) => {
      const collected = published[EVENTS.indexOf(event)]!;
      await until(() => collected.length > 0);
      return licensing.keyIn(collected[0]!);
    };
    const order = paidOrder();
    await licensing.commerce.publish(orderPaid, order);
    const licenseKey = await keyIn(licenseIssued);
    await send(`${licensing.url}/api/license/resend`, { json: { email: order.customerEmail } });
    expect(await keyIn(licenseResendRequested)).toBe(licenseKey);
    await licensing.commerce.publish(orderDisputed, paymentStatus(order, 2));
    expect(await keyIn(licenseSuspended)).toBe(licenseKey);
    await licensing.commerce.publish(orderDisputeWon, paymentStatus(order, 3));
    expect(await keyIn(licenseReinstated)).toBe(licenseKey);
    await licensing.as(ADMIN, `/api/admin/licenses/${licenseKey}/deactivate`, { method: 'POST' });
    expect(await keyIn(licenseRevoked)).toBe(licenseKey);

    const kept = await nats.readStore();
    for (const event of EVENTS) expect(kept).toContain(event.subject);
    expect(kept).toContain(order.customerEmail);
    expect(kept).not.toContain(licenseKey);
    expect(kept).not.toContain(licenseKey.replaceAll('-', ''));
  });
});
