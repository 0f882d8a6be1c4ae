import type { LicenseStatus } from '@leadping/contracts/licensing/admin-license-routes';

/** Published payment state of an order. */
export interface Payment {
  refunded: boolean;
  /** The order's revision at which `refunded` was published. Absent on licenses older than this field. */
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
 * Adds the change that an event reports. The highest revision of refunds and of disputes counts, so the result does not
 * depend on the order or number of events.
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
