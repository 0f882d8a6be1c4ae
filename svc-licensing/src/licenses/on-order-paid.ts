import { orderPaidId, type orderPaid } from '@leadping/contracts/commerce/order-events';
import { canonicalEmail } from '@leadping/contracts/email-address';
import type { PayloadOf } from '@leadping/contracts/event';
import { firstRepublishAt } from '@leadping/service-kit/messaging/republish';
import type { LicensingContext } from '../context.ts';
import { isDuplicateKey } from '@leadping/service-kit/data/duplicate-key';
import { DomainError } from '@leadping/service-kit/domain-error';
import { returnQuota, takeQuota } from '../quotas/quota.ts';
import { testExpiry } from './expire-licenses.ts';
import { issueLicense, newIssue } from './issue-license.ts';
import { CAUSES, issuedEntry, statusEntry } from './license-events.ts';
import type { IssuedLicense, License } from './license.model.ts';
import { isIssued } from './is-issued.ts';
import { republishLicense } from './republish.ts';

const OVERDUE_MS = 30_000;

type PaidOrder = PayloadOf<typeof orderPaid>;

/** Creates the license of a paid order once, however often and in whatever order its events arrive. */
export async function onOrderPaid(
  licensing: LicensingContext,
  order: PaidOrder,
  eventId: string,
): Promise<void> {
  if (order.productType !== 'main_product') return;
  const quota = await takeFreeQuota(licensing, order);
  if (quota === 'exceeded') return;
  let isNew = false;
  try {
    isNew = await issueOnce(licensing, order, eventId);
  } finally {
    // It failed, or another delivery was first.
    if (quota && !isNew) await returnQuota(licensing, quota.holder, quota.day);
  }
}

/** Creates the license of the order, or fills its stub. Returns false if it was issued before. */
async function issueOnce(licensing: LicensingContext, order: PaidOrder, eventId: string): Promise<boolean> {
  const { licenses, record } = licensing;
  const purchase = order.purchase && { purchase: order.purchase };
  const sale = { orderId: order.orderId, email: order.customerEmail, seller: order.seller, ...purchase };
  try {
    const license = await issueLicense(licensing, { ...sale, origin: 'order', isTest: order.isTest });
    record({ level: 'info', category: 'license', message: 'License issued', data: dataOf(license) });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  for (;;) {
    const existing = await licenses.findOne({ orderId: order.orderId }).lean();
    // Nothing deletes licenses in between, so the license or its stub must exist.
    if (!existing) throw new Error(`the license of order ${order.orderId} is gone`);
    if (isIssued(existing)) {
      if (eventId !== orderPaidId(order.orderId)) await republishIfOverdue(licensing, existing);
      return false;
    }
    if (await fillStub(licensing, existing, order)) return true;
  }
}

/**
 * A reseller makes codes that leave nothing to pay, so orders that cost nothing count as licenses without a payment. One
 * over the quota waits: commerce publishes it again, at least once an hour, until it has a license. Orders of tests are
 * not counted, because their licenses end.
 * @returns undefined if the order uses no quota, or has used it before
 */
async function takeFreeQuota(
  licensing: LicensingContext,
  { orderId, money, seller: { resellerId }, isTest }: PaidOrder,
): Promise<{ holder: { resellerId: string }; day: string } | 'exceeded' | undefined> {
  if (money.amountMinor > 0 || resellerId === null || isTest) return undefined;
  const known = await licensing.licenses.findOne({ orderId }).lean();
  if (known && isIssued(known)) return undefined;
  const holder = { resellerId };
  try {
    return { holder, day: await takeQuota(licensing, holder) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    licensing.record({
      level: 'warning',
      category: 'license',
      message: 'License of a free order waits: the reseller has used the quota of licenses without a payment',
      nextStep:
        'It is issued by itself once the quota allows it. Raise the limits of the reseller if the orders are genuine, otherwise end their discount code.',
      data: { orderId, resellerId, reason: error.message },
    });
    return 'exceeded';
  }
}

/**
 * Commerce republishes an order, under another event id, that has no key after a while. In that case the event of its
 * license was lost and is published again. The first event also comes again when NATS has lost its store. Nobody waits
 * for the key then.
 */
async function republishIfOverdue(licensing: LicensingContext, license: IssuedLicense): Promise<void> {
  if (licensing.clock.now() - license.issuedAt.getTime() > OVERDUE_MS)
    await republishLicense(licensing, license);
}

/**
 * Fills the stub of an order whose other events arrived before its payment. The license gets the stub's status and the
 * payment's address, unless the address was corrected since.
 */
async function fillStub(licensing: LicensingContext, stub: License, order: PaidOrder): Promise<boolean> {
  const { licenses, relay, clock } = licensing;
  const issue = newIssue(licensing, stub._id);
  const version = stub.version + 1;
  const { customerEmail: email } = order;
  const address = stub.emailRevision === undefined ? { email, emailKey: canonicalEmail(email) } : {};
  const purchase = order.purchase && { purchase: order.purchase };
  const expiry = testExpiry(order, issue.issuedAt);
  const issued = { ...stub, ...issue, ...address, ...purchase, ...expiry };
  const outbox = [issuedEntry(issued)];
  const isTakenBack = stub.status !== 'active';
  if (isTakenBack) {
    const { refunded, disputeLost } = stub.payment;
    const cause = CAUSES[refunded ? 'refunded' : disputeLost ? 'dispute-lost' : 'disputed'];
    const taken = { version, reason: 'payment taken back', cause, at: issue.issuedAt };
    outbox.push(statusEntry(issued, { status: stub.status, ...taken }));
  }
  const { matchedCount } = await licenses.updateOne(
    { _id: stub._id, version: stub.version },
    {
      $set: {
        ...issue,
        ...address,
        ...purchase,
        ...expiry,
        ...(isTakenBack ? { statusChangedAt: issue.issuedAt } : {}),
        ...(stub.status === 'revoked' ? { isKeyOwed: true } : {}),
        version,
        republishAt: firstRepublishAt(clock),
      },
      $push: { outbox: { $each: outbox } },
    },
  );
  relay.flush(licenses);
  return matchedCount === 1;
}

function dataOf(license: License) {
  return {
    licenseId: String(license._id),
    orderId: license.orderId ?? null,
    resellerId: license.seller.resellerId,
  };
}
