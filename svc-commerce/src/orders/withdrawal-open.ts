import { trusted, type QueryFilter } from 'mongoose';
import type { OrderDocument } from './order.model.ts';

type Withdrawn = Pick<OrderDocument, 'withdrawal' | 'status' | 'isRefundRequested'>;

/**
 * Whether a withdrawal waits for the seller: a request, or an automatic refund that the provider refused. The money that
 * went back, or an answer, ends it.
 */
export function isWithdrawalOpen({ withdrawal, status, isRefundRequested }: Withdrawn): boolean {
  if (!withdrawal || withdrawal.answeredAt || status === 'refunded') return false;
  return withdrawal.outcome === 'request' || (withdrawal.outcome === 'refund' && !isRefundRequested);
}

/** The same as a filter. */
export const WITHDRAWAL_OPEN: QueryFilter<OrderDocument> = {
  'withdrawal.outcome': trusted({ $in: ['request', 'refund'] }),
  'withdrawal.answeredAt': null,
  status: trusted({ $ne: 'refunded' }),
  $nor: [{ 'withdrawal.outcome': 'refund', isRefundRequested: true }],
};
