import { DEFAULT_PROMISES } from '@leadping/contracts/commerce/seller-promises';
import { toDecimal } from '@leadping/contracts/currency';
import { OWN_GUARANTEE_DAYS, WITHDRAWAL_DAYS } from '@leadping/contracts/promises';
import { DomainError } from '@leadping/service-kit/domain-error';
import { trusted } from 'mongoose';
import type { CommerceContext } from '../context.ts';
import { changeOrder } from '../orders/change-order.ts';
import { historyEntry } from '../orders/order-history.ts';
import { withdrawnEntry } from '../orders/order-outbox.ts';
import { orderStatusOf, paymentStatusOf } from '../orders/payment-facts.ts';
import { dateOfSale, type OrderDocument } from '../orders/order.model.ts';
import type { OrderScope } from '../orders/order-scope.ts';
import { refundedMinor } from '../orders/refund-request.ts';
import { hasWaived } from '../orders/has-waived.ts';
import { hashEmail } from '../orders/hash-email.ts';
import type { Withdrawal } from '../orders/withdrawal.ts';
import { refundableMinor } from '../refunds/find-obstacle.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { getSettings } from '../settings/get-settings.ts';
import type { WithdrawalStatement } from './statement.model.ts';
import { mayBeInTime, periodEnd } from './withdrawal-period.ts';

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
    const decided = decideOutcome(order, seller, receivedAt);
    return {
      fields: {
        withdrawal: { receivedAt, name, ...decided, ...(isWaived && { isWaived }) },
        ...(decided.outcome === 'refund' && decided.obstacle === 'free' && endFreeOrder(order)),
      },
      history: [historyEntry('withdrawn', receivedAt)],
      events: (after) => [withdrawnEntry(after, seller.email)],
    };
  });
  // A statement that repeats the first one finds the refund of the first one by its key.
  if (changed?.after.withdrawal?.receivedAt.getTime() === receivedAt.getTime()) {
    await refund(commerce, changed.after);
  }
}

type Decided = Pick<Withdrawal, 'outcome' | 'obstacle' | 'isPastPeriod'>;

function decideOutcome(order: OrderDocument, seller: Seller, receivedAt: Date): Decided {
  const status = paymentStatusOf(order.facts, order.money.amountMinor);
  if (status === 'refunded') return { outcome: 'refunded' };
  if (status === 'lost') return { outcome: 'refunded', obstacle: 'lost' };
  const isFree = order.money.amountMinor === 0;
  const known: Pick<Withdrawal, 'obstacle'> = isFree
    ? { obstacle: 'free' }
    : status === 'disputed'
      ? { obstacle: 'disputed' }
      : {};
  // The guarantee of the time of sale counts, because the seller may have changed it.
  const { guaranteeDays = seller.guaranteeDays } = order.sellerTerms ?? {};
  const days = Math.max(hasWaived(order) ? 0 : WITHDRAWAL_DAYS, guaranteeDays);
  const end = days === 0 ? 0 : periodEnd(dateOfSale(order), days);
  if (receivedAt.getTime() >= end) {
    return mayBeInTime(receivedAt, end)
      ? { outcome: 'request', ...known, isPastPeriod: true }
      : { outcome: 'late', ...known };
  }
  // A dispute blocks refunds, and nobody but an admin ends the rights of a reseller.
  const isEnded = status === 'good' && order.productType === 'main_product';
  return { outcome: seller.isAutomatic && isEnded ? 'refund' : 'request', ...known };
}

/** Takes the license back as a refund does, because there is no payment that could be refunded. */
function endFreeOrder({ facts: known, money }: OrderDocument): Pick<OrderDocument, 'facts' | 'status'> {
  const facts = { ...known, isEnded: true };
  return { facts, status: orderStatusOf(facts, money.amountMinor) };
}

/** Goes to the original payment. What Stripe refuses, or another refund blocks, stays a request to the seller. */
async function refund(commerce: CommerceContext, order: OrderDocument): Promise<void> {
  const { _id, resellerId, withdrawal, money, facts } = order;
  if (withdrawal?.outcome !== 'refund' || withdrawal.obstacle === 'free') return;
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
