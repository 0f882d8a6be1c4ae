import type { LicenseStatus } from '@leadping/contracts/licensing/admin-license-routes';

/** What became of the money of an order, as far as it was published. */
export interface Payment {
  refunded: boolean;
  /** The order's revision at which `refunded` was published; absent on licenses that are older than this field. */
  refundRevision?: number;
  disputeLost: boolean;
  disputeOpen: boolean;
  /** The order's revision at which `disputeOpen` was published; 0 before the first dispute. */
  disputeRevision: number;
}

export const NOTHING_TAKEN_BACK: Payment = {
  refunded: false,
  disputeLost: false,
  disputeOpen: false,
  disputeRevision: 0,
};

export type PaymentChange = 'refunded' | 'refund-failed' | 'disputed' | 'dispute-won' | 'dispute-lost';

/**
 * Adds what an event reports. Of refunds and of disputes the highest revision counts: the result
 * depends on which events came and not on their order or number.
 */
export function foldPayment(payment: Payment, change: PaymentChange, revision: number): Payment {
  switch (change) {
    case 'refunded':
    case 'refund-failed':
      if (revision <= (payment.refundRevision ?? 0)) return payment;
      return { ...payment, refunded: change === 'refunded', refundRevision: revision };
    case 'dispute-lost':
      return { ...payment, disputeLost: true };
    case 'disputed':
    case 'dispute-won':
      if (revision <= payment.disputeRevision) return payment;
      return { ...payment, disputeOpen: change === 'disputed', disputeRevision: revision };
  }
}

export function statusOf(payment: Payment, isRevoked: boolean): LicenseStatus {
  if (isRevoked || payment.refunded || payment.disputeLost) return 'revoked';
  return payment.disputeOpen ? 'suspended' : 'active';
}
