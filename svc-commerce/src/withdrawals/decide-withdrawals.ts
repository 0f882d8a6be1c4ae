import type { WithdrawalOutcome } from '@leadping/contracts/commerce/order-events';
import { DEFAULT_PROMISES } from '@leadping/contracts/commerce/seller-promises';
import { toDecimal } from '@leadping/contracts/currency';
import { OWN_GUARANTEE_DAYS, WITHDRAWAL_DAYS } from '@leadping/contracts/promises';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { changeOrder } from '../orders/change-order.ts';
import { historyEntry } from '../orders/order-history.ts';
import { withdrawnEntry } from '../orders/order-outbox.ts';
import { dateOfSale, type OrderDocument } from '../orders/order.model.ts';
import type { OrderScope } from '../orders/order-scope.ts';
import { paymentStatusOf } from '../orders/payment-facts.ts';
import { refundedMinor } from '../orders/refund-request.ts';
import { hasWaived } from '../orders/has-waived.ts';
import { hashEmail } from '../orders/hash-email.ts';
import { refundableMinor } from '../refunds/find-obstacle.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { getSettings } from '../settings/get-settings.ts';
import type { WithdrawalStatement } from './statement.model.ts';

const DAY_MS = 24 * 3_600_000;
const RETRY_MS = 60_000;

/** Compares the statements that arrived with their orders. */
export async function decideWithdrawals(commerce: CommerceContext): Promise<void> {
  const { withdrawalStatements, clock } = commerce;
  for (;;) {
    const now = clock.now();
    const statement = await withdrawalStatements
      .findOneAndUpdate(
        { nextAttemptAt: trusted({ $lte: new Date(now) }) },
        { $set: { nextAttemptAt: new Date(now + RETRY_MS) } },
        { sort: { nextAttemptAt: 1 } },
      )
      .lean();
    if (!statement) return;
    await decideWithdrawal(commerce, statement);
    await withdrawalStatements.deleteOne({ _id: statement._id });
  }
}

interface Seller {
  /** For the notice. Null for the platform. */
  email: string | null;
  guaranteeDays: number;
  isAutomatic: boolean;
}

/** Records a withdrawal once. A statement whose address is not that of the order changes nothing. */
async function decideWithdrawal(commerce: CommerceContext, statement: WithdrawalStatement): Promise<void> {
  const { orderId, emailHash, receivedAt, name } = statement;
  const found = await commerce.orders.findById(orderId, { resellerId: 1 }).lean();
  if (!found) return;
  const seller = await findSeller(commerce, found.resellerId);
  const changed = await changeOrder(commerce, { _id: orderId }, (order) => {
    const isTheirs = order.canonicalEmail !== '' && hashEmail(order.canonicalEmail) === emailHash;
    if (!isTheirs || !order.facts.paid || order.withdrawal) return null;
    const isWaived = hasWaived(order);
    const outcome = decideOutcome(order, seller, receivedAt);
    return {
      fields: { withdrawal: { receivedAt, name, outcome, ...(isWaived && { isWaived }) } },
      history: [historyEntry('withdrawn', receivedAt)],
      events: (after) => [withdrawnEntry(after, seller.email)],
    };
  });
  // A statement that repeats the first one finds the refund of the first one by its key.
  if (changed?.after.withdrawal?.receivedAt.getTime() === receivedAt.getTime()) {
    await refund(commerce, changed.after);
  }
}

function decideOutcome(order: OrderDocument, seller: Seller, receivedAt: Date): WithdrawalOutcome {
  const status = paymentStatusOf(order.facts, order.money.amountMinor);
  if (status === 'refunded') return 'refunded';
  // The guarantee of the time of sale counts, because the seller may have changed it.
  const { guaranteeDays = seller.guaranteeDays } = order.sellerTerms ?? {};
  const days = Math.max(hasWaived(order) ? 0 : WITHDRAWAL_DAYS, guaranteeDays);
  if (receivedAt.getTime() > dateOfSale(order).getTime() + days * DAY_MS) return 'late';
  // A dispute blocks refunds, and nobody but an admin ends the rights of a reseller.
  const isRefundable =
    status === 'good' && order.productType === 'main_product' && order.money.amountMinor > 0;
  return seller.isAutomatic && isRefundable ? 'refund' : 'request';
}

/** Goes to the original payment. What Stripe refuses, or another refund blocks, stays a request to the seller. */
async function refund(commerce: CommerceContext, order: OrderDocument): Promise<void> {
  const { _id, resellerId, withdrawal, money, facts } = order;
  if (withdrawal?.outcome !== 'refund') return;
  const scope: OrderScope = resellerId === null ? { everySeller: true } : { resellerId };
  const show = (amountMinor: number) => toDecimal({ ...money, amountMinor });
  const wanted = { amount: show(refundableMinor(order)), refunded: show(refundedMinor(facts)) };
  try {
    await requestRefund(commerce, scope, _id, wanted, `withdrawal-${_id}`);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    commerce.record({
      level: 'warning',
      category: 'stripe',
      message: 'Withdrawal not refunded automatically',
      nextStep: 'Open the order and refund it. The buyer has withdrawn and waits for the money.',
      data: { orderId: _id, resellerId, reason: error.message },
    });
  }
}

async function findSeller(commerce: CommerceContext, resellerId: string | null): Promise<Seller> {
  if (resellerId === null) {
    const { refundsWithdrawals } = await getSettings(commerce);
    return {
      email: null,
      guaranteeDays: OWN_GUARANTEE_DAYS,
      isAutomatic: refundsWithdrawals,
    };
  }
  const reseller = await commerce.resellers.findById(resellerId).lean();
  const { guaranteeDays, refundsWithdrawals = false } = reseller?.promises ?? DEFAULT_PROMISES;
  return {
    email: reseller?.email ?? null,
    guaranteeDays,
    isAutomatic: refundsWithdrawals,
  };
}
